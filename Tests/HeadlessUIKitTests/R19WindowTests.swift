import HeadlessUIKit
import Testing

@MainActor
@Suite("R19: windows, as far as section 5 fixes them")
struct R19WindowTests {
  @Test("R19.3: replacing the root of a visible window")
  func rootReplacement() throws {
    try withScene { application in
      let stage = try Stage(application) { First() }
      let second = try application.perform {
        let second = Second()
        stage.window.rootViewController = second
        return second
      }
      // Order: section 5, "root replacement interleaving", and R19.3 for loading.
      #expect(
        application.trace.linesWithoutLayout == [
          "Second loadView", "Second viewDidLoad",
          "First viewWillDisappear(false)", "Second viewWillAppear(false)", "Second viewIsAppearing(false)",
          "First viewDidDisappear(false)", "Second viewDidAppear(false)",
        ])
      #expect(stage.window.rootViewController === second)
      #expect(stage.root.view.window == nil)
    }
  }

  @Test("R19.4: a root in a hidden window does not appear until the window is shown")
  func hiddenWindow() throws {
    try withScene { application in
      let window = try application.perform {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        window.rootViewController = Root()
        return window
      }
      #expect(!application.trace.lines.contains { $0.contains("ppear") })
      try application.perform { window.makeKeyAndVisible() }
      #expect(
        application.trace.linesWithoutLayout == [
          "Root loadView", "Root viewDidLoad", "Root viewWillAppear(false)", "Root viewIsAppearing(false)",
          "Root viewDidAppear(false)",
        ])
    }
  }
}
