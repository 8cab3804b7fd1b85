import CommandLineOptions
import Testing

let table = CommandLineTable(
  program: "sampled", version: "1.2.3",
  usage: ["[OPTION]... FILE...", "[OPTION]... --stdin"],
  summary: "Serves files over a socket, from the first to the last, until it is told to end by a signal or by a "
    + "client.",
  options: [
    CommandLineOption("socket", letter: "s", argument: "PATH", help: "Listen on PATH."),
    CommandLineOption(
      "scene", argument: "APPLICATION", isRepeatable: true,
      help: "Open a scene of APPLICATION when the daemon starts, in place of the samples."),
    CommandLineOption("quiet", letter: "q", help: "Say nothing."),
    CommandLineOption("maximum-connections-per-user", argument: "COUNT", help: "Refuse more than COUNT."),
  ],
  notes: ["Exit status: 0 when it was told to end, 1 when it could not start, 2 when the command line is wrong."])

@MainActor
@Suite("Command line")
struct ParseTests {
  private func mistake(_ arguments: [String]) -> CommandLineError? {
    do {
      _ = try table.parse(arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test("An empty line asks for a run without options")
  func empty() throws {
    let parsed = try table.parse([])
    #expect(parsed.request == .run)
    #expect(parsed.occurrences == [])
    #expect(parsed.rest == [])
    #expect(parsed.value(of: "socket") == nil)
    #expect(!parsed.has("quiet"))
  }

  @Test(
    "An option's argument can be written in each of GNU's ways",
    arguments: [
      ["--socket", "/run/x"], ["--socket=/run/x"], ["-s", "/run/x"], ["-s/run/x"], ["--so=/run/x"], ["-qs/run/x"],
      ["-qs", "/run/x"],
    ])
  func spellings(arguments: [String]) throws {
    #expect(try table.parse(arguments).value(of: "socket") == "/run/x")
    #expect(try table.parse(arguments).has("quiet") == arguments[0].hasPrefix("-q"))
  }

  @Test("Options and other arguments can be mixed, and stay in order")
  func mixed() throws {
    let parsed = try table.parse(["one", "--scene", "b", "two", "-q", "--scene=a", "three"])
    #expect(parsed.rest == ["one", "two", "three"])
    #expect(parsed.values(of: "scene") == ["b", "a"])
    #expect(parsed.occurrences.map(\.name) == ["scene", "quiet", "scene"])
  }

  @Test("After -- nothing is an option; a single dash is none anyway")
  func dashes() throws {
    let parsed = try table.parse(["-q", "-", "--", "--socket", "-x", "--"])
    #expect(parsed.occurrences.map(\.name) == ["quiet"])
    #expect(parsed.rest == ["-", "--socket", "-x", "--"])
  }

  @Test("Arguments may be empty, begin with a dash, hold = and any script")
  func values() throws {
    let parsed = try table.parse(["--scene", "", "--scene", "--quiet", "--scene=a=b", "--scene=ärger 🎈", "", "ß"])
    #expect(parsed.values(of: "scene") == ["", "--quiet", "a=b", "ärger 🎈"])
    #expect(!parsed.has("quiet"))
    #expect(parsed.rest == ["", "ß"])
  }

  @Test("Help and version are asked for, help first; what else was given is still checked")
  func requests() throws {
    #expect(try table.parse(["--help"]).request == .help)
    #expect(try table.parse(["-q", "-h", "x"]).request == .help)
    #expect(try table.parse(["--version"]).request == .version)
    #expect(try table.parse(["-V", "--help"]).request == .help)
    #expect(mistake(["--help", "--none"])?.reason == .unknownOption)
    #expect(table.versionText == "sampled 1.2.3\n")
  }

  @Test("A line can be read again: getopt starts afresh, also after an error in the middle")
  func again() throws {
    for _ in 1...3 {
      #expect(mistake(["a", "-qx", "b"])?.reason == .unknownOption)
      #expect(try table.parse(["a", "-q", "b"]).rest == ["a", "b"])
    }
  }

  @Test("An unknown option is named, with the nearest one")
  func unknown() {
    let hint = "\nTry 'sampled --help' for what is allowed."
    #expect(mistake(["--sokcet=/x"])?.message == "sampled: unknown option --sokcet; did you mean --socket?" + hint)
    #expect(mistake(["x", "--sockets"])?.message == "sampled: unknown option --sockets; did you mean --socket?" + hint)
    #expect(mistake(["--verbose", "y"])?.message == "sampled: unknown option --verbose" + hint)
    #expect(mistake(["-qx", "y"])?.message == "sampled: unknown option -x" + hint)
    #expect(mistake(["--sokcet"])?.reason == .unknownOption)
  }

  @Test("An abbreviation that is not clear is refused with what it may mean")
  func ambiguous() {
    #expect(mistake(["--s=x"])?.reason == .ambiguousOption)
    #expect(
      mistake(["--s=x"])?.message
        == "sampled: option --s is ambiguous: --socket, --scene\nTry 'sampled --help' for what is allowed.")
  }

  @Test("Missing, extraneous and repeated are each named")
  func arguments() {
    let hint = "\nTry 'sampled --help' for what is allowed."
    #expect(mistake(["x", "--socket"])?.reason == .missingArgument)
    #expect(mistake(["x", "--sock"])?.message == "sampled: option --socket needs an argument, PATH" + hint)
    #expect(mistake(["-qs"])?.message == "sampled: option -s needs an argument, PATH" + hint)
    #expect(mistake(["--quiet=yes"])?.reason == .extraneousArgument)
    #expect(mistake(["--quiet=yes"])?.message == "sampled: option --quiet takes no argument: --quiet=yes" + hint)
    #expect(mistake(["-s", "a", "--socket=b"])?.reason == .repeatedOption)
    #expect(mistake(["-qq"])?.message == "sampled: option --quiet was given twice; it counts once" + hint)
  }

  @Test("Nothing that a user types stops the parser")
  func hostile() {
    let words = ["-", "--", "---", "--=", "--=x", "-=", "-:", "-?", "-;", "-W", "-W x", "-\u{E9}", "\u{0}", "-s"]
    for first in words {
      for second in words { _ = mistake([first, second]) }
    }
    #expect(mistake(["-:"])?.reason == .unknownOption)
    #expect(mistake(["-?"])?.reason == .unknownOption)
    #expect(mistake(["--=x"])?.reason == .ambiguousOption)
  }
}
