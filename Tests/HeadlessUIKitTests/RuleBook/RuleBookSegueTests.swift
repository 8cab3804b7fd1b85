import HeadlessUIKit
import Testing

/// Makes the destination a child of the source.
private final class EmbeddingSegue: UIStoryboardSegue {
  override func perform() {
    embed(destination, in: source)
  }
}

@MainActor
@Suite("Rule book: segues and storyboards")
struct RuleBookSegueTests {
  private func button(_ application: UIApplication) throws -> UIControl {
    try #require(application.viewsOnScreen(identified: "go").first as? UIControl)
  }

  private func root(_ window: UIWindow) throws -> StoryController {
    try #require(window.rootViewController as? StoryController)
  }

  @Test("R16.1, R16.4: a control's segue: asked, made, prepared, performed; the destination is not loaded before")
  func actionSegue() throws {
    try withStory { application, log in
      _ = try application.showInitial(of: .going())
      application.trace.removeAll()
      log.lines = []
      let button = try button(application)
      try application.perform { try expectTap(button, sends: 1) }
      #expect(
        log.lines == [
          "Frame shouldPerform(Going) sender: go",
          "Frame prepare(Going) sender: go, outlet: false, destination loaded: false",
          "perform Going from Frame to Inner",
        ])
      #expect(application.linesWithoutDeinit == ["Inner awakeFromNib", "Frame prepare(Going)"])
    }
  }

  @Test("R16.1, R3.9: a custom segue that embeds: the destination is loaded after prepare, in perform")
  func embeddingInPerform() throws {
    try withStory { application, _ in
      _ = try application.showInitial(of: .going(EmbeddingSegue.self))
      application.trace.removeAll()
      let button = try button(application)
      try application.perform { try expectTap(button, sends: 1) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Inner awakeFromNib", "Frame prepare(Going)", "Inner willMove(toParent: Frame)",
          "Inner loadView", "Inner viewDidLoad", "Inner viewWillAppear(false)", "Inner viewIsAppearing(false)",
          "Inner didMove(toParent: Frame)", "Inner viewDidAppear(false)",
        ])
    }
  }

  @Test("S66: refused, nothing is made or prepared; performed by code nobody is asked")
  func refused() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .going()) { $0.refusesSegues = true }
      application.trace.removeAll()
      log.lines = []
      let button = try button(application)
      try application.perform { _ = try button.tap() }
      #expect(log.lines == ["Frame shouldPerform(Going) sender: go"])
      #expect(application.trace.lines == [])
      #expect(application.liveControllers.map(\.className) == ["Frame"])
      log.lines = []
      let frame = try root(window)
      try application.perform { frame.performSegue(withIdentifier: "Going", sender: "code") }
      #expect(
        log.lines == [
          "Frame prepare(Going) sender: code, outlet: false, destination loaded: false",
          "perform Going from Frame to Inner",
        ])
    }
  }

  @Test("R16.2, R16.4: an unknown identifier is reported; identifiers are compared as strings")
  func unknownIdentifier() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .going())
      log.lines = []
      let frame = try root(window)
      try application.perform {
        frame.performSegue(withIdentifier: "going", sender: nil)
        frame.performSegue(withIdentifier: "Elsewhere", sender: nil)
      }
      #expect(application.brokenContracts.map(\.kind) == [.unknownSegue, .unknownSegue])
      #expect(log.lines == [])
      #expect(application.liveControllers.count == 1)
    }
  }

  @Test("R16.2: a controller that comes from no storyboard has no segues")
  func noStoryboard() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform { stage.root.performSegue(withIdentifier: "Going", sender: nil) }
      #expect(application.brokenContracts.map(\.kind) == [.unknownSegue])
      #expect(stage.root.storyboard == nil)
    }
  }

  @Test("R16.4: a segue may have no identifier")
  func noIdentifier() throws {
    try withStory { application, log in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self,
              segues: [StoryboardDefinition.Segue(nil, .custom(NotingSegue.self), to: "inner", control: "go")],
              makeView: { StoryView.button("go") }),
            StoryboardDefinition.Scene("inner", Inner.self),
          ]))
      _ = try application.showInitial(of: storyboard)
      log.lines = []
      let button = try button(application)
      try application.perform { try expectTap(button, sends: 1) }
      #expect(
        log.lines.suffix(2) == [
          "Frame prepare(nil) sender: go, outlet: false, destination loaded: false",
          "perform nil from Frame to Inner",
        ])
    }
  }

  @Test("R16.3, R1.4, R3.10: the whole life of an embedded child, from the storyboard to the screen")
  func embedTranscript() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding())
      #expect(
        application.trace.linesWithoutLayout == [
          "Frame awakeFromNib", "Frame loadView", "Inner awakeFromNib", "Frame prepare(Embedding)",
          "Inner willMove(toParent: Frame)", "Inner loadView", "Inner viewDidLoad", "Inner didMove(toParent: Frame)",
          "Frame viewDidLoad",
          "Frame viewWillAppear(false)", "Inner viewWillAppear(false)",
          "Frame viewIsAppearing(false)", "Inner viewIsAppearing(false)",
          "Frame viewDidAppear(false)", "Inner viewDidAppear(false)",
        ])
      let frame = try root(window)
      #expect(frame.children.map(\.className) == ["Inner"])
      #expect(frame.children[0].view.superview?.accessibilityIdentifier == "hole")
    }
  }

  @Test("S64: a delegate that is set in prepare hears its child's viewDidLoad, before the parent's own")
  func delegateInPrepare() throws {
    try withStory { application, log in
      _ = try application.showInitial(of: .embedding()) { $0.listensToEmbedded = true }
      let steps = log.lines.compactMap { line in
        ["Frame prepare(Embedding)", "Inner viewDidLoad", "Frame heard from Inner", "Frame viewDidLoad"]
          .first { line.hasPrefix($0) }
      }
      #expect(
        steps == ["Frame prepare(Embedding)", "Inner viewDidLoad", "Frame heard from Inner", "Frame viewDidLoad"])
      #expect(log.lines.contains("Inner viewDidLoad outlet: false, listener: true"))
      #expect(log.lines.contains("Frame viewDidLoad outlet: true, listener: false"))
    }
  }

  @Test(
    "S64, R16.4: the destination can be cast and given properties in prepare; the sender of an embed segue is nobody")
  func castInPrepare() throws {
    try withStory { application, log in
      _ = try application.showInitial(of: .embedding()) { frame in
        frame.onPrepare = { segue, sender in
          segue.destination.title = "prepared"
          log.note("\(segue.identifier == "Embedding") \(segue.destination is Inner) \(sender == nil)")
        }
      }
      #expect(log.lines.contains("true true true"))
      let inner = try #require(application.liveControllers.first { $0 is Inner })
      #expect(inner.title == "prepared")
    }
  }

  @Test("S65: the delegate is weak: the child outlives its parent and its call goes nowhere")
  func delegateIsWeak() throws {
    try withStory { application, log in
      var inner: StoryController?
      let window = try application.showInitial(of: .embedding()) { $0.listensToEmbedded = true }
      inner = window.rootViewController?.children.first as? StoryController
      #expect(inner?.listener != nil)
      try application.perform { window.rootViewController = Root() }
      #expect(application.lines(of: "Frame").last == "Frame deinit")
      #expect(inner?.listener == nil)
      #expect(inner?.parent == nil)
      log.lines = []
      try application.perform {
        if let inner { inner.listener?.heard(from: inner) }
      }
      #expect(log.lines == [])
      inner = nil
    }
  }

  @Test("R16.5: of several embed segues all children are there before the parent's viewDidLoad")
  func severalEmbeds() throws {
    try withStory { application, _ in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self,
              segues: [
                StoryboardDefinition.Segue("One", .embed(container: "upper"), to: "inner"),
                StoryboardDefinition.Segue("Two", .embed(container: "lower"), to: "another"),
              ],
              makeView: { StoryView.root("upper", "lower") }),
            StoryboardDefinition.Scene("inner", Inner.self),
            StoryboardDefinition.Scene("another", Another.self),
          ]))
      let window = try application.showInitial(of: storyboard)
      let lines = application.trace.linesWithoutLayout
      for name in ["Inner", "Another"] {
        #expect(
          isSubsequence(
            [
              "\(name) awakeFromNib", "\(name) willMove(toParent: Frame)", "\(name) viewDidLoad",
              "\(name) didMove(toParent: Frame)", "Frame viewDidLoad", "\(name) viewDidAppear(false)",
            ], of: lines))
      }
      #expect(Set(try root(window).children.map(\.className)) == ["Inner", "Another"])
    }
  }

  @Test("R16.8: controllers are made anew each time; an unknown identifier is reported")
  func instantiate() throws {
    try withStory { application, _ in
      try application.perform {
        let storyboard = try UIStoryboard.going()
        let one = storyboard.instantiateViewController(withIdentifier: "inner")
        let two = storyboard.instantiateViewController(withIdentifier: "inner")
        #expect(one !== two)
        #expect(one is Inner)
        #expect(one.storyboard === storyboard)
        #expect(!one.isViewLoaded)
        _ = storyboard.instantiateViewController(withIdentifier: "Inner")
      }
      #expect(application.brokenContracts.map(\.kind) == [.unknownStoryboardScene])
    }
  }

  @Test("1.2.2, R16.3: a segmented container as an embedded scene, its children added in code")
  func embeddedSegments() throws {
    try withStory { application, _ in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self,
              segues: [StoryboardDefinition.Segue("Embedding", .embed(container: "hole"), to: "pages")],
              makeView: { StoryView.root("hole") }),
            StoryboardDefinition.Scene(
              "pages", RuleBookPages.self,
              configure: { pages in
                pages.addViewController(First())
                pages.addViewController(Second())
              }),
          ]))
      _ = try application.showInitial(of: storyboard)
      #expect(
        application.lines(withoutMovesInto: "RuleBookPages") == [
          "Frame awakeFromNib", "Frame loadView", "RuleBookPages awakeFromNib", "Frame prepare(Embedding)",
          "RuleBookPages willMove(toParent: Frame)", "RuleBookPages loadView", "RuleBookPages viewDidLoad",
          "First loadView", "First viewDidLoad", "RuleBookPages didMove(toParent: Frame)", "Frame viewDidLoad",
          "Frame viewWillAppear(false)", "RuleBookPages viewWillAppear(false)", "First viewWillAppear(false)",
          "Frame viewIsAppearing(false)", "RuleBookPages viewIsAppearing(false)", "First viewIsAppearing(false)",
          "Frame viewDidAppear(false)", "RuleBookPages viewDidAppear(false)", "First viewDidAppear(false)",
        ])
    }
  }

  @Test("R16.3, R17.4, profile ios5: a reloaded parent gets its embedded child's view again, and no second child")
  func embedAgain() throws {
    try withStory(.ios5) { application, _ in
      let frame = try application.perform {
        let frame = try #require(try UIStoryboard.embedding().instantiateInitialViewController())
        frame.loadViewIfNeeded()
        return frame
      }
      application.trace.removeAll()
      _ = try application.perform { application.simulateMemoryWarning() }
      #expect(isSubsequence(["Frame viewWillUnload", "Frame viewDidUnload"], of: application.lines(of: "Frame")))
      _ = try application.perform { show(frame) }
      #expect(frame.children.map(\.className) == ["Inner"])
      #expect(frame.children[0].view.isDescendant(of: frame.view))
      #expect(frame.children[0].appearanceState == .appeared)
    }
  }
}
