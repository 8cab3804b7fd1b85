import HeadlessUIKit
import Testing

/// S2: touches only its state in the warning.
private final class Cache: UIViewController {
  var entries = 3

  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    entries = 0
  }
}

/// S2: reads `view` in the warning.
private final class Reader: UIViewController {
  override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    view.setNeedsLayout()
  }
}

/// S3: neither a nib nor a `loadView` of its own.
private final class Bare: UIViewController {}

/// S3: the same with a `loadView`.
private final class Built: UIViewController {
  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }
}

private let bothProfiles = [UIApplication.Profile.ios5, .latest]

@MainActor
@Suite("S2, S3, S10, S11: memory warnings")
struct SMemoryWarningScenarioTests {
  @Test("S2: a controller whose view was never read is told and stays unloaded", arguments: bothProfiles)
  func neverLoaded(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let cache = try application.perform { Cache() }
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(application.trace.lines == ["Cache didReceiveMemoryWarning"])
      #expect(cache.entries == 0)
      #expect(!cache.isViewLoaded)
      #expect(report.told.map(\.className) == ["Cache"])
      #expect(report.unloaded.isEmpty)
    }
  }

  @Test("S2: an override that reads view loads it inside the warning, and the trace shows it", arguments: bothProfiles)
  func loadedByTheWarning(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let reader = try application.perform { Reader() }
      try application.perform { _ = application.simulateMemoryWarning() }
      // Order: R17.6.
      #expect(
        application.trace.linesWithoutLayout == [
          "Reader didReceiveMemoryWarning", "Reader loadView", "Reader viewDidLoad",
        ])
      #expect(reader.isViewLoaded)
    }
  }

  @Test("S3: ios5: neither nib nor loadView: not unloaded; with a loadView: unloaded")
  func quirk() throws {
    try withScene(.ios5) { application in
      let bare = try application.perform { Bare() }
      let built = try application.perform { Built() }
      try application.perform {
        bare.loadViewIfNeeded()
        built.loadViewIfNeeded()
      }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      // Order: R17.2 between controllers, R17.4 within one.
      #expect(
        application.trace.lines == [
          "Bare didReceiveMemoryWarning",
          "Built didReceiveMemoryWarning", "Built viewWillUnload", "Built viewDidUnload",
        ])
      #expect(bare.isViewLoaded)
      #expect(!built.isViewLoaded)
      #expect(report.told.map(\.className) == ["Bare", "Built"])
      #expect(report.unloaded.map(\.className) == ["Built"])
      #expect(report.kept.map(\.className) == ["Bare"])
      #expect(report.kept.map(\.reason) == [.cannotBeRemade])
    }
  }

  @Test("S10: latest: what S3 unloads on ios5 stays, and is the same view")
  func nothingUnloadsOnLatest() throws {
    try withScene(.latest) { application in
      let bare = try application.perform { Bare() }
      let built = try application.perform { Built() }
      let (bareView, builtView): (UIView, UIView) = try application.perform { (bare.view, built.view) }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(application.trace.lines == ["Bare didReceiveMemoryWarning", "Built didReceiveMemoryWarning"])
      #expect(bare.viewIfLoaded === bareView)
      #expect(built.viewIfLoaded === builtView)
      #expect(report.unloaded.isEmpty)
      #expect(report.kept.map(\.reason) == [.profileKeepsViews, .profileKeepsViews])
    }
  }

  @Test("S11: seed 000: screen 1 visible, warning, displayView 2, warning", arguments: bothProfiles)
  func seed(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { UncontainedSwapper() }
      try application.perform { try stage.root.displayView(1) }
      let swapperView = stage.root.viewIfLoaded
      let screenView = stage.root.current?.viewIfLoaded
      application.trace.removeAll()
      let first = try application.perform { application.simulateMemoryWarning() }
      // Nothing unloads on either profile: both views have a superview. Order: R17.2.
      #expect(
        application.trace.linesWithoutLayout == [
          "UncontainedSwapper didReceiveMemoryWarning", "View01 didReceiveMemoryWarning",
        ])
      #expect(first.unloaded.isEmpty)
      #expect(stage.root.viewIfLoaded === swapperView)
      #expect(stage.root.current?.viewIfLoaded === screenView)
      try application.perform { try stage.root.displayView(2) }
      application.trace.removeAll()
      let second = try application.perform { application.simulateMemoryWarning() }
      // No call after "View01 deinit".
      #expect(
        application.trace.linesWithoutLayout == [
          "UncontainedSwapper didReceiveMemoryWarning", "View02 didReceiveMemoryWarning",
        ])
      #expect(second.told.map(\.className) == ["UncontainedSwapper", "View02"])
    }
  }
}
