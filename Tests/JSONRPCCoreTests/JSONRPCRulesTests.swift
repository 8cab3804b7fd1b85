import ConformanceSupport
import JSONRPCCore
import JSONText
import Testing

@Suite("The rules of JSON-RPC 2.0 (json-rpc-rules.md 4.1)")
struct JSONRPCRulesTests {
  private let server = SpecificationServer()

  private func send(_ line: String) -> String { summary(server.send(line)) }

  @Test("J1: jsonrpc is exactly the string \"2.0\", in requests and in responses")
  func j1() {
    #expect(send(#"{"jsonrpc":"2.0","method":"sum","id":1}"#) == "1=0")
    #expect(send(#"{"jsonrpc":"2\u002e0","method":"sum","id":1}"#) == "1=0")
    for version in [#""1.0""#, #""2""#, #""2.00""#, #""2.0 ""#, #""""#] {
      #expect(send("{\"jsonrpc\":\(version),\"method\":\"sum\",\"id\":1}") == "1!-32600 versionNotSupported")
    }
    for version in ["2.0", "2", "null", "true", "[]", "{}"] {
      #expect(send("{\"jsonrpc\":\(version),\"method\":\"sum\",\"id\":1}") == "1!-32600 versionNotSupported")
    }
    #expect(server.send(#"{"jsonrpc":"2.0","method":"sum","id":1}"#) == #"{"jsonrpc":"2.0","id":1,"result":0}"#)
    #expect(server.log.count == 3)
  }

  @Test("J2: method is a string; names with rpc. are told to the handler")
  func j2() {
    for method in ["1", "null", "true", "[\"sum\"]", "{}"] {
      #expect(send("{\"jsonrpc\":\"2.0\",\"method\":\(method),\"id\":1}") == "1!-32600 methodNotString")
    }
    #expect(send(#"{"jsonrpc":"2.0","method":"","id":1}"#) == "1!-32601 methodNotFound")
    #expect(send(#"{"jsonrpc":"2.0","method":"s\u0075m","params":[1],"id":1}"#) == "1=1")
    #expect(send(#"{"jsonrpc":"2.0","method":"rpc.nothing","id":1}"#) == "1!-32601 methodNotFound")
    var seen: [Bool] = []
    for method in ["rpc.x", "rpc.", "rpc", "Rpc.x", "rpcx"] {
      var writer = JSONWriter()
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":1}".utf8).withUnsafeBytes { line in
        MessageProcessor().process(line, into: &writer) { (request, writer) in
          seen.append(request.isReservedMethod)
          writer.null()
          return .written
        }
      }
    }
    #expect(seen == [true, true, false, false, false])
  }

  @Test("J3: params may be left out; else they are an array or an object")
  func j3() {
    #expect(send(#"{"jsonrpc":"2.0","method":"echo","id":1}"#) == "1=null")
    #expect(send(#"{"jsonrpc":"2.0","method":"echo","params":[1,"a"],"id":1}"#) == #"1=[1,"a"]"#)
    #expect(send(#"{"jsonrpc":"2.0","method":"echo","params":{"a":{}},"id":1}"#) == #"1={"a":{}}"#)
    #expect(send(#"{"jsonrpc":"2.0","method":"echo","params":[],"id":1}"#) == "1=[]")
    for params in ["1", "\"x\"", "true", "1.5"] {
      #expect(
        send("{\"jsonrpc\":\"2.0\",\"method\":\"echo\",\"params\":\(params),\"id\":1}")
          == "1!-32600 paramsNotStructured")
    }
  }

  @Test("J4, J5: an id is a string, a number or null, and comes back byte for byte")
  func j4j5() {
    let ids = [
      "1", "0", "-0", "-7", "1.0", "1.50", "1e2", "1E+2", "9007199254740993", "18446744073709551616", "1E400", "\"\"",
      "\"a\"",
      #""\u0061\n\/""#, "\"ä😀\"", "null", "\"1\"",
    ]
    for id in ids {
      #expect(
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"id\": \(id) }")
          == "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":0}")
      #expect(
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"nothing\",\"id\":\(id)}")?.hasPrefix(
          "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"error\":{") == true)
    }
    for id in ["[]", "{}", "true", "false", "[1]"] {
      #expect(send("{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"id\":\(id)}") == "null!-32600 idNotAllowed")
    }
  }

  @Test("J6: a notification is never answered, also inside a batch, also when it fails")
  func j6() {
    #expect(send(#"{"jsonrpc":"2.0","method":"update","params":[1]}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","method":"nothing"}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","method":"subtract","params":["x"]}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","method":"halfway"}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","method":"get_data"}"#) == "silence")
    #expect(
      send(
        #"[{"jsonrpc":"2.0","method":"halfway"},{"jsonrpc":"2.0","method":"sum","params":[3],"id":1},{"jsonrpc":"2.0","method":"nothing"}]"#
      )
        == "[1=3]")
    #expect(
      server.log == ["update[1]", "nothing", "subtract[\"x\"]", "halfway", "get_data", "halfway", "sum[3]", "nothing"])
    #expect(server.processor.counters.notifications == 7)
    #expect(server.processor.counters.failedNotifications == 5)
  }

  @Test("J7: parameters by position keep their order; names match with their case")
  func j7() {
    #expect(send(#"{"jsonrpc":"2.0","method":"subtract","params":[5,3],"id":1}"#) == "1=2")
    #expect(send(#"{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":3,"minuend":5},"id":1}"#) == "1=2")
    #expect(
      send(#"{"jsonrpc":"2.0","method":"subtract","params":{"Subtrahend":3,"minuend":5},"id":1}"#)
        == "1!-32602 integerExpected")
  }

  @Test("J8, J9: a response has jsonrpc, id, and exactly one of result and error; the result may be null")
  func j8j9() {
    #expect(server.send(#"{"jsonrpc":"2.0","method":"update","id":1}"#) == #"{"jsonrpc":"2.0","id":1,"result":null}"#)
    #expect(
      server.send(#"{"jsonrpc":"2.0","method":"halfway","id":1}"#)
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":1000,"message":"It stopped halfway.","data":{"reason":"stopped"}}}"#
    )
  }

  @Test("J10: the id is null where none could be read")
  func j10() {
    #expect(send(#"{"jsonrpc":"2.0","id":1,"method":}"#) == "null!-32700 unexpectedCharacter")
    #expect(send(#""sum""#) == "null!-32600 notARequest")
    #expect(send(#"{"jsonrpc":"2.0"}"#) == "null!-32600 methodMissing")
  }

  @Test("J11: an error has an integer code, one sentence and data with a reason")
  func j11() {
    #expect(
      server.send("{\"jsonrpc\":\"2.0\",\"method\":\"a\\\"b\",\"id\":1}")
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"There is no method 'a\"b'.","data":{"reason":"methodNotFound","method":"a\"b"}}}"#
    )
  }

  @Test("J12: the standard codes and their ranges")
  func j12() {
    #expect(ErrorCode.parseError.rawValue == -32700)
    #expect(ErrorCode.invalidRequest.rawValue == -32600)
    #expect(ErrorCode.methodNotFound.rawValue == -32601)
    #expect(ErrorCode.invalidParams.rawValue == -32602)
    #expect(ErrorCode.internalError.rawValue == -32603)
    #expect(ErrorCode.server(0).rawValue == -32000)
    #expect(ErrorCode.server(99).rawValue == -32099)
    #expect(ErrorCode(rawValue: -32099).isServer && ErrorCode(rawValue: -32000).isServer)
    #expect(!ErrorCode(rawValue: -32100).isServer && !ErrorCode(rawValue: -31999).isServer)
    #expect(ErrorCode(rawValue: -32768).isReserved && !ErrorCode(rawValue: -32769).isReserved)
    #expect(!ErrorCode(rawValue: 1000).isReserved)
  }

  @Test("J13: a batch is executed in order and answered in order, on one line")
  func j13() {
    #expect(
      send(
        #"[{"jsonrpc":"2.0","method":"sum","params":[1],"id":3},{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","method":"sum","params":[2],"id":"x"},{"jsonrpc":"2.0","method":"sum","params":[3],"id":1}]"#
      ) == #"[3=1, "x"=2, 1=3]"#)
    #expect(server.log == ["sum[1]", "update", "sum[2]", "sum[3]"])
  }

  @Test("J14: a batch that is not JSON, or empty, gives one answer, not an array, and nothing runs")
  func j14() {
    #expect(send(#"[{"jsonrpc":"2.0","method":"sum","id":1},"#) == "null!-32700 unexpectedEnd")
    #expect(send(#"[{"jsonrpc":"2.0","method":"sum","id":1}] x"#) == "null!-32700 trailingText")
    #expect(send(#"[{"jsonrpc":"2.0","method":"sum","id":1},{"a":1,"a":2}]"#) == "null!-32700 duplicateKey")
    #expect(send("[]") == "null!-32600 emptyBatch")
    #expect(send(" [ ] ") == "null!-32600 emptyBatch")
    #expect(server.log == [])
  }

  @Test("J15: junk in a batch is answered one by one")
  func j15() {
    #expect(
      send(#"[1,"x",null,{},[],true,{"jsonrpc":"2.0","method":"sum","id":7}]"#)
        == "[null!-32600 notARequest, null!-32600 notARequest, null!-32600 notARequest, null!-32600 versionMissing, "
        + "null!-32600 notARequest, null!-32600 notARequest, 7=0]")
  }

  @Test("J16: where there is nothing to answer nothing is sent")
  func j16() {
    #expect(send(#"[{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","method":"nothing"}]"#) == "silence")
    #expect(send(#"[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","method":"update"}]"#) == "silence")
  }

  @Test("J17: member and method names are compared with their case")
  func j17() {
    #expect(send(#"{"jsonrpc":"2.0","Method":"sum","id":1}"#) == "1!-32600 methodMissing")
    #expect(send(#"{"JSONRPC":"2.0","method":"sum","id":1}"#) == "1!-32600 versionMissing")
    #expect(send(#"{"jsonrpc":"2.0","method":"sum","ID":1}"#) == "silence")
    #expect(send(#"{"jsonrpc":"2.0","method":"Sum","id":1}"#) == "1!-32601 methodNotFound")
    // An escaped name is the same name.
    #expect(send(#"{"jsonrpc":"2.0","m\u0065thod":"sum","\u0069d":1}"#) == "1=0")
  }

  @Test("J17: a request is of the method that it names, in exactly that case and length")
  func j17Method() {
    var seen: [Bool] = []
    for method in ["sum", "Sum", "SUM", "su", "summ", "", #"s\u0075m"#] {
      var writer = JSONWriter()
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":1}".utf8).withUnsafeBytes { line in
        MessageProcessor().process(line, into: &writer) { (request, writer) in
          seen.append(request.isMethod("sum"))
          writer.null()
          return .written
        }
      }
    }
    #expect(seen == [true, false, false, false, false, false, true])
  }

  @Test("J18: rpc. methods that we do not have are not found")
  func j18() {
    #expect(send(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#) == "1!-32601 methodNotFound")
  }

  @Test("J19: the server can send notifications; a request's answer that comes back is not answered")
  func j19() {
    var writer = JSONWriter()
    writer.writeNotification("trace") { writer in
      writer.beginObject()
      writer.key("sequence")
      writer.integer(1)
      writer.endObject()
    }
    #expect(writer.text == #"{"jsonrpc":"2.0","method":"trace","params":{"sequence":1}}"# + "\n")
    #expect(send(#"{"jsonrpc":"2.0","result":19,"id":1}"#) == "silence")
    #expect(server.processor.counters.ignoredResponses == 1)
  }

  @Test("J20: a 1.0 request is told that it must say 2.0")
  func j20() {
    #expect(
      server.send(#"{"method":"sum","params":[1],"id":1}"#)
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: the member jsonrpc is missing; it must be \"2.0\".","data":{"reason":"versionMissing","pointer":"/jsonrpc"}}}"#
    )
  }
}
