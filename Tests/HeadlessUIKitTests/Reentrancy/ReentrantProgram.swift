/// The ten callbacks in which operations are done.
enum ReentrantCallback: String, CaseIterable {
  case viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear
  case willMove, didMove, viewWillLayoutSubviews, viewDidLayoutSubviews
}

/// An operation and where it is done. Any part of a list of steps is a list that can be run, which lets it be shrunk.
struct ReentrantStep: CustomStringConvertible {
  enum Place {
    case request
    /// In the same request, and so in the same turn, as the step before.
    case sameRequest
    /// The next time that a controller, or nil: any one, gets a callback, once.
    case callback(ReentrantCallback, of: Int?)
  }

  var place: Place
  var operation: ReentrantOperation

  var description: String {
    switch place {
    case .request: "request: \(operation)"
    case .sameRequest: "  and then: \(operation)"
    case .callback(let callback, let node):
      "in the next \(node.map { ReentrantOperation.name($0) + "." } ?? "")\(callback.rawValue): \(operation)"
    }
  }
}

/// Makes a list of steps from a seed.
struct ReentrantProgram {
  /// A, B, C as they are; D and E make their views in code, so that profile ios5 unloads them; F forwards by hand.
  static let plain = 0..<6
  static let remakeable = 3..<5
  static let forwarder = 5
  /// The `MultipleViewController`s M, N and K, of which K begins in mode `faithful`.
  static let containers = 6..<9
  static let faithful = 8
  static let windows = 0..<2

  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// A fourth of the programs also begins and ends appearances at any time.
  static func steps(seed: UInt64, count: Int = 60) -> [ReentrantStep] {
    var program = ReentrantProgram(seed: seed)
    let byHand = program.roll(4) == 0
    var steps = [
      ReentrantStep(place: .request, operation: .setRoot(0, window: 0)),
      ReentrantStep(place: .sameRequest, operation: .show(window: 0)),
    ]
    for _ in 0..<program.roll(5) {
      let parent = program.roll(2) == 0 ? 0 : program.node()
      steps.append(ReentrantStep(place: .sameRequest, operation: .embed(program.node(), in: parent)))
    }
    while steps.count < count {
      let operation = program.operation(byHand: byHand)
      steps.append(ReentrantStep(place: program.place(), operation: operation))
    }
    return steps
  }

  private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }
  private mutating func node() -> Int { roll(Self.containers.upperBound) }
  private mutating func window() -> Int { roll(3) == 0 ? 1 : 0 }
  private mutating func container() -> Int { Self.containers.lowerBound + roll(Self.containers.count) }

  private mutating func place() -> ReentrantStep.Place {
    switch roll(20) {
    case 0..<13:
      .callback(
        ReentrantCallback.allCases[roll(ReentrantCallback.allCases.count)], of: roll(2) == 0 ? node() : nil)
    case 13..<17: .request
    default: .sameRequest
    }
  }

  private mutating func operation(byHand: Bool) -> ReentrantOperation {
    switch roll(byHand ? 60 : 52) {
    case 0..<9: .embed(node(), in: node())
    case 9..<12: .unembed(node())
    case 12, 13: .move(node(), to: node())
    case 14: .takeOut(node())
    case 15: .leaveParent(node())
    case 16, 17: .place(node(), in: node())
    case 18..<22: .setRoot(roll(5) == 0 ? nil : node(), window: window())
    case 22: .hide(window: window())
    case 23, 24: .show(window: window())
    case 25, 26: .addByHand(node(), in: node())
    case 27, 50, 51: .removeByHand(node())
    case 28, 29: .select(roll(3), in: container())
    case 30..<34: .insert(node(), in: container(), at: roll(3))
    case 34: .removeSegment(roll(3), in: container())
    case 35: .setList((0..<roll(4)).map { _ in node() }, in: container())
    case 36: .setContentView(roll(3) != 0, in: container())
    case 37: .setFaithful(roll(2) == 0, in: container())
    case 38, 39: .setPrompt(node(), roll(4) != 0)
    case 40: .setNeedsLayout(node())
    case 41, 42: .warnOfMemory
    case 43, 44, 45: .advance(milliseconds: 100 * (1 + roll(3)))
    case 46, 47: .openScene
    case 48, 49: .closeScene
    case 52..<56: .begin(node(), appearing: roll(2) == 0)
    default: .end(node())
    }
  }
}
