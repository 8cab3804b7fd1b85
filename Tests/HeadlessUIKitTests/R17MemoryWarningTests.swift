import HeadlessUIKit
import Testing

private final class WarnedDelegate: UIApplicationDelegate {
  let log: Log

  init(log: Log) {
    self.log = log
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    log.note("delegate")
  }
}

/// Breaks R17.7: does not call `super`, and could be unloaded otherwise.
private final class Hoarder: UIViewController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  override func didReceiveMemoryWarning() {}
}

/// Reads its view in the warning, without a guard (R17.6).
private final class Careless: UIViewController {
  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    _ = view
  }
}

/// Reads its view in the warning behind the guard that R17.6 asks for.
private final class Guarded: UIViewController {
  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    if isViewLoaded {
      _ = view
    }
  }
}

private let bothProfiles = [UIApplication.Profile.ios5, .latest]

@MainActor
@Suite("R17: memory warnings")
struct R17MemoryWarningTests {
  @Test("R17.1, R17.3: every live controller is told: on screen, off screen, not loaded", arguments: bothProfiles)
  func everybodyIsTold(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      let loaded = try application.perform { First() }
      let unloaded = try application.perform { Second() }
      try application.perform {
        embed(child, in: stage.root)
        loaded.loadViewIfNeeded()
      }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      // Order: section 5, creation order.
      #expect(
        application.trace.linesWithoutLayout == [
          "Root didReceiveMemoryWarning", "Child didReceiveMemoryWarning", "First didReceiveMemoryWarning",
          "Second didReceiveMemoryWarning",
        ])
      #expect(report.told.map(\.className) == ["Root", "Child", "First", "Second"])
      #expect(report.told.map(\.controller) == [stage.root.id, child.id, loaded.id, unloaded.id])
      #expect(report.unloaded.isEmpty)
      #expect(!unloaded.isViewLoaded)
    }
  }

  @Test("R17.1: a controller that has gone is not told")
  func theDeadAreNotTold() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        child.loadViewIfNeeded()
      }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(report.told.isEmpty)
      #expect(application.trace.lines == [])
    }
  }

  @Test("R17.2: the delegate first, then the controllers in the order of their creation", arguments: bothProfiles)
  func order(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let log = Log()
      application.delegate = WarnedDelegate(log: log)
      let first = try application.perform { First() }
      let second = try application.perform { Second() }
      for controller in [second, first] as [HookedController] {
        controller.onMemoryWarning = { log.note(String(describing: type(of: $0))) }
      }
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(log.lines == ["delegate", "First", "Second"])
    }
  }

  @Test("R17.4: ios5 unloads a view without superview that loadView can make again, and makes it again")
  func unloads() throws {
    try withScene(.ios5) { application in
      let child = try application.perform { Remakeable() }
      let log = Log()
      child.onViewWillUnload = { log.note("will: \($0.isViewLoaded)") }
      child.onViewDidUnload = { log.note("did: \($0.isViewLoaded)") }
      try application.perform { child.loadViewIfNeeded() }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      // Order: R17.4.
      #expect(
        application.trace.lines == [
          "Remakeable didReceiveMemoryWarning", "Remakeable viewWillUnload", "Remakeable viewDidUnload",
        ])
      #expect(log.lines == ["will: true", "did: false"])
      #expect(!child.isViewLoaded)
      #expect(report.unloaded.map(\.className) == ["Remakeable"])
      #expect(report.unloaded.map(\.controller) == [child.id])
      #expect(report.kept.isEmpty)
      application.trace.removeAll()
      try application.perform { child.loadViewIfNeeded() }
      #expect(application.trace.lines == ["Remakeable loadView", "Remakeable viewDidLoad"])
    }
  }

  @Test("R17.4: ios5 unloads a view that comes from a nib")
  func unloadsNib() throws {
    try withScene(.ios5) { application in
      let child = try application.perform { Child(nibName: "Child", bundle: nil) }
      try application.perform { child.loadViewIfNeeded() }
      application.trace.removeAll()
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(
        application.trace.lines == [
          "Child didReceiveMemoryWarning", "Child viewWillUnload", "Child viewDidUnload",
        ])
    }
  }

  @Test("R17.4: ios5 keeps a view that has a superview: on screen, or in a view that is on none")
  func keepsWhatHasASuperview() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let visible = try application.perform { Remakeable() }
      let attached = try application.perform { Remakeable() }
      let box = try application.perform {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        embed(visible, in: stage.root)
        box.addSubview(attached.view)
        return box
      }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(
        application.trace.lines == [
          "Root didReceiveMemoryWarning", "Remakeable didReceiveMemoryWarning",
          "Remakeable didReceiveMemoryWarning",
        ])
      #expect(report.unloaded.isEmpty)
      #expect(visible.isViewLoaded)
      #expect(attached.isViewLoaded)
      for controller in [visible, attached] {
        #expect(report.kept.contains { $0.controller == controller.id && $0.reason == .hasSuperview })
      }
      #expect(box.subviews.count == 1)
    }
  }

  @Test("R17.4: ios5 keeps a view that neither a nib nor a loadView can make again")
  func keepsWhatCannotBeRemade() throws {
    try withScene(.ios5) { application in
      let child = try application.perform { Child() }
      try application.perform { child.loadViewIfNeeded() }
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(child.isViewLoaded)
      #expect(report.unloaded.isEmpty)
      #expect(report.kept.map(\.reason) == [.cannotBeRemade])
    }
  }

  @Test("R17.4: ios5 unloads a child whose view was taken out, and keeps it a child")
  func unloadsChildWithoutSuperview() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Remakeable() }
      try application.perform { embed(child, in: stage.root) }
      try application.perform { child.view.removeFromSuperview() }
      application.trace.removeAll()
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(
        application.trace.lines == [
          "Root didReceiveMemoryWarning", "Remakeable didReceiveMemoryWarning", "Remakeable viewWillUnload",
          "Remakeable viewDidUnload",
        ])
      #expect(child.parent === stage.root)
      application.trace.removeAll()
      try application.perform { stage.root.view.addSubview(child.view) }
      // Order: R17.4 (the next read loads again), then R2.1.
      #expect(
        application.trace.linesWithoutLayout == [
          "Remakeable loadView", "Remakeable viewDidLoad", "Remakeable viewWillAppear(false)",
          "Remakeable viewDidAppear(false)",
        ])
    }
  }

  @Test("R17.4: unloading happens once; a second warning finds nothing to unload")
  func unloadsOnce() throws {
    try withScene(.ios5) { application in
      let child = try application.perform { Remakeable() }
      try application.perform { child.loadViewIfNeeded() }
      try application.perform { _ = application.simulateMemoryWarning() }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(application.trace.lines == ["Remakeable didReceiveMemoryWarning"])
      #expect(report.told.map(\.className) == ["Remakeable"])
      #expect(report.unloaded.isEmpty)
    }
  }

  @Test("R17.5: latest never unloads; viewWillUnload and viewDidUnload are never sent")
  func latestKeepsViews() throws {
    try withScene(.latest) { application in
      let child = try application.perform { Remakeable() }
      let view: UIView = try application.perform { child.view }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(application.trace.lines == ["Remakeable didReceiveMemoryWarning"])
      #expect(child.viewIfLoaded === view)
      #expect(report.unloaded.isEmpty)
      #expect(report.kept.map(\.className) == ["Remakeable"])
      #expect(report.kept.map(\.reason) == [.profileKeepsViews])
    }
  }

  @Test("R17.6: an override that reads view loads it, one that asks isViewLoaded first does not")
  func readingViewInTheWarning() throws {
    for profile in bothProfiles {
      try withScene(profile) { application in
        let (careless, careful) = try application.perform { (Careless(), Guarded()) }
        try application.perform { _ = application.simulateMemoryWarning() }
        #expect(
          application.trace.lines == [
            "Careless didReceiveMemoryWarning", "Careless loadView", "Careless viewDidLoad",
            "Guarded didReceiveMemoryWarning",
          ])
        #expect(careless.isViewLoaded)
        #expect(!careful.isViewLoaded)
      }
    }
  }

  @Test("R17.7: ios5 does not unload behind an override that does not call super, and reports it")
  func overrideWithoutSuper() throws {
    try withScene(.ios5) { application in
      let hoarder = try application.perform { Hoarder() }
      try application.perform { hoarder.loadViewIfNeeded() }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(application.trace.lines == ["Hoarder didReceiveMemoryWarning"])
      #expect(hoarder.isViewLoaded)
      #expect(report.unloaded.isEmpty)
      #expect(report.kept.map(\.className) == ["Hoarder"])
      #expect(report.kept.map(\.reason) == [.superNotCalled])
      #expect(application.brokenContracts.map(\.kind) == [.missingMemoryWarningSuper])
      #expect(application.brokenContracts.map(\.className) == ["Hoarder"])
    }
  }

  @Test("R17.7: latest does not mind")
  func overrideWithoutSuperOnLatest() throws {
    try withScene(.latest) { application in
      let hoarder = try application.perform { Hoarder() }
      try application.perform { hoarder.loadViewIfNeeded() }
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(hoarder.isViewLoaded)
      #expect(application.brokenContracts.isEmpty)
    }
  }
}
