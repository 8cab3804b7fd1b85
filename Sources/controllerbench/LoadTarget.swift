/// What is asked, and how a complete answer is recognised. All that differs between the servers is here.
struct LoadTarget {
  /// The server's name, for the report.
  var name: String

  /// The Unix socket that it listens on.
  var path: String

  /// Sent once, before the load; empty when there is nothing to prepare.
  var preparation: [UInt8]

  /// What a right answer to the preparation is.
  var preparationAnswer: [UInt8]

  /// One request; sent over and over.
  var request: [UInt8]

  /// How many line feeds an answer has. Answers are counted by them, for both servers alike.
  var lineFeedsPerAnswer: Int

  /// What a right first answer contains.
  var expected: [UInt8]

  /// A method of the daemon.
  ///
  /// - Parameter params: A JSON array or object, as text; nil when the request has no parameters.
  static func daemon(path: String, method: String, params: String?) -> LoadTarget {
    let tail = params.map { #","params":\#($0)"# } ?? ""
    return LoadTarget(
      name: "controllerd", path: path, preparation: [], preparationAnswer: [],
      request: Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"\(tail)}\n".utf8),
      lineFeedsPerAnswer: 1, expected: Array(#""result""#.utf8))
  }

  /// Redis's `GET` of a value of a size.
  static func redis(path: String, valueSize: Int) -> LoadTarget {
    // The value holds no line feed, so that an answer has two: after the length, and after the value.
    let value = String(repeating: "x", count: valueSize)
    let key = "controllerbench"
    return LoadTarget(
      name: "redis", path: path,
      preparation: Array("*3\r\n$3\r\nSET\r\n$\(key.utf8.count)\r\n\(key)\r\n$\(valueSize)\r\n\(value)\r\n".utf8),
      preparationAnswer: Array("+OK\r\n".utf8),
      request: Array("*2\r\n$3\r\nGET\r\n$\(key.utf8.count)\r\n\(key)\r\n".utf8),
      lineFeedsPerAnswer: 2, expected: Array("$\(valueSize)\r\n\(value)\r\n".utf8))
  }
}
