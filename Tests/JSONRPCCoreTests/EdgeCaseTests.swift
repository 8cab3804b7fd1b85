import ConformanceSupport
import JSONRPCCore
import JSONText
import Testing

@Suite("Ambiguous and dangerous cases (json-rpc-rules.md 4.2 and 6)")
struct EdgeCaseTests {
  private let server = SpecificationServer()

  private func send(_ line: String) -> String { summary(server.send(line)) }

  private func request(id: String, method: String = "sum") -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":\(id)}"
  }

  @Test("4.2: id null is a call, answered with id null")
  func nullID() {
    #expect(send(request(id: "null")) == "null=0")
    #expect(server.processor.counters.requests == 1)
  }

  @Test("4.2: a number of 64 bytes is an id, one of 65 is not; the limit is named")
  func numberLimit() {
    let number = "1" + String(repeating: "0", count: 63)
    #expect(server.send(request(id: number)) == "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"result\":0}")
    #expect(
      server.send(request(id: number + "0"))
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the id has 65 bytes; a number may have 64.","data":{"reason":"idTooLong","pointer":"/id","limitName":"idNumber","limit":64,"got":65}}}"#
    )
  }

  @Test("4.2: a string of 256 bytes as sent is an id, one of 257 is not")
  func stringLimit() {
    let text = String(repeating: "a", count: 256)
    #expect(server.send(request(id: "\"\(text)\"")) == "{\"jsonrpc\":\"2.0\",\"id\":\"\(text)\",\"result\":0}")
    #expect(send(request(id: "\"\(text)a\"")) == "null!-32600 idTooLong")
    let escaped = String(repeating: "\\u0061", count: 43)
    #expect(send(request(id: "\"\(escaped)\"")) == "null!-32600 idTooLong")
    #expect(server.log.count == 1)
  }

  @Test("4.2: ids beyond 2^53 and 2^63 are exact")
  func bigIDs() {
    for id in ["9007199254740993", "9223372036854775808", "-9223372036854775809", "1.00000000000000000001"] {
      #expect(server.send(request(id: id)) == "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":0}")
    }
  }

  @Test(
    "4.2: a name that stands twice is a parse error, at the top, inside params, in a batch, and escaped",
    arguments: [
      #"{"jsonrpc":"2.0","method":"sum","id":1,"id":2}"#, #"{"jsonrpc":"2.0","method":"sum","method":"sum","id":1}"#,
      #"{"jsonrpc":"2.0","method":"sum","id":1,"\u0069d":2}"#,
      #"{"jsonrpc":"2.0","method":"echo","params":{"a":1,"a":1},"id":1}"#,
      #"[{"jsonrpc":"2.0","method":"sum","id":1},{"jsonrpc":"2.0","method":"sum","id":1,"x":0,"x":0}]"#,
    ])
  func duplicates(_ line: String) {
    #expect(send(line) == "null!-32700 duplicateKey")
    #expect(server.log == [])
  }

  @Test("4.2: structural junk is answered with id null although it has no id; a well-formed notification never is")
  func junkWithoutID() {
    #expect(send(#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#) == "null!-32600 methodNotString")
    #expect(send(#"{"foo":"boo"}"#) == "null!-32600 versionMissing")
    #expect(send("{}") == "null!-32600 versionMissing")
    #expect(send(#"{"jsonrpc":"2.0","method":"sum","params":1}"#) == "null!-32600 paramsNotStructured")
    #expect(send(#"{"jsonrpc":"2.0","method":"nothing"}"#) == "silence")
  }

  @Test("4.2: params null is absent")
  func nullParams() {
    var kinds: [Request.ParameterKind] = []
    for params in ["null", "[]", "{}"] {
      var writer = JSONWriter()
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":\(params),\"id\":1}".utf8).withUnsafeBytes { line in
        MessageProcessor().process(line, into: &writer) { (request, writer) in
          kinds.append(request.parameterKind)
          #expect(request.parameterBytes.isEmpty == (request.parameterKind == .absent))
          writer.null()
          return .written
        }
      }
    }
    #expect(kinds == [.absent, .array, .object])
    #expect(send(#"{"jsonrpc":"2.0","method":"subtract","params":null,"id":1}"#) == "1!-32602 integerExpected")
  }

  @Test("4.2: other members of a request are ignored, whatever they hold")
  func extraMembers() {
    #expect(send(#"{"jsonrpc":"2.0","extra":[{"id":5}],"method":"sum","auth":null,"id":1,"":{}}"#) == "1=0")
    #expect(send(#"{"jsonrpc":"2.0","method":"sum","id":1,"result":5}"#) == "1=0")
  }

  @Test("4.2: answers that are sent to us are ignored and counted")
  func responses() {
    #expect(send(#"{"jsonrpc":"2.0","result":null,"id":1}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"x"},"id":null}"#) == "silence")
    #expect(send(#"[{"jsonrpc":"2.0","result":1,"id":1},{"error":1}]"#) == "silence")
    #expect(send(#"[{"result":1},{"jsonrpc":"2.0","method":"sum","id":1}]"#) == "[1=0]")
    #expect(server.processor.counters.ignoredResponses == 5)
    #expect(server.processor.counters.errors == 0)
  }

  @Test("4.2: the same id twice, one after the other or in one batch, is answered twice")
  func sameID() {
    #expect(send("[\(request(id: "1")),\(request(id: "1", method: "update"))]") == "[1=0, 1=null]")
  }

  @Test("4.2: a nested batch is one invalid request for each inner array")
  func nestedBatch() {
    #expect(
      send("[[\(request(id: "1")),\(request(id: "2"))],[[]],\(request(id: "3"))]")
        == "[null!-32600 notARequest, null!-32600 notARequest, 3=0]")
    #expect(server.log == ["sum"])
  }

  @Test("4.2: 256 requests are a batch; 257 are refused with one answer that names limit and number, and nothing runs")
  func hugeBatch() {
    func batch(_ count: Int) -> String {
      "[" + Array(repeating: request(id: "1"), count: count).joined(separator: ",") + "]"
    }
    #expect(send(batch(256)) == "[" + Array(repeating: "1=0", count: 256).joined(separator: ", ") + "]")
    #expect(server.log.count == 256)
    #expect(
      server.send(batch(257))
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the batch holds 257 requests; 256 are allowed. Nothing was executed.","data":{"reason":"batchTooLarge","limitName":"batch","limit":256,"got":257}}}"#
    )
    #expect(server.log.count == 256)
    // Broken text comes first, also behind the limit.
    #expect(send(String(batch(300).dropLast())) == "null!-32700 unexpectedEnd")
  }

  @Test("4.2: a batch validates all of its text before the first request runs")
  func validatedFirst() {
    #expect(
      send("[\(request(id: "1")),{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[01],\"id\":2}]")
        == "null!-32700 invalidNumber")
    #expect(server.log == [])
  }

  @Test("4.2: two texts on one line, and anything after the text, are one parse error, and nothing runs")
  func trailing() {
    #expect(send(request(id: "1") + request(id: "2")) == "null!-32700 trailingText")
    #expect(send(request(id: "1") + ",") == "null!-32700 trailingText")
    #expect(send(request(id: "1") + " ]") == "null!-32700 trailingText")
    #expect(server.log == [])
    #expect(send(" \t" + request(id: "1") + " \r") == "1=0")
  }

  @Test("4.2, 6: a byte-order mark is always refused")
  func byteOrderMark() {
    #expect(send("\u{FEFF}" + request(id: "1")) == "null!-32700 byteOrderMark")
  }

  @Test("4.2: broken UTF-8 and lone surrogates are one parse error with the offset")
  func brokenText() {
    let start = Array(#"{"jsonrpc":"2.0","method":"sum","id":""#.utf8)
    for bytes in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
      let answer = server.send(start + bytes + Array(#""}"#.utf8))
      #expect(summary(answer) == "null!-32700 invalidUTF8")
      #expect(answer?.contains("\"offset\":\(start.count)") == true)
    }
    #expect(send(#"{"jsonrpc":"2.0","method":"sum","id":"\ud800"}"#) == "null!-32700 loneSurrogate")
  }

  @Test("4.2: a raw NUL is refused anywhere; its escape is fine in a value and refused in a name of params")
  func null() {
    #expect(send(request(id: "1") + "\u{0}") == "null!-32700 trailingText")
    #expect(send(request(id: "1\u{0}")) == "null!-32700 controlCharacter")
    #expect(send(request(id: "\"\u{0}\"")) == "null!-32700 controlCharacter")
    #expect(send(#"{"jsonrpc":"2.0","method":"echo","params":["a\u0000b"],"id":1}"#) == #"1=["a\u0000b"]"#)
    let answer = server.send(#"{"jsonrpc":"2.0","method":"echo","params":{"x":{"a\u0000b":1}},"id":1}"#)
    #expect(summary(answer) == "1!-32602 nullCharacterInKey")
    #expect(answer?.contains(#""pointer":"/params/x""#) == true)
  }

  @Test("4.2, 6: 64 levels in a line are allowed; more are a parse error with the limit")
  func depth() {
    func nested(_ levels: Int) -> String {
      let params = String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
      return "{\"jsonrpc\":\"2.0\",\"method\":\"echoBytes\",\"params\":\(params),\"id\":1}"
    }
    #expect(send(nested(64)).hasPrefix("1=[["))
    let answer = server.send(nested(65))
    #expect(summary(answer) == "null!-32700 tooDeep")
    #expect(answer?.contains("\"limit\":64") == true)
    // A batch is a level.
    #expect(send("[\(nested(64))]") == "null!-32700 tooDeep")
  }

  @Test("6: numbers that Jansson cannot hold fail their own request alone, with the pointer")
  func numbersOutOfRange() {
    let answer = server.send(
      "[" + #"{"jsonrpc":"2.0","method":"echo","params":{"a":[1,9223372036854775808]},"id":1},"#
        + #"{"jsonrpc":"2.0","method":"echo","params":[1E400],"id":2},{"jsonrpc":"2.0","method":"echo","params":[0.1,-0],"id":3}]"#
    )
    #expect(summary(answer) == "[1!-32602 integerOutOfRange, 2!-32602 realOutOfRange, 3=[0.1,0]]")
    #expect(answer?.contains(#""pointer":"/params/a/1""#) == true)
    #expect(answer?.contains(#""pointer":"/params/0""#) == true)
  }

  @Test("4.2: a handler that stops halfway leaves nothing of its half result, alone and in a batch")
  func halfResult() {
    #expect(send(request(id: "1", method: "halfway")) == "1!1000 stopped")
    #expect(
      send("[\(request(id: "1")),\(request(id: "2", method: "halfway")),\(request(id: "3"))]")
        == "[1=0, 2!1000 stopped, 3=0]")
  }

  @Test("a request knows whether it is in a batch, also alone in one")
  func inBatch() {
    #expect(send(request(id: "1", method: "isInBatch")) == "1=false")
    #expect(send("[\(request(id: "1", method: "isInBatch"))]") == "[1=true]")
  }

  @Test("a text that is no object and no array is not a request", arguments: ["1", "\"x\"", "null", "true", "1.5"])
  func scalar(_ line: String) {
    #expect(send(line) == "null!-32600 notARequest")
  }
}
