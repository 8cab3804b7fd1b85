import HeadlessUIKit
import Testing

@MainActor
@Suite("R2.2, S7, S8: reversals, placeholders, controllers in properties") struct SMoreScenarioTests {
  @Test("R2.2: an appearance that is reversed before the view is in a window sends no viewIsAppearing")
  func reversed() throws {
    try withScene { application in
      let container = try application.perform { ByHandContainer() }
      try application.perform {
        show(container)
        container.addChild(container.kept)
        container.kept.didMove(toParent: container)
        container.kept.loadViewIfNeeded()
      }
      application.trace.removeAll()
      try application.perform {
        container.kept.beginAppearanceTransition(true, animated: false)
        container.kept.beginAppearanceTransition(false, animated: false)
        container.kept.endAppearanceTransition()
      }
      // Order: R5.
      #expect(
        application.trace.linesWithoutLayout == [
          "Child viewWillAppear(false)", "Child viewWillDisappear(false)", "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test("S7: a placeholder that embeds in its viewDidLoad embeds again after its view was unloaded, and has one child")
  func placeholder() throws {
    try withScene(.ios5) { application in
      let placeholder = try application.perform { Placeholder() }
      try application.perform { placeholder.loadViewIfNeeded() }
      _ = try application.perform { application.simulateMemoryWarning() }
      #expect(!placeholder.isViewLoaded)
      application.trace.removeAll()
      _ = try application.perform { show(placeholder) }
      #expect(application.trace.lines.prefix(2) == ["Placeholder loadView", "Placeholder viewDidLoad"])
      #expect(placeholder.loads == 2)
      #expect(placeholder.children.count == 1)
      #expect(placeholder.view.subviews.count == 1)
    }
  }

  @Test("S8: a controller in a property hears of memory warnings though it is no child")
  func inProperty() throws {
    try withScene { application in
      let container = try application.perform { ByHandContainer() }
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(container.kept.parent == nil)
      #expect(Set(report.told.map(\.className)) == ["ByHandContainer", "Child"])
    }
  }
}

/// Forwards nothing by itself, and keeps a controller in a property.
private final class ByHandContainer: UIViewController {
  let kept = Child()
  override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}

/// Embeds a controller whenever its view is loaded.
private final class Placeholder: UIViewController {
  private(set) var loads = 0

  override func loadView() { view = UIView(frame: .zero) }

  override func viewDidLoad() {
    super.viewDidLoad()
    loads += 1
    for child in children { unembed(child) }
    embed(Child(), in: self)
  }
}
