/// A server to be measured: where it listens and what it is asked. All that differs between the servers is here.
struct LoadTarget {
  /// The server's name, for the report.
  let name: String

  /// The Unix socket that it listens on.
  let path: String

  /// How its answers are told apart.
  let format: AnswerFormat

  /// Sent once, before the load; empty when there is nothing to prepare.
  var preparation: [UInt8] = []

  /// What a right answer to the preparation is.
  var preparationAnswer: [UInt8] = []

  /// The request at each place in a batch.
  private let request: (_ place: Int) -> [UInt8]

  /// Whether an answer is right for the request at a place in a batch.
  let isRight: (_ answer: [UInt8], _ place: Int) -> Bool

  /// The requests of one batch, as they are sent.
  func batch(of depth: Int) -> [UInt8] { Array((0..<depth).map(request).joined()) }

  // MARK: The servers

  /// Requests of a batch are told apart by their ids; with four digits each, all requests have the same length, and all
  /// answers.
  static let firstID = 1000

  /// A method of the daemon.
  ///
  /// - Parameter params: A JSON array or object, as text; nil when the request has no parameters.
  static func daemon(path: String, method: String, params: String?) -> LoadTarget {
    let tail = params.map { #","params":\#($0)"# } ?? ""
    return LoadTarget(
      name: "controllerd", path: path, format: .lines,
      request: { Array("{\"jsonrpc\":\"2.0\",\"id\":\(firstID + $0),\"method\":\"\(method)\"\(tail)}\n".utf8) },
      isRight: { answer, place in
        answer.starts(with: "{\"jsonrpc\":\"2.0\",\"id\":\(firstID + place),\"result\":".utf8)
          && answer.suffix(2).elementsEqual("}\n".utf8)
      })
  }

  /// Redis's `GET` of a value that is as long as the daemon's answer.
  static func redis(path: String, valueSize: Int) -> LoadTarget {
    // The value is no line feed and no RESP by itself, so that an answer that is counted wrongly is seen.
    let value = String(repeating: "x", count: valueSize)
    let key = "controllerbench"
    let request = Array("*2\r\n$3\r\nGET\r\n$\(key.utf8.count)\r\n\(key)\r\n".utf8)
    let answer = Array("$\(valueSize)\r\n\(value)\r\n".utf8)
    return LoadTarget(
      name: "redis", path: path, format: .redis,
      preparation: Array("*3\r\n$3\r\nSET\r\n$\(key.utf8.count)\r\n\(key)\r\n$\(valueSize)\r\n\(value)\r\n".utf8),
      preparationAnswer: Array("+OK\r\n".utf8),
      request: { _ in request }, isRight: { given, _ in given == answer })
  }

  /// The no-op server, which is asked what the daemon is asked.
  static func floor(path: String, like daemon: LoadTarget, answerSize: Int) -> LoadTarget {
    let answer = [UInt8](repeating: UInt8(ascii: "x"), count: answerSize - 1) + [UInt8(ascii: "\n")]
    return LoadTarget(
      name: "controllerfloor", path: path, format: .lines, request: daemon.request,
      isRight: { given, _ in given == answer })
  }
}
