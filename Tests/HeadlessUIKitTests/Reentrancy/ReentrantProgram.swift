/// Makes a list of steps from a seed.
struct ReentrantProgram {
  /// Six plain controllers, then two `MultipleViewController`s.
  static let plain = 0..<6
  static let containers = 6..<8
  static let windows = 0..<2

  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  /// A fourth of the programs also begins and ends appearances at any time.
  static func steps(seed: UInt64, count: Int = 36) -> [ReentrantStep] {
    var program = ReentrantProgram(seed: seed)
    let byHand = program.roll(4) == 0
    var steps = [
      ReentrantStep(place: .request, operation: .setRoot(0, window: 0)),
      ReentrantStep(place: .sameRequest, operation: .setHidden(false, window: 0)),
    ]
    while steps.count < count {
      steps.append(ReentrantStep(place: program.place(), operation: program.operation(byHand: byHand)))
    }
    return steps
  }

  private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }
  private mutating func node() -> Int { roll(Self.containers.upperBound) }
  private mutating func container() -> Int { Self.containers.lowerBound + roll(Self.containers.count) }

  private mutating func place() -> ReentrantStep.Place {
    switch roll(20) {
    case 0..<11: .callback(ReentrantCallback.allCases[roll(ReentrantCallback.allCases.count)], of: node())
    case 11..<17: .request
    default: .sameRequest
    }
  }

  private mutating func operation(byHand: Bool) -> ReentrantOperation {
    switch roll(byHand ? 34 : 30) {
    case 0..<7: .embed(node(), in: node())
    case 7..<10: .unembed(node())
    case 10: .takeOut(node())
    case 11: .leaveParent(node())
    case 12: .place(node(), in: node())
    case 13, 14: .setRoot(roll(5) == 0 ? nil : node(), window: roll(2))
    case 15, 16: .setHidden(roll(3) == 0, window: roll(2))
    case 17: .addByHand(node(), in: node())
    case 18: .removeByHand(node())
    case 19, 20: .select(roll(3), in: container())
    case 21, 22, 23: .insert(node(), in: container(), at: roll(3))
    case 24: .setList((0..<roll(4)).map { _ in node() }, in: container())
    case 25: .setPrompt(node(), roll(4) != 0)
    case 26: .setNeedsLayout(node())
    case 27, 28: .advance(milliseconds: 100 * (1 + roll(3)))
    case 29: roll(2) == 0 ? .openScene : .closeScene
    case 30, 31: .begin(node(), appearing: roll(2) == 0)
    default: .end(node())
    }
  }
}
