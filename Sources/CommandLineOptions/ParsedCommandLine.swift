/// What a command line says.
public struct ParsedCommandLine: Hashable, Sendable {
  /// An option that was given.
  public struct Occurrence: Hashable, Sendable {
    /// The option's long name in full, however it was written.
    public let name: String
    /// Its argument; nil when it takes none.
    public let value: String?
  }

  /// What the program is asked to do.
  public enum Request: Hashable, Sendable {
    /// To do its work.
    case run
    /// To print its help and end.
    case help
    /// To print its version and end.
    case version
  }

  /// What the program is asked to do. `--help` and `--version` win over everything else on the line that is valid.
  public internal(set) var request = Request.run

  /// The options that were given, in order.
  public internal(set) var occurrences: [Occurrence] = []

  /// What is no option, in order, and all that comes after `--`.
  public internal(set) var rest: [String] = []

  /// Whether an option was given.
  public func has(_ name: String) -> Bool {
    occurrences.contains { $0.name == name }
  }

  /// The argument of an option; nil when it was not given.
  public func value(of name: String) -> String? {
    occurrences.last { $0.name == name }?.value
  }

  /// The arguments of an option that may be repeated, in order.
  public func values(of name: String) -> [String] {
    occurrences.compactMap { $0.name == name ? $0.value : nil }
  }
}
