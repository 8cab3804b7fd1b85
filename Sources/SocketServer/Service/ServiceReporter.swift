/// Keeps the service manager informed while a server runs.
///
/// All of it happens on the server's loop. So the signs of life stop when a controller does not return, which is what the
/// watchdog is there to notice; a thread of its own would go on telling that all is well.
@MainActor
final class ServiceReporter {
  /// What `STATUS=` tells.
  struct Load: Hashable {
    var clients: Int
    var scenes: Int

    var text: String {
      "\(clients) \(clients == 1 ? "client" : "clients"), \(scenes) \(scenes == 1 ? "scene" : "scenes")"
    }
  }

  /// 1 second between two states at least: they are for people, and each wakes the service manager.
  static let statusInterval = 1.0

  /// 3 signs of life an interval: one may come late by half of it without harm.
  static let signsPerInterval = 3.0

  private enum Phase {
    case starting
    case running
    case stopping
  }

  private let notifier: ServiceNotifier
  private let mainProcess: Int32?
  private let watchdogInterval: Double?
  private let load: @MainActor () -> Load
  private var phase = Phase.starting
  private var told: Load?
  private var toldAt = 0.0
  private var statusTimer: LoopTimer?
  private var watchdogTimer: LoopTimer?
  private var statusIsDue = false

  init(
    notifier: ServiceNotifier, mainProcess: Int32?, watchdogInterval: Double?, loop: EventLoop,
    load: @escaping @MainActor () -> Load
  ) throws(SocketServerError) {
    self.notifier = notifier
    self.mainProcess = mainProcess
    self.watchdogInterval = watchdogInterval
    self.load = load
    statusTimer = try loop.addTimer { [unowned self] in
      statusIsDue = false
      let load = self.load()
      if load != told || notifier.hasUnsent { tellLoad(load) }
    }
    watchdogTimer = try loop.addTimer { notifier.send(.watchdog) }
  }

  /// The loop is about to sleep. The first time it is all set up, and so the service is ready. Cost, when nothing has
  /// changed: two comparisons.
  func loopIsAboutToSleep() {
    switch phase {
    case .starting:
      phase = .running
      begin()
    case .running:
      let load = load()
      guard load != told, !statusIsDue else { return }
      let wait = toldAt + Self.statusInterval - EventLoop.now
      if wait > 0 { tellLater(after: wait) } else { tellLoad(load) }
    case .stopping: break
    }
  }

  /// The server has begun to end. The signs of life go on: also the end can get stuck.
  func stop() {
    guard phase != .stopping else { return }
    phase = .stopping
    statusTimer?.stop()
    notifier.send(.stopping, .status("Ending: what was asked is answered first"))
  }

  private func begin() {
    let load = load()
    told = load
    toldAt = EventLoop.now
    let wasSent =
      if let mainProcess {
        notifier.send(.mainProcess(mainProcess), .ready, .status(load.text))
      } else {
        notifier.send(.ready, .status(load.text))
      }
    if !wasSent { tellLater(after: Self.statusInterval) }
    guard let watchdogInterval else { return }
    let pause = watchdogInterval / Self.signsPerInterval
    watchdogTimer?.start(after: pause, repeatingEvery: pause)
  }

  private func tellLoad(_ load: Load) {
    told = load
    toldAt = EventLoop.now
    if !notifier.send(.status(load.text)) { tellLater(after: Self.statusInterval) }
  }

  private func tellLater(after seconds: Double) {
    statusIsDue = true
    statusTimer?.start(after: seconds)
  }
}
