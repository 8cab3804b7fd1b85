import HeadlessUIKit
import Testing

private final class Ticker: ActionTarget {
  private(set) var ticks = 0

  static var actionMethods: [ActionMethod] {
    [ActionMethod("tick", Ticker.tick)]
  }

  func tick() {
    ticks += 1
  }
}

private final class TiltRecorder: UIAccelerometerDelegate {
  private(set) var readings: [[Double]] = []

  func accelerometer(_ accelerometer: UIAccelerometer, didAccelerate acceleration: UIAcceleration) {
    readings.append([acceleration.x, acceleration.y, acceleration.z])
  }
}

@MainActor
@Suite("Clock: timers")
struct TimerTests {
  @Test("a repeating timer fires once an interval, a single one once")
  func repeatsAndOnce() throws {
    try withScene { application in
      let log = Log()
      let (repeating, single) = try application.perform {
        (
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in log.note("repeating") },
          Timer.scheduledTimer(withTimeInterval: 1.5, repeats: false) { _ in log.note("single") }
        )
      }
      #expect(log.lines == [])
      try advance(application, by: 0.5)
      #expect(log.lines == [])
      try advance(application, by: 3)
      #expect(log.lines == ["repeating", "single", "repeating", "repeating"])
      #expect(repeating.isValid)
      #expect(!single.isValid)
      try application.perform { repeating.invalidate() }
      #expect(!repeating.isValid)
      try advance(application, by: 10)
      #expect(log.lines.count == 4)
    }
  }

  @Test("timers fire in the order of their times")
  func orderOfFiring() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: true) { _ in log.note("three") }
        _ = Timer.scheduledTimer(withTimeInterval: 2, repeats: true) { _ in log.note("two") }
      }
      try advance(application, by: 5)
      #expect(log.lines == ["two", "three", "two"])
    }
  }

  @Test("S44: a timer retains its target until it is invalidated")
  func retainsTarget() throws {
    try withScene { application in
      weak var witness: Ticker?
      let timer = try application.perform {
        let ticker = Ticker()
        witness = ticker
        return Timer.scheduledTimer(
          timeInterval: 1, target: ticker, selector: "tick", userInfo: nil, repeats: true)
      }
      #expect(witness != nil)
      try advance(application, by: 2)
      #expect(witness?.ticks == 2)
      try application.perform { timer.invalidate() }
      #expect(witness == nil)
    }
  }

  @Test("S44: a timer that does not repeat lets go of its target after firing")
  func singleTimerReleasesTarget() throws {
    try withScene { application in
      weak var witness: Ticker?
      let timer = try application.perform {
        let ticker = Ticker()
        witness = ticker
        return Timer.scheduledTimer(
          timeInterval: 1, target: ticker, selector: "tick", userInfo: nil, repeats: false)
      }
      try advance(application, by: 1)
      #expect(!timer.isValid)
      #expect(witness == nil)
    }
  }

  @Test("fire() fires at once; a single timer is invalid afterwards")
  func fireByHand() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        let timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in log.note("fired") }
        timer.fire()
        #expect(log.lines == ["fired"])
        #expect(!timer.isValid)
      }
      try advance(application, by: 10)
      #expect(log.lines == ["fired"])
    }
  }

  @Test("a timer made by a timer starts at the time of that one")
  func timerMadeByTimer() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
          log.note("outer")
          _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in log.note("inner") }
        }
      }
      try advance(application, by: 1.5)
      #expect(log.lines == ["outer"])
      try advance(application, by: 1)
      #expect(log.lines == ["outer", "inner"])
    }
  }

  @Test("R2.5: each timer runs in its own settled turn of its own scene")
  func timersRunInSettledTurns() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Child() }
      let log = Log()
      let root = stage.root
      try application.perform {
        _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
          root.view.addSubview(child.view)
          log.note("first: \(application.trace.lines.contains("Child viewDidAppear(false)"))")
        }
        _ = Timer.scheduledTimer(withTimeInterval: 2, repeats: false) { _ in
          log.note("second: \(application.trace.lines.contains("Child viewDidAppear(false)"))")
          log.note("scene: \(UIApplication.shared === application)")
        }
      }
      try advance(application, by: 2)
      #expect(log.lines == ["first: false", "second: true", "scene: true"])
    }
  }

  @Test("a timer stands still when another scene's clock moves")
  func clocksAreApart() throws {
    try withScene { one in
      try withScene { two in
        let log = Log()
        try one.perform {
          _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in log.note("one") }
        }
        try advance(two, by: 10)
        #expect(log.lines == [])
        try advance(one, by: 1)
        #expect(log.lines == ["one"])
      }
    }
  }
}

@MainActor
@Suite("Clock: accelerometer")
struct AccelerometerTests {
  @Test("a delegate gets a reading an interval while it is set")
  func deliversWhileSet() throws {
    try withScene { application in
      let recorder = TiltRecorder()
      try application.perform {
        UIAccelerometer.shared.updateInterval = 0.5
        UIAccelerometer.shared.delegate = recorder
      }
      try advance(application, by: 1)
      let before = recorder.readings.count
      try advance(application, by: 1)
      #expect(recorder.readings.count == before + 2)
      #expect(recorder.readings.allSatisfy { $0 == [0, 0, -1] })
      try application.perform { UIAccelerometer.shared.delegate = nil }
      try advance(application, by: 5)
      #expect(recorder.readings.count == before + 2)
    }
  }

  @Test("S44: the delegate is not retained")
  func delegateIsWeak() throws {
    try withScene { application in
      weak var witness: TiltRecorder?
      try application.perform {
        let recorder = TiltRecorder()
        witness = recorder
        UIAccelerometer.shared.delegate = recorder
      }
      #expect(witness == nil)
      try advance(application, by: 5)
      try application.perform { #expect(UIAccelerometer.shared.delegate == nil) }
    }
  }
}
