import Foundation
import Testing

@Suite("The README's commands, run as they stand")
struct ReadmeTests {
  private static func readme() throws -> ReadmeDocument {
    let text = try String(contentsOf: BuiltProducts.checkout.appending(path: "README.md"), encoding: .utf8)
    return ReadmeDocument(text: text)
  }

  /// Runs commands in one shell, and returns what each printed.
  private func session(_ commands: [ReadmeDocument.Command], daemon: Daemon) throws -> [[String]] {
    let end = "--- \(UUID().uuidString)"
    let script = commands.map { "\($0.text)\necho '\(end)'\n" }.joined()
    let directory = try TemporaryDirectory()
    try directory.write(script, to: "session")
    // The README's words are run in a checkout, by someone who has the built programs at hand.
    let path = "\(BuiltProducts.directory.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let outcome = try Tool.run(
      ["bash", directory.path(of: "session")],
      environment: [
        "XDG_RUNTIME_DIR": daemon.directory.path, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1",
      ], in: BuiltProducts.checkout)
    #expect(outcome.errors.isEmpty)
    var printed: [[String]] = [[]]
    for line in outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line == end { printed.append([]) } else { printed[printed.count - 1].append(line) }
    }
    return Array(printed.dropLast())
  }

  @Test(
    "the tour with socat, the Python client, controllerctl and its conformance kit prints what it says",
    arguments: ["tour", "python", "controllerctl", "samples", "conform"])
  func tour(name: String) throws {
    let commands = try Self.readme().commands(of: name)
    try #require(!commands.isEmpty, "README.md has no block marked `<!-- run: \(name) -->`")
    let daemon = try Daemon()
    let printed = try session(commands, daemon: daemon)
    try #require(printed.count == commands.count)
    for (command, lines) in zip(commands, printed) {
      let agrees =
        lines.count == command.output.count && zip(lines, command.output).allSatisfy(ReadmeDocument.matches)
      #expect(
        agrees,
        """
        README.md:\(command.line): \(command.text)
        promised: \(command.output.joined(separator: "\n"))
        printed:  \(lines.joined(separator: "\n"))
        """)
    }
  }

  @Test("there is one command to start and one to test, and both set up first")
  func twoCommands() throws {
    let readme = try Self.readme()
    for name in ["start", "test"] {
      let commands = readme.commands(of: name)
      #expect(commands.count == 1)
      #expect(commands.allSatisfy { $0.text.hasPrefix(".ci/bootstrap && swift ") })
    }
  }

  // MARK: The reading itself

  @Test("blocks, commands that go on, and promised output are read")
  func reading() {
    let document = ReadmeDocument(
      text: """
        <!-- run: a -->
        ```console
        $ one \\
        > two
        out 1
        $ three
        ```
        ```sh
        not marked
        ```
        <!-- run: b -->
        ```sh
        four
        ```
        """)
    #expect(
      document.commands(of: "a") == [
        ReadmeDocument.Command(line: 3, text: "one \\\ntwo", output: ["out 1"]),
        ReadmeDocument.Command(line: 6, text: "three", output: []),
      ])
    #expect(document.commands(of: "b") == [ReadmeDocument.Command(line: 13, text: "four", output: [])])
    #expect(document.blocks.count == 2)
  }

  @Test("… stands for any text, and nothing else does")
  func matching() {
    #expect(ReadmeDocument.matches("abc", "abc"))
    #expect(!ReadmeDocument.matches("abcd", "abc"))
    #expect(ReadmeDocument.matches("abcd", "abc…"))
    #expect(ReadmeDocument.matches("abc", "…b…c"))
    #expect(!ReadmeDocument.matches("acb", "…b…c"))
    #expect(!ReadmeDocument.matches("ab", "a…ab"))
    #expect(!ReadmeDocument.matches("a.c", "abc"))
  }
}
