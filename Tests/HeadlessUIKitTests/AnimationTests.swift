import Testing

@testable import HeadlessUIKit

/// What a completion may hold.
private final class Held {}

@MainActor
@Suite("Clock: animations")
struct AnimationTests {
  @Test("an animation's changes are made at once, its completion comes after delay and duration")
  func onTheClock() throws {
    try withScene { application in
      let log = Log()
      let view = try application.perform {
        let view = UIView()
        UIView.animate(withDuration: 0.5, delay: 0.25) {
          view.alpha = 0.5
        } completion: {
          log.note("finished \($0)")
        }
        log.note("begun")
        return view
      }
      #expect(view.alpha == 0.5)
      #expect(log.lines == ["begun"])
      try advance(application, by: 0.5)
      #expect(log.lines == ["begun"])
      try advance(application, by: 0.25)
      #expect(log.lines == ["begun", "finished true"])
      try advance(application, by: 10)
      #expect(log.lines == ["begun", "finished true"])
    }
  }

  @Test(
    "an animation without a time ends in the next turn, and so does one that is no number",
    arguments: [0, -1, Double.nan, -Double.infinity])
  func withoutTime(duration: TimeInterval) throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        UIView.animate(withDuration: duration, animations: { log.note("changes") }) { log.note("finished \($0)") }
        log.note("after")
      }
      #expect(log.lines == ["changes", "after", "finished true"])
    }
  }

  @Test("an animation that never ends is dropped with its scene")
  func endless() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        UIView.animate(
          withDuration: .infinity,
          animations: {
            log.note("changes")
            fade()
          }
        ) { log.note("finished \($0)") }
      }
      try advance(application, by: 1e9)
      #expect(log.lines == ["changes"])
    }
  }

  @Test("animations that are switched off end in the next turn; performWithoutAnimation switches them off for a while")
  func switchedOff() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        UIView.performWithoutAnimation {
          log.note("\(UIView.areAnimationsEnabled)")
          UIView.animate(withDuration: 5, animations: fade) { log.note("first \($0)") }
        }
        log.note("\(UIView.areAnimationsEnabled)")
        UIView.setAnimationsEnabled(false)
        UIView.performWithoutAnimation {}
        log.note("\(UIView.areAnimationsEnabled)")
        UIView.animate(withDuration: 5, animations: fade) { log.note("second \($0)") }
      }
      #expect(log.lines == ["false", "true", "false", "first true", "second true"])
    }
  }

  @Test("animations end in the order of their times, each in a settled turn of its own")
  func order() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        UIView.animate(withDuration: 2, animations: fade) { _ in
          log.note("second")
          application.enqueueTurn { log.note("a turn later") }
        }
        UIView.animate(withDuration: 1, animations: fade) { _ in
          log.note("first")
          UIView.animate(withDuration: 1.5, animations: fade) { _ in log.note("third") }
        }
      }
      try advance(application, by: 3)
      #expect(log.lines == ["first", "second", "a turn later", "third"])
    }
  }

  @Test("a running animation keeps nobody alive after the scene has ended, and its completion is not called")
  func dropped() throws {
    let application = UIApplication(name: "test", clock: .virtual)
    let log = Log()
    weak var witness: Held?
    try application.perform {
      let held = Held()
      witness = held
      UIView.animate(withDuration: 1, animations: fade) { _ in log.note("\(held)") }
    }
    #expect(witness != nil)
    application.terminate()
    #expect(witness == nil)
    try advance(application, by: 2)
    #expect(log.lines == [])
  }

  @Test("a running animation is held by its scene, not by itself: a scene that is dropped drops it")
  func droppedScene() throws {
    weak var witness: Held?
    do {
      let application = UIApplication(name: "test", clock: .virtual)
      try application.perform {
        let held = Held()
        witness = held
        UIView.animate(withDuration: 1, animations: fade) { _ in withExtendedLifetime(held) {} }
      }
      #expect(witness != nil)
    }
    #expect(witness == nil)
  }

  @Test("an animation outside a request ends when the scene is settled, also at once, and may begin others")
  func outsideARequest() throws {
    try withScene { application in
      let log = Log()
      application.onPendingWork = { try? $0.settle() }
      let view = try application.perform { UIView() }
      application.bind {
        UIView.animate(withDuration: 0, animations: { view.alpha = 0.5 }) { _ in
          log.note("first")
          UIView.animate(withDuration: 0, animations: {}) { _ in log.note("second") }
        }
      }
      application.onPendingWork = nil
      #expect(log.lines == ["first", "second"])
    }
  }

  @Test("10,000 animations run at a time; one too many ends in the next turn, not finished; later one more can run")
  func bound() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        for _ in 0..<Animations.mostRunning { UIView.animate(withDuration: 1, animations: fade) { _ in } }
        UIView.animate(withDuration: 1, animations: fade) { log.note("too many \($0)") }
      }
      #expect(Animations.mostRunning == 10_000)
      #expect(log.lines == ["too many false"])
      try advance(application, by: 1)
      try application.perform { UIView.animate(withDuration: 1, animations: fade) { log.note("later \($0)") } }
      #expect(log.lines == ["too many false"])
      try advance(application, by: 1)
      #expect(log.lines == ["too many false", "later true"])
    }
  }
}

extension UIApplication {
  /// What a `Task` that was made in the scene has: the scene, but no turn.
  fileprivate func bind(_ body: () -> Void) {
    RunningApplication.$value.withValue(self) { body() }
  }
}
