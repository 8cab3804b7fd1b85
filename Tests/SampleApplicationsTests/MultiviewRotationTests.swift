import HeadlessUIKit
import SampleApplications
import Testing

@MainActor
@Suite("The multiview application turned, and with other traits")
struct MultiviewRotationTests {
  private static let portrait = "compact regular light leftToRight"
  private static let landscape = "compact compact light leftToRight"

  @Test("S8, S41: latest: the root is told, the controller that is no child is not; its view follows")
  func viewOnly() throws {
    try withMultiview { application in
      let callbacks = try application.callbacks { application.rotate(to: .landscapeLeft) }
      #expect(
        callbacks == [
          "MultiviewController willTransition(\(Self.landscape))", "MultiviewController viewWillTransition(844x390)",
          "MultiviewController traitCollectionDidChange(\(Self.portrait))",
        ])
      let size = application.multiview?.displayedViewController?.viewIfLoaded?.frame.size
      #expect(size == CGSize(width: 844, height: 390))
      let dark = try application.callbacks { application.setTraits(userInterfaceStyle: .dark) }
      #expect(
        dark == [
          "MultiviewController willTransition(compact compact dark leftToRight)",
          "MultiviewController traitCollectionDidChange(\(Self.landscape))",
        ])
    }
  }

  @Test("R18.4: latest, contained: the child is told after the root")
  func contained() throws {
    try withMultiview(.contained) { application in
      let callbacks = try application.callbacks { application.rotate(to: .landscapeRight) }
      #expect(
        callbacks == [
          "MultiviewController willTransition(\(Self.landscape))", "View01 willTransition(\(Self.landscape))",
          "MultiviewController viewWillTransition(844x390)", "View01 viewWillTransition(844x390)",
          "MultiviewController traitCollectionDidChange(\(Self.portrait))",
          "View01 traitCollectionDidChange(\(Self.portrait))",
        ])
    }
  }

  @Test(
    "R18.1: ios5: the application as it was written supports portrait only, and traits are told to nobody",
    arguments: [MultiviewController.Containment.viewOnly, .contained])
  func ios5(containment: MultiviewController.Containment) throws {
    try withMultiview(containment, profile: .ios5) { application in
      var report: RotationReport?
      let callbacks = try application.callbacks { report = application.rotate(to: .landscapeLeft) }
      #expect(callbacks == [])
      #expect(report?.refusedBy?.className == "MultiviewController")
      let traits = try application.callbacks { application.setTraits(userInterfaceStyle: .dark) }
      #expect(traits == [])
    }
  }

  @Test("R18.7: a view that is shown after the interface has turned has the new bounds")
  func shownLater() throws {
    try withMultiview(.contained) { application in
      _ = try application.callbacks { application.rotate(to: .landscapeLeft) }
      let callbacks = try application.callbacks { try application.multiview?.displayView(2) }
      #expect(callbacks.filter { $0.contains("ransition") || $0.contains("trait") } == [])
      let size = application.multiview?.displayedViewController?.viewIfLoaded?.frame.size
      #expect(size == CGSize(width: 844, height: 390))
    }
  }
}
