import HeadlessUIKit
import SampleApplications
import Testing

/// `rotate` of segments, and `setTraits` of all three source applications, in both profiles; the rotations of multiview and
/// maps stand with their other tests.
@MainActor
@Suite("Rotation and traits of the source applications")
struct SampleTraitTests {
  private func callbacks<Delegate: UIApplicationDelegate>(
    of makeDelegate: @MainActor () -> Delegate, _ profile: UIApplication.Profile, _ request: (UIApplication) -> Void
  ) throws -> [String] {
    let application = UIApplication(name: "test", profile: profile, clock: .virtual)
    try application.perform {
      application.delegate = makeDelegate()
      application.launch()
    }
    defer { application.terminate() }
    return try application.callbacks { request(application) }
  }

  @Test("R18.1, R18.2, seed 001: ios5: bar, container and selected child are told of a rotation; the other child never")
  func rotateSegmentsIOS5() throws {
    let told = try callbacks(of: { SegmentsAppDelegate() }, .ios5) { $0.rotate(to: .landscapeRight) }
    #expect(
      told == [
        "UINavigationController willRotate(landscapeRight)", "MultipleViewController willRotate(landscapeRight)",
        "RowsViewController willRotate(landscapeRight)",
        "UINavigationController willAnimateRotation(landscapeRight)",
        "MultipleViewController willAnimateRotation(landscapeRight)",
        "RowsViewController willAnimateRotation(landscapeRight)", "UINavigationController didRotate(portrait)",
        "MultipleViewController didRotate(portrait)", "RowsViewController didRotate(portrait)",
      ])
  }

  @Test("R18.4, R18.5, seed 001: latest: traits, then sizes, each less the bar above it; the other child hears nothing")
  func rotateSegments() throws {
    let told = try callbacks(of: { SegmentsAppDelegate() }, .latest) { $0.rotate(to: .landscapeRight) }
    #expect(
      told == [
        "UINavigationController willTransition(compact compact light leftToRight)",
        "MultipleViewController willTransition(compact compact light leftToRight)",
        "RowsViewController willTransition(compact compact light leftToRight)",
        "UINavigationController viewWillTransition(844x390)", "MultipleViewController viewWillTransition(844x346)",
        "RowsViewController viewWillTransition(844x346)",
        "UINavigationController traitCollectionDidChange(compact regular light leftToRight)",
        "MultipleViewController traitCollectionDidChange(compact regular light leftToRight)",
        "RowsViewController traitCollectionDidChange(compact regular light leftToRight)",
      ])
  }

  @Test("R18.2, R18.7, seed 001: a child that was not selected during the rotation has the new bounds when it appears")
  func newBounds() throws {
    for profile in [UIApplication.Profile.ios5, .latest] {
      let application = UIApplication(name: "test", profile: profile, clock: .virtual)
      defer { application.terminate() }
      let delegate = SegmentsAppDelegateBox()
      try application.perform {
        let made = SegmentsAppDelegate()
        delegate.container = made.multipleViewController
        application.delegate = made
        application.launch()
        application.rotate(to: .landscapeLeft)
      }
      try application.perform { try delegate.container?.select(1) }
      let child = try #require(delegate.container?.selectedViewController)
      #expect(child.view.bounds.size == delegate.container?.view.bounds.size)
      #expect(child.view.bounds.width == (profile == .ios5 ? 480 : 844))
    }
  }

  @Test("R18.4: latest: setTraits tells everybody on screen, parents first, before and after")
  func setTraits() throws {
    let before = "compact regular light leftToRight"
    let after = "compact regular dark leftToRight"
    #expect(
      try callbacks(of: { MultiviewAppDelegate(containment: .contained) }, .latest) {
        $0.setTraits(userInterfaceStyle: .dark)
      } == [
        "MultiviewController willTransition(\(after))", "View01 willTransition(\(after))",
        "MultiviewController traitCollectionDidChange(\(before))", "View01 traitCollectionDidChange(\(before))",
      ])
    #expect(
      try callbacks(of: { SegmentsAppDelegate() }, .latest) { $0.setTraits(userInterfaceStyle: .dark) } == [
        "UINavigationController willTransition(\(after))", "MultipleViewController willTransition(\(after))",
        "RowsViewController willTransition(\(after))", "UINavigationController traitCollectionDidChange(\(before))",
        "MultipleViewController traitCollectionDidChange(\(before))",
        "RowsViewController traitCollectionDidChange(\(before))",
      ])
    #expect(
      try callbacks(of: { MapsAppDelegate() }, .latest) { $0.setTraits(userInterfaceStyle: .dark) } == [
        "AppViewController willTransition(\(after))", "MapViewController willTransition(\(after))",
        "AppViewController traitCollectionDidChange(\(before))",
        "MapViewController traitCollectionDidChange(\(before))",
      ])
  }

  @Test("R18.4: ios5 knows no traits: they change, and nobody is told")
  func setTraitsIOS5() throws {
    #expect(try callbacks(of: { MultiviewAppDelegate() }, .ios5) { $0.setTraits(userInterfaceStyle: .dark) } == [])
    #expect(try callbacks(of: { SegmentsAppDelegate() }, .ios5) { $0.setTraits(userInterfaceStyle: .dark) } == [])
    #expect(try callbacks(of: { MapsAppDelegate() }, .ios5) { $0.setTraits(userInterfaceStyle: .dark) } == [])
  }
}

/// Holds the container no longer than a test looks at it.
@MainActor
private final class SegmentsAppDelegateBox {
  weak var container: MultipleViewController?
}
