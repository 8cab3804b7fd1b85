import Testing

@testable import HeadlessUIKit

@MainActor
@Suite struct RestTests {
  @Test("a scene is at rest without turns, changes and animations; a timer that is scheduled does not count")
  func rest() throws {
    let application = UIApplication(name: "rest", clock: .virtual)
    #expect(application.isAtRest)
    let view = try application.perform {
      Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
      return UIView(frame: .zero)
    }
    #expect(application.isAtRest)
    try application.perform {
      UIView.animate(withDuration: 0.5) {
        fade()
      } completion: { _ in
      }
      UIView.animate(withDuration: 0.25) {
        fade()
      } completion: { _ in
      }
      UIView.animate(withDuration: 9) {}
    }
    #expect(!application.isAtRest)
    #expect(application.runningAnimations == 2)
    #expect(application.secondsUntilAnimationsEnd == [0.25, 0.5])
    try application.clock.advance(by: 0.375)
    #expect(application.secondsUntilAnimationsEnd == [0.125])
    try application.clock.advance(by: 0.125)
    #expect(application.isAtRest)
    application.enqueueTurn {}
    #expect(application.waitingTurns == 1)
    #expect(application.hasUnsettledWork)
    try application.settle()
    #expect(application.isAtRest)
    view.alpha = 0.5
    #expect(!application.isAtRest)
  }

  @Test("requests that run as one change settle each by itself, and get one revision at the end, or none")
  func atomically() throws {
    struct Failure: Error {}
    let application = UIApplication(name: "atomic")
    let view = try application.perform { UIView(frame: .zero) }
    let first = application.revision
    var settled = 0
    application.onSettle = { _ in settled += 1 }
    try application.performAtomically {
      #expect(application.holdsRevision)
      try application.perform {
        application.enqueueTurn { view.alpha = 0.5 }
      }
      #expect(view.alpha == 0.5)
      #expect(application.revision == first)
      try application.performAtomically { try application.perform { view.alpha = 0.25 } }
      #expect(application.revision == first)
    }
    #expect(application.revision == first + 1)
    #expect(settled == 1)
    try application.performAtomically { try application.perform {} }
    #expect(application.revision == first + 1)
    #expect(throws: Failure.self) {
      try application.performAtomically {
        try application.perform { view.alpha = 1 }
        throw Failure()
      }
    }
    #expect(application.revision == first + 2)
    #expect(!application.holdsRevision)
    try application.perform { application.performAtomically { view.alpha = 0 } }
    #expect(application.revision == first + 3)
  }

  @Test("an animation that begins when its scene has been closed is none that runs")
  func closed() throws {
    let application = UIApplication(name: "rest", clock: .virtual)
    application.terminate()
    try application.perform {
      UIView.animate(withDuration: 1) {
      } completion: { _ in
      }
    }
    #expect(application.runningAnimations == 0)
  }

  @Test(
    "who asked is told after each request and each timer's turn, also after one that failed, and not inside of them")
  func told() throws {
    struct Failure: Error {}
    let application = UIApplication(name: "rest", clock: .virtual)
    var told = 0
    application.onSettle = {
      told += 1
      #expect(!$0.isInTurn)
    }
    try application.perform {
      try application.perform {}
      for seconds in [1.0, 2] { Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in } }
    }
    #expect(told == 1)
    #expect(throws: Failure.self) { try application.perform { throw Failure() } }
    #expect(told == 2)
    try application.clock.advance(by: 5)
    #expect(told == 4)
  }
}
