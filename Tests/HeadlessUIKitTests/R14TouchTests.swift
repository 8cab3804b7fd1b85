import HeadlessUIKit
import Testing

@MainActor
@Suite("R14.1: touches step by step") struct R14TouchTests {
  private static let names: [(UIControl.Event, String)] = [
    (.touchDown, "touchDown"), (.touchDragInside, "touchDragInside"), (.touchDragOutside, "touchDragOutside"),
    (.touchDragEnter, "touchDragEnter"), (.touchDragExit, "touchDragExit"), (.touchUpInside, "touchUpInside"),
    (.touchUpOutside, "touchUpOutside"), (.touchCancel, "touchCancel"),
  ]

  /// The events that a sequence sends.
  private func events(_ steps: [TouchStep], before: ((UIControl) -> Void)? = nil) throws -> [String] {
    var seen: [String] = []
    try withScene { application in
      try application.perform {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.makeKeyAndVisible()
        let button = UIButton(type: .system)
        window.addSubview(button)
        for (event, name) in Self.names {
          button.addAction(UIAction { _ in seen.append(name) }, for: event)
        }
        before?(button)
        try button.touch(steps)
      }
    }
    return seen
  }

  @Test("R14.1: inside: touchDown, touchUpInside")
  func inside() throws {
    #expect(try events([.lift]) == ["touchDown", "touchUpInside"])
    #expect(try events([.moveInside, .lift]) == ["touchDown", "touchDragInside", "touchUpInside"])
  }

  @Test("R14.1: leaving: dragInside, Exit, Outside, then touchUpOutside")
  func leaving() throws {
    #expect(
      try events([.moveInside, .moveOutside, .moveOutside, .lift]) == [
        "touchDown", "touchDragInside", "touchDragExit", "touchDragOutside", "touchDragOutside", "touchUpOutside",
      ])
  }

  @Test("R14.1: coming back: Enter, dragInside, then touchUpInside")
  func comingBack() throws {
    #expect(
      try events([.moveOutside, .moveInside, .lift]) == [
        "touchDown", "touchDragExit", "touchDragOutside", "touchDragEnter", "touchDragInside", "touchUpInside",
      ])
  }

  @Test("R14.1: called off: touchCancel, and nothing after it")
  func cancelled() throws {
    #expect(try events([.moveInside, .cancel, .lift]) == ["touchDown", "touchDragInside", "touchCancel"])
  }

  @Test("R14.1: a control that is disabled by its own touchDown is cancelled")
  func disabledMeanwhile() throws {
    let seen = try events([.lift]) { control in
      control.addAction(UIAction { [weak control] _ in control?.isEnabled = false }, for: .touchDown)
    }
    #expect(seen == ["touchDown", "touchCancel"])
  }

  @Test("R14.1: a finger that stays down highlights the control while it is inside")
  func highlighted() throws {
    try withScene { application in
      try application.perform {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.makeKeyAndVisible()
        let button = UIButton(type: .system)
        window.addSubview(button)
        try button.touch([.moveInside])
        #expect(button.isHighlighted)
        try button.touch([.moveOutside])
        #expect(!button.isHighlighted)
        try button.touch([.lift])
        #expect(!button.isHighlighted)
      }
    }
  }
}
