/// One option of a program.
public struct CommandLineOption: Hashable, Sendable {
  /// The long name, without its dashes.
  public let name: String
  /// The short form, one ASCII letter or digit, without its dash.
  public let letter: Character?
  /// What the help calls the argument, `PATH` for instance; nil: the option takes none.
  public let argument: String?
  /// Whether it may be given more than once.
  public let isRepeatable: Bool
  /// What it does, a sentence or two.
  public let help: String

  /// An option as given.
  public init(
    _ name: String, letter: Character? = nil, argument: String? = nil, isRepeatable: Bool = false, help: String
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.isRepeatable = isRepeatable
    self.help = help
  }
}
