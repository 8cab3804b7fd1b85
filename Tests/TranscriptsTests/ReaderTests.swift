import Testing
import Transcripts

@Suite("The form of a transcript")
struct ReaderTests {
  @Test("headings, comments, connections, what is common to a file")
  func cases() throws {
    let transcript = try Transcript(
      """
      # A comment.
      framing: headers
      notifications: ignored
      requires: method sum

      ## J6 J16: a title: with a colon
      --> {"a":1}
      # Another.
      B<-- 1

      ## x-y: another
      notifications: expected
      requires: no parameters
      --> 1
      finally:
      --> 2
      """)
    #expect(transcript.cases.map(\.rules) == [["J6", "J16"], ["x-y"]])
    #expect(transcript.cases.map(\.title) == ["a title: with a colon", "another"])
    #expect(transcript.cases.map(\.line) == [6, 11])
    #expect(transcript.cases.map(\.usesHeaders) == [true, true])
    #expect(transcript.cases.map(\.ignoresNotifications) == [true, false])
    #expect(transcript.cases.map { $0.requirements.map(\.text) } == [["method sum"], ["method sum", "no parameters"]])
    #expect(transcript.cases[0].steps.map(\.connection) == ["A", "B"])
    #expect(transcript.cases[0].steps.map(\.line) == [7, 9])
    #expect(transcript.cases.map(\.cleanup) == [nil, 1])
  }

  @Test(
    "what is sent: bytes as they stand, repetitions, values with and without quotes of their own, escapes",
    arguments: [
      (#"--> {"a":"\n"} "#, #"{"a":"\n"} "#), ("--> ", ""), ("-->", ""), ("--> [<repeat:3>1,</repeat>2]", "[1,1,1,2]"),
      (#"--> {"m":"<get:method>","p":"<get:params>"}"#, #"{"m":"pi\"ng","p":[1,"x"]}"#),
      (#"--> {"m":"rpc.<get:method>","n":"\"<get:method>\""}"#, #"{"m":"rpc.pi\"ng","n":"\"pi\"ng\""}"#),
      (#"--> "<get:method><get:method>" <get:params> <get:"#, #""pi\"ngpi\"ng" [1,"x"] <get:"#),
      (#"==> a\n\r\t\\\x41"#, "a\n\r\t\\A"), (#"==> <repeat:2>\x42</repeat>"#, "BB"),
      (#"--> <get:params><get:params>"#, #"[1,"x"][1,"x"]"#),
    ])
  func sent(line: String, bytes: String) throws {
    let text = try #require(try Transcript("## a: b\n\(line)").cases[0].steps[0].sentText)
    let values: [String: JSONTree] = [
      "method": .string("pi\"ng"), "params": .array([.number("1"), .string("x")]),
    ]
    #expect(text.bytes(values) == Array(bytes.utf8))
  }

  @Test("lines may end with CR LF, of which the CR is not sent")
  func lineEnds() throws {
    let one = try Transcript("## a: b\r\n\r\n--> x\r\n<-- 1\r\n").cases[0]
    #expect(one.title == "b")
    #expect(one.steps.map(\.line) == [3, 4])
    #expect(one.steps[0].sentText?.bytes([:]) == [UInt8(ascii: "x")])
  }

  @Test("bytes that are no text")
  func escapes() throws {
    let text = try #require(try Transcript(#"## a: b"# + "\n" + #"==> \xFF\x00"#).cases[0].steps[0].sentText)
    #expect(text.bytes([:]) == [0xFF, 0])
  }

  @Test(
    "what is refused, with its line",
    arguments: [
      ("->a", 1), ("--> a", 1), ("## a: b\n<-- {", 2), ("## a: b\n--> a\n<--x", 3), ("## a: b\n\n## c: d\n--> x", 1),
      ("## no colon", 1), ("## : no rule", 1), ("## a: b\n|-- 1", 2), ("## a: b\n--> x\n|-- 1", 3),
      ("## a: b\n<-- (nothing)\n|-- 1", 3), ("## a: b\n--> <get:x>", 2), ("## a: b\n<-- \"<get:x>\"", 2),
      // What one case has set is nothing to the next.
      ("## a: b\n<-- \"<set:x>\"\n## c: d\n--> <get:x>", 4), ("## a: b\n<-- \"<set:x:thing>\"", 2),
      ("## a: b\n<-- \"<set:>\"", 2), ("## a: b\n<-- {\"a…\":1}", 2), ("## a: b\n<-- {\"<unordered>\":1}", 2),
      ("## a: b\n<-- {\"<including>\":{}}", 2),
      ("## a: b\n<-- {\"a\":1,\"a\":1}", 2), ("## a: b\n--> <repeat:x>a</repeat>", 2), ("## a: b\n--> <repeat:2>a", 2),
      ("## a: b\n--> <repeat:9999999>a</repeat>", 2), ("## a: b\n==> \\y", 2), ("## a: b\n==> \\xZZ", 2),
      ("framing: lines\n## a: b\n--> x", 1), ("## a: b\n--> x\nframing: headers", 3), ("finally:\n## a: b\n--> x", 1),
      ("## a: b\n--> x\nfinally:\n--> y\nfinally:\n--> z", 5), ("requires: something\n## a: b\n--> x", 1),
      ("## a: b\nrequires: x\n?-> 1\n--> y", 2), ("## a: b\nrequires: x\n?<- 1\n--> y", 3),
      ("## a: b\n?-> x\n--> y", 2),
      ("nonsense: x\n", 1), ("## a: b", 1),
    ])
  func refused(text: String, line: Int) throws {
    let error = try #require(throws: TranscriptSyntaxError.self) { try Transcript(text) }
    #expect(error.line == line, "\(error)")
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
  }

  @Test("a text is read as it was written: numbers and strings with their spelling, members in their order")
  func trees() throws {
    let text = #"{"b":[1.50,18446744073709551616,1E400,"\u0061\/",true,null],"a":{},"":[]}"#
    #expect(try JSONTree(parsing: Array(text.utf8)).text == text)
    #expect(try JSONTree(parsing: Array(#""\u0061""#.utf8)).string == "a")
    #expect(JSONTree.string("a\"\n").text == #""a\"\n""#)
  }
}
