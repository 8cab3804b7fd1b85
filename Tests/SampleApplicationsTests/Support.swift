import HeadlessUIKit
import SampleApplications
import Testing

/// Launches the first source application, runs the body, ends the scene, and expects that nothing is left of it.
@MainActor
func withMultiview(
  _ containment: MultiviewController.Containment = .viewOnly, profile: UIApplication.Profile = .latest,
  isFaithful: Bool = false, views: MultiviewController.Registry? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (UIApplication) throws -> Void
) throws {
  let application = UIApplication(name: "test", profile: profile, clock: .virtual, isFaithful: isFaithful)
  try application.perform {
    application.delegate = MultiviewAppDelegate(views: views ?? .samples, containment: containment)
    application.launch()
  }
  try body(application)
  application.terminate()
  #expect(application.liveControllerCount == 0, sourceLocation: sourceLocation)
  #expect(application.liveViewCount == 0, sourceLocation: sourceLocation)
}

@MainActor
extension UIApplication {
  var multiview: MultiviewAppDelegate? { delegate as? MultiviewAppDelegate }

  /// Runs a request and takes the callbacks that it caused, layout left out (R2.3).
  func callbacks(_ request: () throws -> Void) throws -> [String] {
    trace.removeAll()
    try perform(request)
    return trace.linesWithoutLayout
  }

  /// Taps the one button on screen.
  func tapButton() throws {
    let view = try #require(multiview?.displayedViewController?.viewIfLoaded)
    let button = try #require(view.subviews.first as? UIButton)
    try button.tap()
  }
}
