import ConformanceSupport
import JSONRPCCore
import JSONText
import Testing

@Suite("MessageProcessor")
struct MessageProcessorTests {
  @Test("a line that the framer gave up is answered with the limit and what had come")
  func tooLong() {
    var writer = JSONWriter()
    MessageProcessor(limits: Limits(line: 100)).processTooLong(got: 170, into: &writer)
    #expect(
      writer.text
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: the message is longer than the 100 bytes that are allowed; it is skipped up to its end.","data":{"reason":"lineTooLong","limitName":"line","limit":100,"got":170}}}"#
        + "\n")
  }

  @Test("answers follow each other in one writer, each on its line")
  func manyLines() {
    let processor = MessageProcessor()
    var writer = JSONWriter()
    for id in 1...3 {
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":\(id)}".utf8).withUnsafeBytes { line in
        processor.process(line, into: &writer) { (_, writer) in
          writer.bool(true)
          return .written
        }
      }
    }
    #expect(
      writer.text
        == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":true}\n"
        + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":true}\n")
    #expect(processor.counters.requests == 3)
  }

  @Test("a handler may be isolated to the main actor, and may use the processor it is called by")
  @MainActor
  func mainActor() {
    final class State {
      var calls = 0
    }
    let state = State()
    let processor = MessageProcessor()
    var writer = JSONWriter()
    Array(#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b","id":1}]"#.utf8).withUnsafeBytes { line in
      processor.process(line, into: &writer) { (_, writer) in
        MainActor.assertIsolated()
        state.calls += 1
        writer.integer(processor.counters.requests)
        return .written
      }
    }
    #expect(state.calls == 2)
    #expect(writer.text == #"[{"jsonrpc":"2.0","id":1,"result":1}]"# + "\n")
    #expect(processor.counters.batches == 1)
  }

  @Test("a deferred answer writes nothing, and can be given later: a result or an error, with the id as it was sent")
  func deferred() {
    let processor = MessageProcessor()
    var kept: [OwnedRequestID] = []
    var writer = JSONWriter()
    for id in [#","id":1.0"#, #","id":"\u0061""#, ""] {
      Array(#"{"jsonrpc":"2.0","method":"m"\#(id)}"#.utf8).withUnsafeBytes { line in
        processor.process(line, into: &writer) { (request, writer) in
          kept.append(OwnedRequestID(request.id))
          writer.beginObject()
          return .deferred
        }
      }
    }
    #expect(writer.isEmpty)
    #expect(processor.counters.requests == 2)
    #expect(processor.counters.notifications == 1)
    for (index, id) in kept.enumerated() {
      processor.answer(id, into: &writer) { (writer) throws(JSONRPCError) in
        writer.beginArray()
        guard index == 0 else { throw JSONRPCError(ErrorCode(rawValue: 1), reason: "late", message: "Too late.") }
        writer.endArray()
      }
    }
    #expect(
      writer.text
        == #"{"jsonrpc":"2.0","id":1.0,"result":[]}"# + "\n"
        + #"{"jsonrpc":"2.0","id":"\u0061","error":{"code":1,"message":"Too late.","data":{"reason":"late"}}}"# + "\n")
    #expect(processor.counters.errors == 1)
  }

  @Test("an answer in a batch cannot be deferred")
  func deferredInBatch() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      Array(#"[{"jsonrpc":"2.0","method":"m","id":1}]"#.utf8).withUnsafeBytes { line in
        MessageProcessor().process(line, into: &writer) { (_, _) in .deferred }
      }
    }
  }

  @Test("an id can outlive its request, for an answer that is given later")
  func laterAnswer() {
    var kept: OwnedRequestID?
    var writer = JSONWriter()
    Array(#"{"jsonrpc":"2.0","method":"m","id":"\u0061"}"#.utf8).withUnsafeBytes { line in
      MessageProcessor().process(line, into: &writer) { (request, writer) in
        kept = OwnedRequestID(request.id)
        writer.null()
        return .written
      }
    }
    writer.removeAll()
    kept?.withID { writer.beginResponse(id: $0) }
    writer.key("result")
    writer.integer(1)
    writer.endObject()
    writer.endLine()
    #expect(writer.text == #"{"jsonrpc":"2.0","id":"\u0061","result":1}"# + "\n")
    #expect(kept?.text == #""\u0061""#)
  }

  @Test("a parse error in full: what, where, what is allowed, and the offset for programs")
  func parseError() {
    #expect(
      SpecificationServer().send("{\"jsonrpc\": \"2.0\",\t\"method\" \"sum\"}")
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: unexpected character '\"' at byte 28; expected ':' after the member name.","data":{"reason":"unexpectedCharacter","offset":28}}}"#
    )
  }

  @Test("what a peer sent is not repeated at full length")
  func longMethod() {
    let name = String(repeating: "m", count: 100_000)
    let answer = SpecificationServer().send("{\"jsonrpc\":\"2.0\",\"method\":\"\(name)\",\"id\":1}")
    #expect(summary(answer) == "1!-32601 methodNotFound")
    #expect((answer?.utf8.count ?? 0) < 500)
  }

  @Test("data can hold texts, numbers, lists and objects")
  func details() {
    let error = JSONRPCError(
      ErrorCode(rawValue: 1005), reason: "targetAmbiguous", message: "Two.",
      details: [
        (name: "candidates", value: .objects([[.init("id", .string("n1")), .init("x", .number(0.5))], []])),
        (name: "allowed", value: .strings(["a", "b"])), (name: "numbers", value: .integers([1, 2])),
        (name: "flag", value: .bool(true)), (name: "nothing", value: .null), (name: "limit", value: .integer(3)),
      ])
    var writer = JSONWriter()
    error.write(to: &writer)
    #expect(
      writer.text
        == #"{"code":1005,"message":"Two.","data":{"reason":"targetAmbiguous","candidates":[{"id":"n1","x":0.5},{}],"allowed":["a","b"],"numbers":[1,2],"flag":true,"nothing":null,"limit":3}}"#
    )
    #expect(error.reason == "targetAmbiguous")
    #expect(error["limit"] == .integer(3))
    #expect(
      JSONRPCError.methodNotFound("pnig", nearest: "ping").message == "There is no method 'pnig'; did you mean 'ping'?")
  }

  @Test(
    "spoiled requests: never a trap, and the answer is nothing or one line of valid JSON",
    arguments: [1, 2, 3, UInt64.random(in: .min ... .max)])
  func spoiled(seed: UInt64) {
    let samples = [
      #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":{"minuend":42,"subtrahend":23}}"#,
      #"[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method":"update"},{"foo":"b\u00e4r"},5]"#,
      #"{"jsonrpc":"2.0","method":"echo","params":[[[{"a":1.5e3}]],"ä\ud83d\ude00",null,true],"id":null}"#,
    ].map { Array($0.utf8) }
    let pieces = Array("{}[],:\"\\u0e+-.1 n\u{0}".utf8)
    let server = SpecificationServer()
    var random = SeededGenerator(seed: seed)
    for round in 0..<3000 {
      var line = samples.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1..<5, using: &random) where !line.isEmpty {
        let index = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: line.remove(at: index)
        case 1: line[index] = UInt8.random(in: 0...255, using: &random)
        case 2: line.insert(pieces.randomElement(using: &random) ?? 0, at: index)
        case 3: line.removeSubrange(index..<min(line.count, index + 9))
        default: line.insert(contentsOf: line[index..<min(index + 12, line.count)], at: index)
        }
      }
      guard let answer = server.send(line) else { continue }
      let valid = Array(answer.utf8).withUnsafeBytes { bytes in (try? JSONScanner.validate(bytes)) != nil }
      #expect(valid && !answer.contains("\n"), "seed \(seed), round \(round): \(String(decoding: line, as: UTF8.self))")
    }
  }
}
