/// What was wrong with a command line.
public struct CommandLineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is, for programs.
  public enum Reason: Hashable, Sendable {
    /// No such option.
    case unknownOption
    /// An abbreviation that more than one option begins with.
    case ambiguousOption
    /// An option that takes an argument, at the end of the line.
    case missingArgument
    /// An argument for an option that takes none.
    case extraneousArgument
    /// An option that counts once, given again.
    case repeatedOption
  }

  /// What kind of mistake it is.
  public let reason: Reason

  /// Two lines for the standard error, without the last LF: the program, what was wrong and what may have been meant; and
  /// where to look.
  public let message: String

  /// The message.
  public var description: String { message }
}
