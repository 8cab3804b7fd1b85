import HeadlessUIKit
import Testing

@MainActor
@Suite("R16: segues") struct R16SegueTests {
  @Test("R16.1: a control's segue: asked, destination made and awake, prepared with the control, performed")
  func control() throws {
    try withStory { application, log in
      let window = try application.showInitial(of: .going())
      application.trace.removeAll()
      log.lines = []
      let button = try #require(window.rootViewController?.view.subviews.first as? UIButton)
      try application.perform { try expectTap(button, sends: 1) }
      #expect(
        application.trace.lines == ["Inner awakeFromNib", "Frame prepare(Going)", "Inner deinit"])
      #expect(
        log.lines == [
          "Frame shouldPerform(Going) sender: go",
          "Frame prepare(Going) sender: go, outlet: false, destination loaded: false",
          "perform Going from Frame to Inner",
        ])
    }
  }

  @Test("R16.1: other controls perform at their primary action")
  func toggle() throws {
    try withStory { application, log in
      let storyboard = UIStoryboard(
        try StoryboardDefinition(
          name: "Test", initial: "frame",
          scenes: [
            StoryboardDefinition.Scene(
              "frame", Frame.self,
              segues: [StoryboardDefinition.Segue(nil, .custom(NotingSegue.self), to: "frame", control: "switch")],
              makeView: {
                let root = StoryView.root()
                let toggle = UISwitch(frame: .zero)
                toggle.accessibilityIdentifier = "switch"
                root.addSubview(toggle)
                return root
              })
          ]))
      let window = try application.showInitial(of: storyboard)
      application.trace.removeAll()
      log.lines = []
      let toggle = try #require(window.rootViewController?.view.subviews.first as? UISwitch)
      _ = try application.perform { try toggle.userSetOn(true) }
      #expect(application.trace.lines == ["Frame awakeFromNib", "Frame prepare(nil)", "Frame deinit"])
      #expect(log.lines.last == "perform nil from Frame to Frame")
      #expect(log.lines.first == "Frame shouldPerform() sender: switch")
    }
  }

  @Test("R16.2: in code nobody is asked, and the sender is what was given")
  func code() throws {
    try withStory { application, log in
      try application.perform {
        let frame = try #require(try UIStoryboard.going().instantiateInitialViewController() as? Frame)
        frame.refusesSegues = true
        frame.performSegue(withIdentifier: "Going", sender: "me")
      }
      #expect(
        log.lines == [
          "Frame prepare(Going) sender: me, outlet: false, destination loaded: false",
          "perform Going from Frame to Inner",
        ])
    }
  }

  @Test("R16.2: an unknown identifier, and a controller of no storyboard, are reported; nothing is done")
  func unknown() throws {
    try withStory { application, log in
      try application.perform {
        let frame = try #require(try UIStoryboard.going().instantiateInitialViewController() as? Frame)
        frame.performSegue(withIdentifier: "going", sender: nil)
        frame.performSegue(withIdentifier: "Elsewhere", sender: nil)
        Frame().performSegue(withIdentifier: "Going", sender: nil)
      }
      #expect(application.issues.map(\.kind) == [.unknownSegue, .unknownSegue, .unknownSegue])
      let messages = application.issues.map(\.message)
      #expect(messages[0].contains("did you mean \"Going\"? Nothing was done."))
      #expect(messages[1].contains("it has \"Going\". Nothing was done."))
      #expect(messages[2].contains("it was not made from a storyboard"))
      #expect(log.lines == [])
    }
  }

  @Test("R16.1: a control that is missing, or is none, is reported when the view is loaded")
  func missingControl() throws {
    for identifier in ["gone", "go"] {
      try withStory { application, _ in
        try application.perform {
          let definition = try StoryboardDefinition(
            name: "Test", initial: "frame",
            scenes: [
              StoryboardDefinition.Scene(
                "frame", Frame.self,
                segues: [StoryboardDefinition.Segue("Going", .custom(NotingSegue.self), to: "frame", control: "go")],
                makeView: { StoryView.root(identifier) })
            ])
          UIStoryboard(definition).instantiateInitialViewController()?.loadViewIfNeeded()
        }
        #expect(application.issues.map(\.kind) == [.missingSegueView])
      }
    }
  }

  @Test("R16.1: a segue that is made in code runs its block; the plain class does nothing")
  func block() throws {
    try withScene { application in
      try application.perform {
        let (source, destination) = (Root(), Child())
        let log = Log()
        UIStoryboardSegue(identifier: "A", source: source, destination: destination) { log.note("ran") }.perform()
        let plain = UIStoryboardSegue(identifier: nil, source: source, destination: destination)
        plain.perform()
        #expect(log.lines == ["ran"])
        #expect(plain.identifier == nil && plain.source === source && plain.destination === destination)
      }
    }
  }
}
