import Foundation
import Testing

@Suite("Over socat, one line in, one line out")
struct SocatTests {
  /// What S43 is told by: the callbacks of the swap, without layout, of which R2.3 promises no number.
  private func swap(_ gone: String, _ shown: String) -> [String] {
    [
      "\(gone) viewWillDisappear", "\(gone) deinit",
      "\(shown) loadView", "\(shown) viewDidLoad", "\(shown) viewWillAppear", "\(shown) viewIsAppearing",
      "\(shown) viewDidAppear",
    ]
  }

  @Test("S43: displayView 2, 1, 1: every switch destroys the old controller before the new one loads")
  func displayView() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":"s","method":"subscribe","params":{"kinds":["trace"]}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":{"view":2}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[1]}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"displayView","params":{"view":1,"scene":"multiview"}}"#
    ).map { try JSON($0) }

    #expect(lines.first?["id"] == "\"s\"")
    // What a request caused comes before its answer: the lines between two answers are its trace.
    var traces: [[String]] = []
    var answers: [JSON] = []
    var trace: [String] = []
    for line in lines.dropFirst() {
      if line["method"].string == "trace" {
        let event = line["params"]["event"].string ?? ""
        if !event.hasSuffix("LayoutSubviews") { trace.append("\(line["params"]["class"].string ?? "") \(event)") }
      } else {
        answers.append(line)
        traces.append(trace)
        trace = []
      }
    }
    #expect(traces == [swap("View01", "View02"), swap("View02", "View01"), swap("View01", "View01")])
    #expect(trace.isEmpty)
    #expect(answers.map { $0["id"].integer } == [1, 2, 3])
    #expect(answers.map { $0["result"]["view"].integer } == [2, 1, 1])
    #expect(answers.map { $0["result"]["viewController"]["class"].string } == ["View02", "View01", "View01"])
    #expect(answers.map { $0["result"]["scene"].string } == ["multiview", "multiview", "multiview"])
    #expect(Set(answers.map { $0["result"]["viewController"]["id"].string }).count == 3)
  }

  @Test("S45: an unknown view number is an error that says what there is, and changes nothing")
  func unknownView() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"getTree"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":{"view":99}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"getTree"}"#
    ).map { try JSON($0) }
    try #require(lines.count == 3)
    #expect(lines[1]["error"]["code"].integer == 1008)
    #expect(lines[1]["error"]["data"]["reason"].string == "viewNotFound")
    #expect(lines[1]["error"]["data"]["allowed"] == "[1,2]")
    #expect(lines[2]["result"] == lines[0]["result"])
  }

  @Test("after half-close everything that was asked is answered, in order, then the line closes")
  func halfClose() throws {
    let daemon = try Daemon()
    let input = (1...300).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\n" }.joined()
    // socat would wait 30 s for a line that stays open; that the daemon closes it is what ends the test.
    let lines = try daemon.socat(input: input)
    #expect(lines == (1...300).map { #"{"jsonrpc":"2.0","id":\#($0),"result":"pong"}"# })
  }

  @Test("a last line without a line feed counts, CRLF and empty lines are fine")
  func lineEnds() throws {
    let daemon = try Daemon()
    #expect(
      try daemon.socat(
        input:
          "\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n  \n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"
      )
        == [#"{"jsonrpc":"2.0","id":1,"result":"pong"}"#, #"{"jsonrpc":"2.0","id":2,"result":"pong"}"#])
  }

  @Test("J5: ids come back as the bytes that were sent")
  func rawIdentifiers() throws {
    let daemon = try Daemon()
    let identifiers = ["1.0", "1e2", "-0", "12345678901234567890123", #""\u0041""#, "null", #""""#]
    let lines = try daemon.socat(
      input: identifiers.map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\n" }.joined())
    #expect(lines == identifiers.map { #"{"jsonrpc":"2.0","id":\#($0),"result":"pong"}"# })
  }

  @Test("J13, J6: a batch runs and is answered in order, and its notifications are not answered")
  func batch() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let lines = try daemon.socat(
      #"[{"jsonrpc":"2.0","id":1,"method":"displayView","params":[2]},"#
        + #"{"jsonrpc":"2.0","method":"displayView","params":[1]},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"noSuchMethod"},{"jsonrpc":"2.0","id":3,"method":"ping"}]"#
    ).map { try JSON($0) }
    let answers = try #require(lines.first).elements
    #expect(lines.count == 1)
    #expect(answers.map { $0["id"].integer } == [1, 2, 3])
    #expect(answers.first?["result"]["view"].integer == 2)
    #expect(answers.dropFirst().first?["error"]["code"].integer == -32601)
    #expect(answers.last?["result"].string == "pong")
    let shown = try JSON(
      try #require(try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[1]}"#).first))
    #expect(shown["result"]["view"].integer == 1)
  }

  @Test("J16: when there is nothing to answer, nothing is sent")
  func silence() throws {
    let daemon = try Daemon()
    #expect(try daemon.socat(#"{"jsonrpc":"2.0","method":"ping"}"#, #"[{"jsonrpc":"2.0","method":"ping"}]"#).isEmpty)
  }

  @Test("a bad line gets one error, and the next line is answered as if nothing had been")
  func badThenGood() throws {
    let daemon = try Daemon()
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"#, "not JSON at all", #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    try #require(lines.count == 3)
    let errors = try lines.prefix(2).map { try JSON($0) }
    #expect(errors.map { $0["error"]["code"].integer } == [-32700, -32700])
    #expect(errors.map { $0["id"] } == ["null", "null"])
    #expect(errors.allSatisfy { $0["error"]["data"]["offset"].integer != nil })
    #expect(lines[2] == #"{"jsonrpc":"2.0","id":2,"result":"pong"}"#)
  }

  @Test("tap: the button of the first screen shows the second, by the button's own action")
  func tap() throws {
    let daemon = try Daemon(["--scene", "multiview"])
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"target":"One!"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tap","params":["Two!"]}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tap","params":{"target":"Two!"}}"#
    ).map { try JSON($0) }
    try #require(lines.count == 3)
    #expect(lines[0]["result"]["actions"].integer == 1)
    #expect(lines[1]["result"]["actions"].integer == 1)
    #expect(lines[2]["error"]["data"]["reason"].string == "targetNotFound")
  }
}
