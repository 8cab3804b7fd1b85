import HeadlessUIKit
import Testing

/// Refuses to be made from a coder.
private final class Refusing: UIViewController {
  init(of name: String) { super.init(nibName: name, bundle: nil) }
  required init?(coder: NSCoder) { nil }
}

@MainActor
@Suite("R16: storyboards") struct R16StoryboardTests {
  private typealias Definition = StoryboardDefinition
  private typealias Scene = StoryboardDefinition.Scene
  private typealias Segue = StoryboardDefinition.Segue

  private func error(_ scenes: [Scene], initial: String? = nil) -> StoryboardError? {
    do throws(StoryboardError) {
      _ = try Definition(name: "Test", initial: initial, scenes: scenes)
      return nil
    } catch {
      return error
    }
  }

  @Test("R1.4: init(coder:), configuration, awakeFromNib; the view and its outlets come when it is read")
  func instantiation() throws {
    try withStory { application, log in
      try application.perform {
        let storyboard = UIStoryboard(
          try Definition(
            name: "Test", initial: "a",
            scenes: [
              Scene(
                "a", Frame.self, makeView: { StoryView.root("top") },
                configure: { controller in
                  StoryController.note("configured, awake: \(!application.trace.lines.isEmpty)")
                  controller.title = "A"
                },
                connect: { controller, view in controller.outlet = view.subviews.first })
            ]))
        let controller = try #require(storyboard.instantiateInitialViewController() as? Frame)
        #expect(controller.title == "A")
        #expect(controller.storyboard === storyboard)
        #expect(!controller.isViewLoaded)
        #expect(controller.outlet == nil)
        #expect(application.trace.lines == ["Frame awakeFromNib"])
        controller.loadViewIfNeeded()
        #expect(controller.view.subviews.map(\.accessibilityIdentifier) == ["top"])
        #expect(application.trace.lines == ["Frame awakeFromNib", "Frame loadView", "Frame viewDidLoad"])
        #expect(log.lines == ["configured, awake: false", "Frame viewDidLoad outlet: true, listener: false"])
      }
    }
  }

  @Test(
    "R16.8: a new instance each time; a missing identifier is reported with the nearest, and a plain controller comes")
  func identifiers() throws {
    try withStory { application, _ in
      try application.perform {
        let storyboard = try UIStoryboard.embedding()
        let first = storyboard.instantiateViewController(withIdentifier: "inner")
        let second = storyboard.instantiateViewController(withIdentifier: "inner")
        #expect(first is Inner && second is Inner && first !== second)
        let missing = storyboard.instantiateViewController(withIdentifier: "iner")
        #expect(type(of: missing) == UIViewController.self)
        #expect(missing.storyboard == nil)
      }
      #expect(application.issues.map(\.kind) == [.unknownStoryboardScene])
      #expect(application.issues.first?.message.contains("did you mean \"inner\"?") == true)
    }
  }

  @Test("R16.8: a storyboard without an initial scene has no initial controller; an empty identifier is none")
  func noInitial() throws {
    try withStory { application, _ in
      try application.perform {
        let definition = try Definition(
          name: "Test", initial: nil, scenes: [Scene(id: "1", identifier: "", Inner.self)])
        #expect(UIStoryboard(definition).instantiateInitialViewController() == nil)
        #expect(definition.scene(identifier: "") == nil)
        #expect(definition.scene(identifier: "1") == nil)
        #expect(definition.scene(id: "1")?.controllerClass == Inner.self)
        #expect(definition.identifiers == [])
      }
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R16.8: a class that refuses its coder is reported; code gets a plain controller, a segue does nothing")
  func refusal() throws {
    try withStory { application, log in
      try application.perform {
        let storyboard = UIStoryboard(
          try Definition(
            name: "Test", initial: "refusing",
            scenes: [
              Scene("refusing", Refusing.self),
              Scene("frame", Frame.self, segues: [Segue("Going", .custom(NotingSegue.self), to: "refusing")]),
            ]))
        #expect(storyboard.instantiateInitialViewController() == nil)
        #expect(
          type(of: storyboard.instantiateViewController(withIdentifier: "refusing")) == UIViewController.self)
        storyboard.instantiateViewController(withIdentifier: "frame").performSegue(withIdentifier: "Going", sender: nil)
      }
      #expect(application.issues.map(\.kind) == [.undecodedController, .undecodedController, .undecodedController])
      #expect(application.issues.allSatisfy { $0.className == "Refusing" })
      #expect(log.lines == [])
    }
  }

  @Test("R16: a coder that was made by hand gives a controller without a storyboard")
  func emptyCoder() throws {
    try withScene { application in
      try application.perform {
        let controller = try #require(Root(coder: NSCoder()))
        #expect(controller.storyboard == nil)
        #expect(controller.nibName == nil)
        controller.loadViewIfNeeded()
        #expect(MultiviewController(coder: NSCoder())?.displayableViews == [])
      }
      #expect(
        application.trace.lines == ["Root loadView", "Root viewDidLoad", "MultiviewController deinit", "Root deinit"])
    }
  }

  @Test("R16: what a definition names and does not have, or has twice, is refused when it is made")
  func checking() {
    #expect(error([Scene("a", Inner.self), Scene("a", Frame.self)]) == .duplicateScene("a"))
    #expect(
      error([Scene(id: "1", identifier: "a", Inner.self), Scene(id: "2", identifier: "a", Frame.self)])
        == .duplicateIdentifier("a", scenes: ["1", "2"]))
    #expect(
      error([Scene("map", Inner.self)], initial: "mapp") == .unknownInitialScene("mapp", nearest: "map"))
    #expect(
      error([
        Scene("a", Inner.self, segues: [Segue("Go", .embed(container: "x"), to: "detial")]),
        Scene("detail", Inner.self),
      ])
        == .unknownDestination("detial", segue: "Go", scene: "a", nearest: "detail"))
    let go = Segue("Go", .custom(NotingSegue.self), to: "a")
    #expect(error([Scene("a", Inner.self, segues: [go, go])]) == .duplicateSegue("Go", scene: "a"))
    let nameless = Segue("", .custom(NotingSegue.self), to: "a")
    #expect(error([Scene("a", Inner.self, segues: [nameless, nameless])]) == nil)
    let one = Segue("One", .embed(container: "x"), to: "b")
    let two = Segue("Two", .embed(container: "x"), to: "b")
    #expect(
      error([Scene("a", Inner.self, segues: [one, two]), Scene("b", Inner.self)])
        == .duplicateContainer("x", scene: "a"))
    let tapped = Segue("One", .embed(container: "x"), to: "b", control: "go")
    #expect(
      error([Scene("a", Inner.self, segues: [tapped]), Scene("b", Inner.self)])
        == .controlOfEmbedSegue("go", scene: "a"))
  }

  @Test(
    "R16: scenes that embed one another in a circle are refused; two ways to the same scene, and other segues, are not")
  func circles() {
    func embed(_ id: String, _ destinations: String...) -> Scene {
      Scene(id, Inner.self, segues: destinations.map { Segue(nil, .embed(container: $0), to: $0) })
    }
    #expect(error([embed("a", "a")]) == .cyclicEmbedding(["a", "a"]))
    #expect(error([embed("a", "b"), embed("b", "c"), embed("c", "b")]) == .cyclicEmbedding(["b", "c", "b"]))
    #expect(error([embed("a", "b", "c"), embed("b", "c"), embed("c")]) == nil)
    #expect(error([Scene("a", Inner.self, segues: [Segue(nil, .custom(NotingSegue.self), to: "a")])]) == nil)
  }

  @Test("R16: each error is a sentence that names what is wrong")
  func sentences() {
    #expect(
      StoryboardError.unknownDestination("b", segue: nil, scene: "a", nearest: "bb").description
        == "the segue without an identifier of the scene \"a\" leads to the scene \"b\", which the storyboard does not have; "
        + "did you mean \"bb\"?")
    #expect(
      StoryboardError.cyclicEmbedding(["a", "a"]).description
        == "the scenes \"a\", \"a\" embed one another in a circle, so their views would be loaded without end")
    let others: [StoryboardError] = [
      .duplicateScene("x7"), .duplicateIdentifier("x7", scenes: []), .unknownInitialScene("x7", nearest: nil),
      .duplicateSegue("x7", scene: ""), .duplicateContainer("x7", scene: ""), .controlOfEmbedSegue("x7", scene: ""),
    ]
    #expect(others.allSatisfy { $0.description.contains("\"x7\"") })
  }
}
