import HeadlessUIKit
import Testing

/// Windows and their roots in odd orders.
@MainActor
struct WindowRegressionTests {
  @Test("Regression, R19.3: a root that sets another root in viewDidLoad gives way to it")
  func rootReplacedInViewDidLoad() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let first = First()
        first.onViewDidLoad = { [weak window = stage.window] _ in window?.rootViewController = Second() }
        stage.window.rootViewController = first
        #expect(stage.window.subviews.count == 1)
        #expect(stage.window.rootViewController is Second)
        #expect(stage.window.subviews.first?.owningController is Second)
      }
      #expect(stage.root.appearanceState == .disappeared)
      #expect(application.lines(of: "First").filter { $0.contains("Appear") } == [])
      #expect(stage.window.rootViewController?.appearanceState == .appeared)
    }
  }

  @Test("Regression, R19.3: a root that sets another root in viewWillAppear while the window is shown gives way to it")
  func rootReplacedInViewWillAppear() throws {
    try withScene { application in
      try application.perform {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let first = First()
        first.onViewWillAppear = { [weak window] _ in window?.rootViewController = Second() }
        window.rootViewController = first
        window.makeKeyAndVisible()
        #expect(window.subviews.count == 1)
      }
      #expect(
        application.lines(of: "Second").filter { $0.contains("Appear") } == [
          "Second viewWillAppear(false)", "Second viewIsAppearing(false)", "Second viewDidAppear(false)",
        ])
      #expect(!application.lines(of: "First").contains("First viewDidAppear(false)"))
      #expect(application.liveControllers.map(\.className) == ["Second"])
    }
  }

  @Test("Regression, R19.3: an old root's viewWillDisappear may choose another new root")
  func rootReplacedInViewWillDisappear() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        stage.root.onViewWillDisappear = { [weak window = stage.window] _ in window?.rootViewController = Third() }
        stage.window.rootViewController = Second()
        #expect(stage.window.rootViewController is Third)
        #expect(stage.window.subviews.count == 1)
      }
      #expect(stage.window.rootViewController?.appearanceState == .appeared)
      #expect(application.lines(of: "Second").filter { $0.contains("Appear") } == [])
      stage.root.onViewWillDisappear = nil
    }
  }

  @Test("Regression: a new root may embed the old one; its view stays where the new root has put it")
  func newRootEmbedsOldRoot() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let parent = Parent()
        parent.onViewDidLoad = { [weak root = stage.root] in if let root { embed(root, in: $0) } }
        stage.window.rootViewController = parent
        #expect(stage.root.view.superview === parent.view)
      }
      #expect(stage.root.appearanceState == .appeared)
    }
  }

  @Test("Regression: a root that became another window's root is left there by the first window")
  func rootOfTwoWindows() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let second = show(stage.root)
        #expect(stage.root.view.superview === second)
        #expect(stage.window.subviews.isEmpty)
        stage.window.rootViewController = nil
        #expect(stage.root.view.superview === second)
      }
      #expect(stage.root.appearanceState == .appeared)
    }
  }

  @Test("Regression, R19.4: a window that is hidden in viewWillAppear stays hidden")
  func hiddenInViewWillAppear() throws {
    try withScene { application in
      let window = try application.perform {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let root = Root()
        root.onViewWillAppear = { [weak window] _ in window?.isHidden = true }
        window.rootViewController = root
        window.makeKeyAndVisible()
        #expect(window.isHidden)
        return window
      }
      #expect(window.rootViewController?.appearanceState == .disappeared)
      #expect(!application.lines(of: "Root").contains("Root viewDidAppear(false)"))
    }
  }

  @Test("Regression: callbacks that show and hide their window for ever are cut off")
  func flickeringWindow() throws {
    try withScene { application in
      try application.perform {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let root = Root()
        root.onViewWillAppear = { [weak window] _ in window?.isHidden = true }
        root.onViewWillDisappear = { [weak window] _ in window?.isHidden = false }
        window.rootViewController = root
        window.isHidden = false
      }
      // Each flicker sends both; it ends, and far from the limit of turns.
      let appearances = application.trace.events.count { $0.event == .viewWillAppear }
      #expect(appearances > 0)
      #expect(appearances <= 1000)
      #expect(AppearanceChecker.violations(in: application.trace.events) == [])
    }
  }

  @Test("Regression: roots that replace each other for ever are cut off")
  func flickeringRoots() throws {
    final class Restless: UIViewController {
      weak var hostWindow: UIWindow?
      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let next = Restless()
        next.hostWindow = hostWindow
        hostWindow?.rootViewController = next
      }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let restless = Restless()
        restless.hostWindow = stage.window
        stage.window.rootViewController = restless
        #expect(stage.window.subviews.count <= 1)
      }
    }
  }

  @Test("Regression, R14.7: a field that moves to another window gives up key input")
  func fieldMovesToAnotherWindow() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let field = UITextField(frame: .zero)
        stage.root.view.addSubview(field)
        #expect(field.becomeFirstResponder())
        let second = UIWindow(frame: .zero)
        second.addSubview(field)
        #expect(!field.isFirstResponder)
      }
    }
  }

  @Test("Regression: who takes key input while the old first responder resigns keeps it")
  func takenWhileResigning() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let fields = (0..<3).map { _ in UITextField(frame: .zero) }
        for field in fields { stage.root.view.addSubview(field) }
        fields[0].addAction(block { [weak field = fields[2]] in field?.becomeFirstResponder() }, for: .editingDidEnd)
        #expect(fields[0].becomeFirstResponder())
        #expect(!fields[1].becomeFirstResponder())
        #expect(fields.map(\.isFirstResponder) == [false, false, true])
      }
    }
  }
}
