import HeadlessUIKit
import Testing

@MainActor
@Suite("R16: embed segues") struct R16EmbedTests {
  @Test(
    "R16.3: child made, prepare, addChild, the child's view, didMove; then the parent's viewDidLoad; then both appear")
  func order() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding())
      #expect(
        application.trace.linesWithoutLayout == [
          "Frame awakeFromNib", "Frame loadView", "Inner awakeFromNib", "Frame prepare(Embedding)",
          "Inner willMove(toParent: Frame)", "Inner loadView", "Inner viewDidLoad", "Inner didMove(toParent: Frame)",
          "Frame viewDidLoad", "Frame viewWillAppear(false)", "Inner viewWillAppear(false)",
          "Frame viewIsAppearing(false)", "Inner viewIsAppearing(false)", "Frame viewDidAppear(false)",
          "Inner viewDidAppear(false)",
        ])
      let frame = try #require(window.rootViewController)
      let inner = try #require(frame.children.first)
      #expect(frame.children.count == 1)
      #expect(inner.view.superview?.accessibilityIdentifier == "hole")
      #expect(inner.view.frame == CGRect(x: 0, y: 0, width: 320, height: 100))
      inner.view.superview?.frame.size = CGSize(width: 200, height: 50)
      #expect(inner.view.frame == CGRect(x: 0, y: 0, width: 200, height: 50))
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R16.3: in prepare the parent's outlets are nil, its view is there, and the child's view is not loaded")
  func outlets() throws {
    try withStory { application, log in
      _ = try application.showInitial(of: .embedding()) { frame in
        frame.onPrepare = { segue, _ in
          StoryController.note("view: \(segue.source.isViewLoaded), parent: \(segue.destination.parent != nil)")
        }
      }
      #expect(
        log.lines == [
          "Frame shouldPerform(Embedding) sender: nil",
          "Frame prepare(Embedding) sender: nil, outlet: false, destination loaded: false",
          "view: true, parent: false", "Inner viewDidLoad outlet: false, listener: false",
          "Frame viewDidLoad outlet: true, listener: false",
        ])
    }
  }

  @Test("R16.3: refused, nothing is made; performed later by code, it is embedded without asking")
  func refused() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .embedding()) { $0.refusesSegues = true }
      #expect(window.rootViewController?.children.isEmpty == true)
      #expect(!application.trace.lines.contains("Inner awakeFromNib"))
      application.trace.removeAll()
      log.lines = []
      try application.perform { window.rootViewController?.performSegue(withIdentifier: "Embedding", sender: nil) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Inner awakeFromNib", "Frame prepare(Embedding)", "Inner willMove(toParent: Frame)", "Inner loadView",
          "Inner viewDidLoad", "Inner viewWillAppear(false)", "Inner viewIsAppearing(false)",
          "Inner didMove(toParent: Frame)", "Inner viewDidAppear(false)",
        ])
      #expect(!log.lines.contains { $0.contains("shouldPerform") })
    }
  }

  @Test("R16.3: performed by code into an occupied container it is reported; nobody is asked, the child is untouched")
  func again() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding())
      let inner = try #require(window.rootViewController?.children.first?.id)
      application.trace.removeAll()
      try application.perform { window.rootViewController?.performSegue(withIdentifier: "Embedding", sender: nil) }
      #expect(application.trace.lines == [])
      #expect(application.issues.map(\.kind) == [.occupiedContainer])
      #expect(window.rootViewController?.children.map(\.id) == [inner])
    }
  }

  @Test(
    "R16.3: a child whose view was taken out of its container is shown there again by the same segue: no second one")
  func againInAnEmptyContainer() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding())
      let inner = try #require(window.rootViewController?.children.first?.id)
      try application.perform { window.rootViewController?.children.first?.view.removeFromSuperview() }
      application.trace.removeAll()
      try application.perform { window.rootViewController?.performSegue(withIdentifier: "Embedding", sender: nil) }
      #expect(
        application.trace.linesWithoutLayout == [
          "Frame prepare(Embedding)", "Inner viewWillAppear(false)", "Inner viewIsAppearing(false)",
          "Inner viewDidAppear(false)",
        ])
      #expect(window.rootViewController?.children.map(\.id) == [inner])
      #expect(application.issues == [])
    }
  }

  @Test("Regression, R16.3: what prepare itself puts into the container is not joined by another child")
  func occupiedInPrepare() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding()) { $0.refusesSegues = true }
      let frame = try #require(window.rootViewController as? Frame)
      var other: Child?
      try application.perform {
        let made = Child()
        other = made
        frame.onPrepare = { [weak frame, weak made] _, _ in
          if let made { frame?.view.subviews.last?.addSubview(made.view) }
        }
        frame.performSegue(withIdentifier: "Embedding", sender: nil)
      }
      #expect(application.issues.map(\.kind) == [.occupiedContainer])
      #expect(frame.children.isEmpty)
      #expect(other?.appearanceState == .appeared)
      frame.onPrepare = nil
      other = nil
    }
  }

  @Test("R16.3: performed by code before the view is loaded, it is performed once, by the loading")
  func beforeLoading() throws {
    try withStory { application, _ in
      try application.perform {
        let frame = try UIStoryboard.embedding().instantiateInitialViewController()
        frame?.performSegue(withIdentifier: "Embedding", sender: nil)
        #expect(frame?.children.count == 1)
      }
      #expect(application.trace.lines.filter { $0.contains("prepare") } == ["Frame prepare(Embedding)"])
    }
  }

  @Test(
    "R16.3: a container view that is missing is reported with the nearest; no child is made, the parent still loads")
  func missingContainer() throws {
    try withStory { application, _ in
      let window = try application.showInitial(of: .embedding(container: "hola"))
      #expect(window.rootViewController?.children.isEmpty == true)
      #expect(
        application.trace.linesWithoutLayout == [
          "Frame awakeFromNib", "Frame loadView", "Frame viewDidLoad", "Frame viewWillAppear(false)",
          "Frame viewIsAppearing(false)", "Frame viewDidAppear(false)",
        ])
      #expect(application.issues.map(\.kind) == [.missingSegueView])
      #expect(application.issues.first?.controller == window.rootViewController?.id)
      #expect(application.issues.first?.message.contains("Did you mean \"hole\"?") == true)
    }
  }

  @Test("R16.3: the container is looked for in the controller's own views, not in those of a child")
  func foreignContainer() throws {
    try withStory { application, _ in
      let segues = [
        StoryboardDefinition.Segue("One", .embed(container: "hole"), to: "inner"),
        StoryboardDefinition.Segue("Two", .embed(container: "place"), to: "another"),
      ]
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene("frame", Frame.self, segues: segues, makeView: { StoryView.root("hole") }),
            StoryboardDefinition.Scene("inner", Inner.self, makeView: { StoryView.root("place") }),
            StoryboardDefinition.Scene("another", Another.self),
          ]))
      let window = try application.showInitial(of: storyboard)
      #expect(window.rootViewController?.children.map(\.className) == ["Inner"])
      #expect(application.issues.map(\.kind) == [.missingSegueView])
    }
  }

  @Test("R16.5: several embed segues in the storyboard's order; embedded scenes embed in turn")
  func several() throws {
    try withStory { application, _ in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self,
              segues: [
                StoryboardDefinition.Segue("Low", .embed(container: "low"), to: "another"),
                StoryboardDefinition.Segue("High", .embed(container: "high"), to: "inner"),
              ], makeView: { StoryView.root("high", "low") }),
            StoryboardDefinition.Scene(
              "inner", Inner.self, segues: [StoryboardDefinition.Segue(nil, .embed(container: "deep"), to: "another")],
              makeView: { StoryView.root("deep") }),
            StoryboardDefinition.Scene("another", Another.self),
          ]))
      try application.perform { storyboard.instantiateInitialViewController()?.loadViewIfNeeded() }
      #expect(
        application.linesWithoutDeinit == [
          "Frame awakeFromNib", "Frame loadView", "Another awakeFromNib", "Frame prepare(Low)",
          "Another willMove(toParent: Frame)", "Another loadView", "Another viewDidLoad",
          "Another didMove(toParent: Frame)", "Inner awakeFromNib", "Frame prepare(High)",
          "Inner willMove(toParent: Frame)", "Inner loadView", "Another awakeFromNib", "Inner prepare(nil)",
          "Another willMove(toParent: Inner)", "Another loadView", "Another viewDidLoad",
          "Another didMove(toParent: Inner)", "Inner viewDidLoad", "Inner didMove(toParent: Frame)",
          "Frame viewDidLoad",
        ])
    }
  }

  @Test("R16.3: a controller that makes its own view in loadView embeds into that")
  func ownView() throws {
    final class Builder: StoryController {
      override func loadView() { view = StoryView.root("hole") }
    }
    try withStory { application, _ in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "builder",
          scenes: [
            StoryboardDefinition.Scene(
              "builder", Builder.self, segues: [StoryboardDefinition.Segue("E", .embed(container: "hole"), to: "inner")]
            ),
            StoryboardDefinition.Scene("inner", Inner.self),
          ]))
      let window = try application.showInitial(of: storyboard)
      #expect(window.rootViewController?.children.map(\.className) == ["Inner"])
      #expect(application.issues.isEmpty)
    }
  }

  @Test(
    "R16.3: a callback that takes the child elsewhere during the embedding wins: its view does not come, no didMove")
  func takenAway() throws {
    final class Leaving: StoryController {
      override func viewDidLoad() {
        super.viewDidLoad()
        removeFromParent()
      }
    }
    try withStory { application, _ in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self, segues: [StoryboardDefinition.Segue("E", .embed(container: "hole"), to: "leaving")],
              makeView: { StoryView.root("hole") }),
            StoryboardDefinition.Scene("leaving", Leaving.self),
          ]))
      let window = try application.showInitial(of: storyboard)
      #expect(window.rootViewController?.view.subviews.first?.subviews.isEmpty == true)
      #expect(
        application.lines(of: "Leaving") == [
          "Leaving awakeFromNib", "Leaving willMove(toParent: Frame)", "Leaving loadView", "Leaving viewDidLoad",
          "Leaving didMove(toParent: nil)", "Leaving deinit",
        ])
    }
  }
}
