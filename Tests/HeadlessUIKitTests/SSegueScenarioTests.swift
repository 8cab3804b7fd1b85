import HeadlessUIKit
import Testing

@MainActor
@Suite("Segue scenarios") struct SSegueScenarioTests {
  @Test("S64: prepare precedes both viewDidLoads; a delegate set there hears of the child's own viewDidLoad")
  func delegateInPrepare() throws {
    try withStory { application, log in
      _ = try application.showInitial(of: .embedding()) { $0.listensToEmbedded = true }
      #expect(
        log.lines == [
          "Frame shouldPerform(Embedding) sender: nil",
          "Frame prepare(Embedding) sender: nil, outlet: false, destination loaded: false",
          "Inner viewDidLoad outlet: false, listener: true", "Frame heard from Inner",
          "Frame viewDidLoad outlet: true, listener: false",
        ])
    }
  }

  @Test("S65: the parent is released while the child is held elsewhere: the weak delegate is nil, a call does nothing")
  func deadDelegate() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .embedding()) { $0.listensToEmbedded = true }
      let inner = try #require(window.rootViewController?.children.first as? Inner)
      try application.perform { window.rootViewController = nil }
      #expect(application.trace.lines.contains("Frame deinit"))
      #expect(inner.listener == nil)
      #expect(inner.parent == nil)
      log.lines = []
      inner.listener?.heard(from: inner)
      #expect(log.lines == [])
    }
  }

  @Test(
    "S66: a button's segue that is refused makes nothing and prepares nothing; code then performs it without asking")
  func refusedThenCode() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .going()) { $0.refusesSegues = true }
      let frame = try #require(window.rootViewController)
      let button = try #require(frame.view.subviews.first as? UIButton)
      application.trace.removeAll()
      log.lines = []
      try application.perform { try expectTap(button, sends: 1) }
      #expect(application.trace.lines == [])
      #expect(log.lines == ["Frame shouldPerform(Going) sender: go"])
      log.lines = []
      try application.perform { frame.performSegue(withIdentifier: "Going", sender: nil) }
      #expect(application.trace.lines == ["Inner awakeFromNib", "Frame prepare(Going)", "Inner deinit"])
      #expect(
        log.lines == [
          "Frame prepare(Going) sender: nil, outlet: false, destination loaded: false",
          "perform Going from Frame to Inner",
        ])
    }
  }

  @Test("S7: after a memory warning off screen (ios5) the view comes again, and the same child in it: no double child")
  func reload() throws {
    try withStory(.ios5) { application, _ in
      let window = try application.showInitial(of: .embedding())
      let frame = try #require(window.rootViewController)
      let inner = try #require(frame.children.first)
      try application.perform { window.rootViewController = Root() }
      application.trace.removeAll()
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(report.unloaded.map(\.className) == ["Frame", "Inner"])
      try application.perform { window.rootViewController = frame }
      #expect(
        application.trace.linesWithoutLayout == [
          "Frame didReceiveMemoryWarning", "Frame viewWillUnload", "Frame viewDidUnload",
          "Inner didReceiveMemoryWarning", "Inner viewWillUnload", "Inner viewDidUnload",
          "Root didReceiveMemoryWarning",
          "Frame loadView", "Frame prepare(Embedding)", "Inner loadView", "Inner viewDidLoad", "Frame viewDidLoad",
          "Root viewWillDisappear(false)", "Frame viewWillAppear(false)", "Inner viewWillAppear(false)",
          "Root viewDidDisappear(false)", "Root deinit", "Frame viewDidAppear(false)", "Inner viewDidAppear(false)",
        ])
      #expect(frame.children.map(\.id) == [inner.id])
      #expect(inner.view.superview?.accessibilityIdentifier == "hole")
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S7, S6: a child that was removed before the view comes again is not shown again: a new one is made")
  func reloadAfterRemoval() throws {
    try withStory(.ios5) { application, _ in
      let window = try application.showInitial(of: .embedding())
      let frame = try #require(window.rootViewController)
      let first = try #require(frame.children.first?.id)
      try application.perform { window.rootViewController = nil }
      try application.perform { frame.children.first.map(unembed) }
      _ = try application.perform { application.simulateMemoryWarning() }
      try application.perform { window.rootViewController = frame }
      #expect(frame.children.count == 1)
      #expect(frame.children.first?.id != first)
    }
  }
}
