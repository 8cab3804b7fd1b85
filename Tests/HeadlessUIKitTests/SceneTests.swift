import HeadlessUIKit
import Testing

@MainActor
@Suite("Scene: turns, trace and counting")
struct SceneTests {
  @Test("turns run in order, each after the one before, and perform returns when none is left")
  func turnsRunInOrder() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        application.enqueueTurn {
          log.note("first")
          application.enqueueTurn { log.note("third") }
        }
        application.enqueueTurn { log.note("second") }
        log.note("body")
      }
      #expect(log.lines == ["body", "first", "second", "third"])
    }
  }

  @Test("a scene that never settles is an error")
  func doesNotSettle() throws {
    try withScene { application in
      let log = Log()
      var isStopped = false
      @MainActor func again() {
        if !isStopped {
          application.enqueueTurn { again() }
        }
      }
      #expect(throws: UIApplication.DidNotSettle.self) {
        try application.perform { again() }
      }
      isStopped = true
      log.note("returned")
      #expect(log.lines == ["returned"])
    }
  }

  @Test("perform returns the value of its body and passes on its error")
  func performReturnsAndThrows() throws {
    try withScene { application in
      let first = try application.perform { 42 }
      #expect(first == 42)
      #expect(throws: UnknownView(number: 9)) {
        try application.perform { throw UnknownView(number: 9) }
      }
      // The scene is usable afterwards.
      let second = try application.perform { 43 }
      #expect(second == 43)
    }
  }

  @Test("UIApplication.shared is the scene that runs; scenes have their own traces and counts")
  func scenesAreApart() throws {
    try withScene { one in
      try withScene { two in
        try one.perform { #expect(UIApplication.shared === one) }
        try two.perform { #expect(UIApplication.shared === two) }
        let first = try one.perform { First() }
        let second = try two.perform { Second() }
        try one.perform { first.loadViewIfNeeded() }
        try two.perform { second.loadViewIfNeeded() }
        #expect(one.trace.lines == ["First loadView", "First viewDidLoad"])
        #expect(two.trace.lines == ["Second loadView", "Second viewDidLoad"])
        #expect(one.liveControllerCount == 1)
        #expect(two.liveControllerCount == 1)
        #expect(first.id != second.id)
      }
    }
  }

  @Test("events are numbered from 1 and carry class, controller and animated")
  func traceEvents() throws {
    try withScene { application in
      let root = try application.perform {
        let root = Root()
        show(root)
        return root
      }
      let events = application.trace.events
      #expect(events.map(\.sequence) == Array(1...events.count))
      #expect(events.allSatisfy { $0.controller == root.id && $0.className == "Root" })
      #expect(events.map(\.line) == application.trace.lines)
      #expect(events.first { $0.line == "Root viewDidAppear(false)" }?.animated == false)
      #expect(events.first { $0.line == "Root viewDidLoad" }?.animated == nil)
      application.trace.removeAll()
      #expect(application.trace.lines == [])
      #expect(application.trace.events.isEmpty)
    }
  }

  @Test("live controllers are listed in the order of their creation")
  func liveControllers() throws {
    try withScene { application in
      try application.perform {
        let second = Second()
        let first = First()
        #expect(application.liveControllers.map(\.id) == [second.id, first.id])
        @MainActor func makeAndDrop() {
          let third = Third()
          #expect(application.liveControllerCount == 3)
          third.title = "gone"
        }
        makeAndDrop()
        #expect(application.liveControllers.map(\.id) == [second.id, first.id])
      }
      #expect(application.trace.lines.first == "Third deinit")
    }
  }

  @Test("ending a scene lets go of windows, delegate and timers")
  func termination() throws {
    final class Delegate: UIApplicationDelegate {}
    weak var delegate: Delegate?
    try withScene { application in
      let strong = Delegate()
      delegate = strong
      application.delegate = strong
      _ = try application.perform { show(Root()) }
      try application.perform {
        let view = TimedView()
        view.loadViewIfNeeded()
      }
      #expect(application.liveControllerCount == 2)
    }
    #expect(delegate == nil)
  }

  @Test("a window is hidden until it is shown, and becomes key then; its root does not appear before")
  func windows() throws {
    try withScene { application in
      try application.perform {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        #expect(window.isHidden)
        #expect(!window.isKeyWindow)
        let root = Root()
        window.rootViewController = root
        #expect(!application.trace.lines.contains("Root viewWillAppear(false)"))
        window.makeKeyAndVisible()
        #expect(!window.isHidden)
        #expect(window.isKeyWindow)
        #expect(application.keyWindow === window)
        #expect(application.windows.contains { $0 === window })
        #expect(application.trace.linesWithoutLayout.last == "Root viewIsAppearing(false)")
        #expect(root.view.frame == CGRect(x: 0, y: 0, width: 320, height: 480))
      }
    }
  }

  @Test("launch calls the delegate in order")
  func launching() throws {
    try withScene { application in
      let log = Log()
      application.delegate = LaunchDelegate(log: log)
      _ = try application.perform { application.launch() }
      #expect(log.lines == ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"])
    }
  }
}

private final class LaunchDelegate: UIApplicationDelegate {
  let log: Log

  init(log: Log) {
    self.log = log
  }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log.note("willFinishLaunching")
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log.note("didFinishLaunching")
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    log.note("didBecomeActive")
  }
}
