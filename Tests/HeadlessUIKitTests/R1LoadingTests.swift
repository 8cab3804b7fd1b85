import HeadlessUIKit
import Testing

/// Reads its own view while it is being initialised (R1.2).
private final class Eager: UIViewController {
  var parentAtLoad: UIViewController?
  var loadedInInitialiser = false

  convenience init(frame: CGRect) {
    self.init()
    view.frame = frame
    loadedInInitialiser = isViewLoaded
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    parentAtLoad = parent
  }
}

/// Breaks R1.3: its `loadView` ends without a view.
private final class Viewless: UIViewController {
  override func loadView() {}
}

/// Breaks R1.3 in another way: its `loadView` reads the view that it should make.
private final class Circular: UIViewController {
  override func loadView() {
    view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
  }
}

private final class OutletOwner: UIViewController {
  var outlet: UILabel?
  var outletWasSetInViewDidLoad = false

  override func loadView() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    root.addSubview(label)
    outlet = label
    view = root
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    outletWasSetInViewDidLoad = outlet != nil
  }
}

@MainActor
@Suite("R1: view loading")
struct R1LoadingTests {
  @Test("R1.1: the first read of view runs loadView and viewDidLoad, once")
  func firstReadLoadsOnce() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        let first: UIView = child.view
        let second: UIView = child.view
        child.loadViewIfNeeded()
        #expect(first === second)
        #expect(child.isViewLoaded)
        // Order: R1.1.
        #expect(application.trace.lines == ["Child loadView", "Child viewDidLoad"])
      }
    }
  }

  @Test("R1.1: isViewLoaded and viewIfLoaded never load")
  func askingDoesNotLoad() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        #expect(!child.isViewLoaded)
        #expect(child.viewIfLoaded == nil)
        #expect(!child.isViewLoaded)
        #expect(application.trace.lines == [])
        child.loadViewIfNeeded()
        #expect(child.viewIfLoaded === child.view)
      }
    }
  }

  @Test("R1.1: loadViewIfNeeded loads as a read does")
  func loadViewIfNeeded() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        child.loadViewIfNeeded()
        child.loadViewIfNeeded()
        #expect(application.trace.lines == ["Child loadView", "Child viewDidLoad"])
      }
    }
  }

  @Test("R1.1: the default loadView makes a plain view, and the view is there in viewDidLoad")
  func defaultLoadViewMakesPlainView() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        let log = Log()
        child.onViewDidLoad = { controller in log.note("loaded: \(controller.isViewLoaded)") }
        let view: UIView = child.view
        #expect(type(of: view) == UIView.self)
        #expect(view.subviews.isEmpty)
        #expect(log.lines == ["loaded: true"])
      }
    }
  }

  @Test("R1.1: viewDidLoad follows a loadView of the controller's own, too")
  func ownLoadView() throws {
    try withScene { application in
      try application.perform {
        let child = Remakeable()
        child.loadViewIfNeeded()
        #expect(application.trace.lines == ["Remakeable loadView", "Remakeable viewDidLoad"])
      }
    }
  }

  @Test("R1.2: an initialiser that reads view moves viewDidLoad into the initialiser, where there is no parent")
  func initialiserTouchesView() throws {
    try withScene { application in
      try application.perform {
        let parent = Parent()
        let eager = Eager(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        parent.addChild(eager)
        #expect(eager.loadedInInitialiser)
        #expect(eager.parentAtLoad == nil)
        #expect(eager.parent === parent)
        // Order: R1.2 (loading first), then R3.1.
        #expect(
          application.trace.lines == ["Eager loadView", "Eager viewDidLoad", "Eager willMove(toParent: Parent)"])
      }
    }
  }

  @Test("R1.2: a setter that reads view loads it, and later reads load nothing")
  func setterTouchesView() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        child.view.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
        #expect(application.trace.lines == ["Child loadView", "Child viewDidLoad"])
        #expect(child.view.frame == CGRect(x: 1, y: 2, width: 30, height: 40))
        #expect(application.trace.lines == ["Child loadView", "Child viewDidLoad"])
      }
    }
  }

  @Test("R1.3: a loadView that ends without a view is reported")
  func missingViewIsReported() throws {
    try withScene { application in
      try application.perform {
        let viewless = Viewless()
        _ = viewless.view
      }
      #expect(application.brokenContracts.map(\.kind) == [.missingView])
      #expect(application.brokenContracts.map(\.className) == ["Viewless"])
    }
  }

  @Test("R1.3: a loadView that ends without a view is an error in a strict scene")
  func missingViewThrowsWhenStrict() throws {
    try withScene(isStrict: true) { application in
      let violation = #expect(throws: ContractViolation.self) {
        try application.perform {
          let viewless = Viewless()
          _ = viewless.view
        }
      }
      #expect(violation?.issues.map(\.kind) == [.missingView])
    }
  }

  @Test("R1.3: a loadView that reads view is called once, and reported")
  func circularLoading() throws {
    try withScene { application in
      try application.perform {
        let circular = Circular()
        circular.loadViewIfNeeded()
        #expect(circular.view.frame == CGRect(x: 0, y: 0, width: 10, height: 10))
      }
      #expect(application.lines(of: "Circular") == ["Circular loadView", "Circular viewDidLoad", "Circular deinit"])
      #expect(application.brokenContracts.map(\.kind) == [.missingView])
    }
  }

  @Test("R1.4: a nib name loads nothing by itself")
  func nibNameIsLazy() throws {
    try withScene { application in
      try application.perform {
        let child = Child(nibName: "Child", bundle: nil)
        #expect(child.nibName == "Child")
        #expect(!child.isViewLoaded)
        #expect(application.trace.lines == [])
        child.loadViewIfNeeded()
        #expect(application.trace.lines == ["Child loadView", "Child viewDidLoad"])
      }
    }
  }

  @Test("R1.4: what loadView connects is nil before it and set in viewDidLoad")
  func outletsAreNilBeforeLoading() throws {
    try withScene { application in
      try application.perform {
        let owner = OutletOwner()
        #expect(owner.outlet == nil)
        owner.loadViewIfNeeded()
        #expect(owner.outletWasSetInViewDidLoad)
        #expect(owner.outlet?.superview === owner.view)
      }
    }
  }

  @Test("R1.5: view = nil makes the next read load again", arguments: [UIApplication.Profile.ios5, .latest])
  func settingNilReloads(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      try application.perform {
        let child = Child()
        let before: UIView = child.view
        child.view = nil
        #expect(!child.isViewLoaded)
        #expect(child.viewIfLoaded == nil)
        let after: UIView = child.view
        #expect(before !== after)
        // Order: R1.5; unloading by hand sends no viewWillUnload or viewDidUnload (those belong to R17.4).
        #expect(
          application.trace.lines == [
            "Child loadView", "Child viewDidLoad", "Child loadView", "Child viewDidLoad",
          ])
      }
    }
  }
}
