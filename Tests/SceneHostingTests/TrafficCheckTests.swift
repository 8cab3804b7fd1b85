import ConformanceSupport
import Testing

/// The check that the tests' clients make of all that they are told, fed with daemons that do not say what they promise.
@MainActor
@Suite struct TrafficCheckTests {
  private func faults(sent: String, received: String) -> [String] {
    var traffic = TrafficCheck(MemoryClient.document)
    traffic.sent("\(sent)\n".utf8)
    return traffic.faults(inReceived: received)
  }

  @Test(
    "answers, errors and notifications as they are described",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#,
      #"[{"jsonrpc":"2.0","id":"b","result":{"subscription":"s1"}},{"jsonrpc":"2.0","id":1,"result":"pong"}]"#,
      #"{"jsonrpc":"2.0","id":"b","error":{"code":1011,"message":"","data":{"reason":"subscriptionNotFound"}}}"#,
      #"{"jsonrpc":"2.0","id":"b","error":{"code":-32602,"message":""}}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}"#,
      #"{"jsonrpc":"2.0","id":"c","error":{"code":-32601,"message":""}}"#,
      #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown"}}"#,
    ])
  func described(received: String) {
    #expect(faults(sent: Self.sent, received: received) == [])
  }

  @Test(
    "what is not as described is found",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"result":"pang"}"#, #"{"jsonrpc":"2.0","id":1}"#, "pong",
      #"{"jsonrpc":"2.0","id":"b","result":{"subscription":"s1","more":1}}"#,
      #"{"jsonrpc":"2.0","id":"b","result":{}}"#,
      #"[{"jsonrpc":"2.0","id":"b","result":{}},{"jsonrpc":"2.0","id":1,"result":"pong"}]"#,
      #"{"jsonrpc":"2.0","id":"b","error":{"code":1000,"message":"","data":{"reason":"sceneNotFound"}}}"#,
      #"{"jsonrpc":"2.0","id":"b","error":{"code":1011,"message":"","data":{"reason":"sceneNotFound"}}}"#,
      #"{"jsonrpc":"2.0","id":"c","result":1}"#,
      #"{"jsonrpc":"2.0","method":"farewell","params":{"reason":"shutdown"}}"#,
      #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown","when":1}}"#,
      #"{"jsonrpc":"2.0","method":"goodbye","params":{}}"#,
    ])
  func notDescribed(received: String) {
    #expect(faults(sent: Self.sent, received: received).count == 1)
  }

  private static let sent = #"""
    [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"unsubscribe","params":["s1"]},
    """#.filter { !$0.isNewline } + #"{"jsonrpc":"2.0","id":"c","method":"none"},1,{"id":7}]"#

  @Test("an id that is used again is answered in the order of the requests")
  func sameID() {
    var traffic = TrafficCheck(MemoryClient.document)
    for method in ["ping", "unsubscribe"] {
      traffic.sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"}\n".utf8)
    }
    #expect(traffic.faults(inReceived: #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#) == [])
    #expect(traffic.faults(inReceived: #"{"jsonrpc":"2.0","id":1,"result":{"subscription":"s1"}}"#) == [])
  }
}
