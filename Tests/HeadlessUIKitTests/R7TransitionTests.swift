import HeadlessUIKit
import Testing

/// A container on screen with a settled child and another one that was added, but not shown.
@MainActor
private struct Pair {
  let stage: Stage<Parent>
  let first: First
  let second: Second

  init(_ application: UIApplication, shown: Bool = true) throws {
    let stage = try Stage(application) { Parent() }
    self.stage = stage
    (first, second) = try application.perform {
      if !shown { stage.window.isHidden = true }
      let (first, second) = (First(), Second())
      embed(first, in: stage.root)
      stage.root.addChild(second)
      second.loadViewIfNeeded()
      return (first, second)
    }
    application.trace.removeAll()
  }
}

@MainActor
@Suite("R7: transitions between children")
struct R7TransitionTests {
  @Test("R7.3, S28: an animated swap: to.wA, from.wD, views and animations, from.dD, to.dA, completion with didMove")
  func animated() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      let (parent, first, second) = (pair.stage.root, pair.first, pair.second)
      try application.perform {
        first.willMove(toParent: nil)
        parent.transition(from: first, to: second, duration: 0.5) {
          log.note("animations: \(parent.view.subviews.map { $0.owningController?.className ?? "?" })")
          second.view.alpha = 0.9
        } completion: { finished in
          log.note("completion \(finished): \(parent.view.subviews.map { $0.owningController?.className ?? "?" })")
          first.removeFromParent()
          second.didMove(toParent: parent)
        }
      }
      let begun = [
        "First willMove(toParent: nil)", "Second viewWillAppear(true)", "First viewWillDisappear(true)",
        "Second viewIsAppearing(true)",
      ]
      #expect(application.trace.linesWithoutLayout == begun)
      #expect(log.lines == [#"animations: ["First", "Second"]"#])
      try advance(application, by: 0.25)
      #expect(application.trace.linesWithoutLayout == begun)
      try advance(application, by: 0.25)
      #expect(
        application.trace.linesWithoutLayout == begun + [
          "First viewDidDisappear(true)", "Second viewDidAppear(true)", "First didMove(toParent: nil)",
          "Second didMove(toParent: Parent)",
        ])
      #expect(log.lines == [#"animations: ["First", "Second"]"#, #"completion true: ["Second"]"#])
      #expect(first.appearanceState == .disappeared)
      #expect(second.appearanceState == .appeared)
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R7.2: without a duration nothing is animated, and the did-callbacks and the completion come a turn later")
  func notAnimated() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      try application.perform {
        pair.stage.root.transition(
          from: pair.first, to: pair.second, duration: 0, completion: { log.note("completion \($0)") })
        #expect(
          application.trace.linesWithoutLayout == [
            "Second viewWillAppear(false)", "First viewWillDisappear(false)", "Second viewIsAppearing(false)",
          ])
        #expect(log.lines == [])
      }
      #expect(
        application.trace.linesWithoutLayout.dropFirst(3) == [
          "First viewDidDisappear(false)", "Second viewDidAppear(false)",
        ])
      #expect(log.lines == ["completion true"])
      #expect(pair.first.viewIfLoaded?.superview == nil)
      #expect(pair.second.viewIfLoaded?.superview === pair.stage.root.viewIfLoaded)
    }
  }

  @Test("R7.2: the view comes into the superview of the one that goes, loaded if it was not")
  func superview() throws {
    try withScene { application in
      let pair = try Pair(application)
      let (holder, third) = try application.perform {
        let holder = UIView()
        pair.stage.root.view.addSubview(holder)
        holder.addSubview(pair.first.view)
        let third = Third()
        pair.stage.root.addChild(third)
        application.trace.removeAll()
        pair.stage.root.transition(from: pair.first, to: third, duration: 0)
        return (holder, third)
      }
      #expect(third.viewIfLoaded?.superview === holder)
      #expect(
        application.trace.linesWithoutLayout == [
          "Third loadView", "Third viewDidLoad", "Third viewWillAppear(false)", "First viewWillDisappear(false)",
          "Third viewIsAppearing(false)", "First viewDidDisappear(false)", "Third viewDidAppear(false)",
        ])
    }
  }

  @Test("R7.2: when the view that goes has no superview, the other one comes into the container's own view")
  func noSuperview() throws {
    try withScene { application in
      let pair = try Pair(application)
      try application.perform {
        pair.first.view.removeFromSuperview()
        pair.stage.root.transition(from: pair.first, to: pair.second, duration: 0)
      }
      #expect(pair.second.viewIfLoaded?.superview === pair.stage.root.viewIfLoaded)
      #expect(pair.second.appearanceState == .appeared)
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R7.1: others than two children are reported, and nothing is changed")
  func misuse() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      let parent = pair.stage.root
      try application.perform {
        let stranger = Third()
        for (from, to) in [(pair.first, stranger), (stranger, pair.first), (pair.first, pair.first)] {
          parent.transition(from: from, to: to, duration: 0) {
            log.note("animations")
          } completion: { _ in
            log.note("completion")
          }
        }
        #expect(!stranger.isViewLoaded)
      }
      #expect(application.issues.map(\.kind) == [.misusedTransition, .misusedTransition, .misusedTransition])
      #expect(application.issues.first?.message.contains("Third") == true)
      #expect(application.issues.first?.message.contains("addChild") == true)
      #expect(log.lines == [])
      #expect(application.trace.linesWithoutLayout == ["Third deinit"])
      #expect(pair.first.viewIfLoaded?.superview === parent.viewIfLoaded)
    }
  }

  @Test("R7.1: a container that forwards appearance by hand is refused")
  func byHand() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      try application.perform {
        let (first, second) = (First(), Second())
        for child in [first, second] { stage.root.addChild(child) }
        stage.root.view.addSubview(first.view)
        stage.root.transition(from: first, to: second, duration: 0)
      }
      #expect(application.brokenContracts.map(\.kind) == [.misusedTransition])
      #expect(stage.root.viewIfLoaded?.subviews.count == 1)
    }
  }

  @Test("R7.1: a view that holds the place it should come to is refused")
  func insideItself() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      try application.perform {
        let (first, second) = (First(), Second())
        embed(second, in: stage.root)
        stage.root.addChild(first)
        second.view.addSubview(first.view)
        stage.root.transition(from: first, to: second, duration: 0)
      }
      #expect(application.issues.map(\.kind).last == .misusedTransition)
    }
  }

  @Test("R7.4: off screen the views are swapped without callbacks; who has come appears with the container")
  func offScreen() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application, shown: false), Log())
      try application.perform {
        pair.stage.root.transition(
          from: pair.first, to: pair.second, duration: 0, completion: { log.note("completion \($0)") })
      }
      #expect(application.trace.linesWithoutLayout == [])
      #expect(log.lines == ["completion true"])
      #expect(pair.stage.root.viewIfLoaded?.subviews.map(\.id) == [pair.second.view.id])
      try application.perform { pair.stage.window.isHidden = false }
      #expect(application.lines(of: "First") == [])
      #expect(
        application.lines(of: "Second") == [
          "Second viewWillAppear(false)", "Second viewIsAppearing(false)", "Second viewDidAppear(false)",
        ])
    }
  }

  @Test("R7.4: a container that leaves the screen meanwhile takes both with it; the views are swapped all the same")
  func interrupted() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      try application.perform {
        pair.stage.root.transition(
          from: pair.first, to: pair.second, duration: 1, completion: { log.note("completion \($0)") })
      }
      application.trace.removeAll()
      try application.perform { pair.stage.window.isHidden = true }
      #expect(
        application.trace.linesWithoutLayout == [
          "Parent viewWillDisappear(false)", "Second viewWillDisappear(false)", "Parent viewDidDisappear(false)",
          "First viewDidDisappear(false)", "Second viewDidDisappear(false)",
        ])
      application.trace.removeAll()
      try advance(application, by: 1)
      #expect(application.trace.linesWithoutLayout == [])
      #expect(log.lines == ["completion true"])
      #expect(pair.stage.root.viewIfLoaded?.subviews.map(\.id) == [pair.second.view.id])
    }
  }

  @Test("R7.4: the way back before the end: each is reversed, and the first completion says that it was not finished")
  func reversed() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      let (parent, first, second) = (pair.stage.root, pair.first, pair.second)
      try application.perform {
        parent.transition(from: first, to: second, duration: 1, completion: { log.note("there \($0)") })
      }
      try advance(application, by: 0.5)
      application.trace.removeAll()
      try application.perform {
        parent.transition(from: second, to: first, duration: 1, completion: { log.note("back \($0)") })
      }
      try advance(application, by: 0.5)
      #expect(log.lines == ["there false"])
      #expect(parent.viewIfLoaded?.subviews.count == 2)
      try advance(application, by: 0.5)
      #expect(log.lines == ["there false", "back true"])
      #expect(
        application.trace.linesWithoutLayout == [
          "First viewWillAppear(true)", "First viewIsAppearing(true)", "Second viewWillDisappear(true)",
          "Second viewDidDisappear(true)", "First viewDidAppear(true)",
        ])
      #expect(parent.viewIfLoaded?.subviews.map(\.id) == [first.view.id])
      #expect(application.brokenContracts == [])
    }
  }

  @Test("R7.4: a view that somebody takes out meanwhile has not appeared at the end")
  func takenOut() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      try application.perform {
        pair.stage.root.transition(
          from: pair.first, to: pair.second, duration: 1, completion: { log.note("completion \($0)") })
      }
      try application.perform { pair.second.view.removeFromSuperview() }
      try advance(application, by: 1)
      #expect(log.lines == ["completion false"])
      #expect(pair.second.appearanceState == .disappeared)
      #expect(application.brokenContracts == [])
      #expect(
        application.lines(of: "Second").suffix(2) == [
          "Second viewWillDisappear(false)", "Second viewDidDisappear(false)",
        ])
    }
  }

  @Test("R7.2: a scene that is closed drops the completion and all that it holds")
  func closed() throws {
    let log = Log()
    try withScene { application in
      let pair = try Pair(application)
      try application.perform {
        pair.stage.root.transition(
          from: pair.first, to: pair.second, duration: 1, completion: { log.note("completion \($0)") })
      }
    }
    #expect(log.lines == [])
  }

  @Test("R6.2, S28: in a transition the child that comes moves to the parent, the one that goes from it")
  func moving() throws {
    try withScene { application in
      let (pair, log) = (try Pair(application), Log())
      let (parent, first, second) = (pair.stage.root, pair.first, pair.second)
      second.onViewWillAppear = { log.note("second wA \($0.isMovingToParent)") }
      second.onViewDidAppear = { log.note("second dA \($0.isMovingToParent)") }
      first.onViewWillDisappear = { log.note("first wD \($0.isMovingFromParent)") }
      first.onViewDidDisappear = { log.note("first dD \($0.isMovingFromParent)") }
      try application.perform {
        first.willMove(toParent: nil)
        parent.transition(
          from: first, to: second, duration: 0,
          completion: { _ in
            first.removeFromParent()
            second.didMove(toParent: parent)
          })
      }
      #expect(log.lines == ["second wA true", "first wD true", "first dD true", "second dA true"])
    }
  }
}
