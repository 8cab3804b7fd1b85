import HeadlessUIKit

/// Runs a list of steps in a scene of its own and says what was wrong first.
@MainActor
struct ReentrancyRun {
  private(set) var fault: ReentrancyModel.Fault?
  private(set) var performed = 0
  private(set) var performedInCallbacks: [ReentrantWorld.Place: Int] = [:]
  /// The callbacks, in short.
  private(set) var journal: [String] = []

  init(_ steps: [ReentrantStep], _ profile: UIApplication.Profile) {
    let application = UIApplication(name: "test", profile: profile, clock: .virtual)
    do {
      let world = try application.perform { ReentrantWorld(application) }
      let model = ReentrancyModel(of: world)
      for request in Self.requests(of: steps) where model.fault == nil {
        try application.perform { Self.carryOut(request, world) }
        model.judge()
      }
      if model.fault == nil {
        _ = try application.clock.advance(by: 1)
        model.judge()
      }
      performed = world.performed
      performedInCallbacks = world.performedInCallbacks
      if model.fault != nil { journal = model.journal }
      try application.perform { world.drop() }
      _ = try application.clock.advance(by: 1)
      fault = model.fault
    } catch {
      if fault == nil { fault = ReentrancyModel.Fault(rule: "settles", text: "\(error)") }
    }
    application.trace.onEvent = nil
    if fault == nil, application.liveControllerCount != 0 {
      fault = ReentrancyModel.Fault(rule: "leak", text: "\(application.liveControllerCount) controllers live on")
    }
    application.terminate()
  }

  private static func carryOut(_ request: ArraySlice<ReentrantStep>, _ world: ReentrantWorld) {
    for step in request {
      if case .callback(let callback, let node) = step.place {
        world.arm(step.operation, in: callback, of: node)
      } else {
        world.perform(step.operation)
      }
    }
  }

  /// Each request begins with its first operation, and with what was armed before it.
  private static func requests(of steps: [ReentrantStep]) -> [ArraySlice<ReentrantStep>] {
    var starts: [Int] = [0]
    for (index, step) in steps.enumerated() where index > 0 {
      if case .request = step.place { starts.append(index) }
    }
    return starts.indices.map { position in
      steps[starts[position]..<(position + 1 < starts.count ? starts[position + 1] : steps.count)]
    }
  }

  /// Leaves out steps as long as the rest breaks the same rule (delta debugging).
  static func shrink(_ steps: [ReentrantStep], _ profile: UIApplication.Profile, breaking rule: String)
    -> [ReentrantStep]
  {
    var steps = steps
    var size = max(1, steps.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < steps.count {
        var rest = steps
        rest.removeSubrange(start..<min(start + size, steps.count))
        if ReentrancyRun(rest, profile).fault?.rule == rule {
          steps = rest
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size == 1, !hasShrunk { return steps }
      size = max(1, size / 2)
    }
  }
}
