/// All options of a program: one table that `parse` and `helpText` are both made from.
///
/// `--help` (`-h`) and `--version` (`-V`) are added by the table itself.
public struct CommandLineTable: Sendable {
  /// The program's name, as messages begin with it.
  public let program: String
  /// What `--version` says after the name.
  public let version: String
  /// The forms of the command line, without the program's name: `[OPTION]... METHOD [PARAMETERS]`.
  public let usage: [String]
  /// What the program does, a paragraph.
  public let summary: String
  /// The options, in the order of the help.
  public let options: [CommandLineOption]
  /// Paragraphs for the end of the help.
  public let notes: [String]

  /// A table of these options.
  ///
  /// - Precondition: Names and letters are distinct; names have letters, digits and dashes.
  public init(
    program: String, version: String, usage: [String] = ["[OPTION]..."], summary: String,
    options: [CommandLineOption], notes: [String] = []
  ) {
    self.program = program
    self.version = version
    self.usage = usage
    self.summary = summary
    self.options =
      options + [
        CommandLineOption("help", letter: "h", help: "Print this help and end."),
        CommandLineOption("version", letter: "V", help: "Print the version and end."),
      ]
    self.notes = notes
    let names = self.options.map(\.name)
    let letters = self.options.compactMap(\.letter)
    precondition(Set(names).count == names.count, "an option's name is in the table twice")
    precondition(Set(letters).count == letters.count, "an option's letter is in the table twice")
    precondition(letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "a letter is no letter or digit")
    precondition(
      names.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } },
      "an option's name has other than letters, digits and dashes")
  }

  /// What `--version` prints, with its LF.
  public var versionText: String { "\(program) \(version)\n" }

  /// Reads a command line as GNU programs do: options and other arguments in any order, `--name=value` or
  /// `--name value`, long names abbreviated as long as they are clear, letters in one (`-vq`), `--` before arguments that
  /// begin with a dash. The environment variable `POSIXLY_CORRECT` ends the options at the first other argument.
  ///
  /// It is glibc's `getopt_long` that reads, which keeps its place in global variables: hence the main actor, and a fresh
  /// start with each call.
  ///
  /// - Parameter arguments: The words after the program's name: `CommandLine.arguments.dropFirst()`.
  /// - Throws: `CommandLineError`, to be printed.
  @MainActor
  public func parse(_ arguments: some Sequence<String>) throws(CommandLineError) -> ParsedCommandLine {
    var reader = OptionReader(table: self, arguments: Array(arguments))
    return try reader.read()
  }

  /// An error about something that the table does not know, in the same form: a method's name, a number that is none.
  ///
  /// - Parameter complaint: What was wrong, without the program's name and without a full stop.
  public func errorText(_ complaint: String) -> String {
    "\(program): \(complaint)\nTry '\(program) --help' for what is allowed."
  }
}
