import CommandLineOptions
import Testing

@Suite("Help")
struct HelpTests {
  @Test("The help is made from the table, and is 80 columns wide")
  func help() {
    #expect(
      table.helpText == """
        Usage: sampled [OPTION]... FILE...
          or:  sampled [OPTION]... --stdin
        Serves files over a socket, from the first to the last, until it is told to end
        by a signal or by a client.

        Options:
          -s, --socket=PATH         Listen on PATH.
              --scene=APPLICATION   Open a scene of APPLICATION when the daemon starts,
                                    in place of the samples. Can be given more than
                                    once.
          -q, --quiet               Say nothing.
              --maximum-connections-per-user=COUNT
                                    Refuse more than COUNT.
          -h, --help                Print this help and end.
          -V, --version             Print the version and end.

        Exit status: 0 when it was told to end, 1 when it could not start, 2 when the
        command line is wrong.

        """)
    #expect(table.helpText.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("A word wider than the line stays whole")
  func wideWord() {
    let word = String(repeating: "w", count: 90)
    let table = CommandLineTable(
      program: "p", version: "1", summary: "a \(word) b",
      options: [CommandLineOption("x", help: word)])
    #expect(table.helpText.contains("a\n\(word)\nb\n"))
    #expect(table.helpText.contains("  " + String(repeating: " ", count: 4) + "--x"))
  }
}
