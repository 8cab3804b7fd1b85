import Glibc

/// Why a client that has connected is not served, and the two lines that it is told.
enum Refusal {
  case connections(limit: Int)
  case connectionsPerUser(limit: Int)
  case descriptors(limit: Int)

  /// JSON-RPC's server error: there is no request that a more telling code could answer.
  private static let code = -32000

  /// For a person.
  var message: String {
    switch self {
    case .connections(let limit):
      "The server has \(limit) connections already, which is its limit; close one, or try again later."
    case .connectionsPerUser(let limit):
      "This user has \(limit) connections already, which is the server's limit a user; close one, or try again later."
    case .descriptors(let limit):
      "The server has all \(limit) descriptors open that the system allows it; close a connection, or try again later."
    }
  }

  /// A JSON-RPC error without an id, and the goodbye that comes before the daemon closes any line.
  var lines: String {
    let (reason, name, value) =
      switch self {
      case .connections(let limit): ("tooManyConnections", "connections", limit)
      case .connectionsPerUser(let limit): ("tooManyConnectionsOfUser", "connectionsPerUser", limit)
      case .descriptors(let limit): ("tooManyDescriptors", "descriptors", limit)
      }
    return #"{"jsonrpc":"2.0","error":{"code":\#(Self.code),"message":"\#(message)","data":{"reason":"\#(reason)","#
      + #""limitName":"\#(name)","limit":\#(value)}},"id":null}"# + "\n"
      + #"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"\#(reason)"}}"# + "\n"
  }

  /// Tells the client and hangs up. Never waits: a socket that has just been made takes a line.
  func send(to descriptor: Int32) {
    var text = lines
    _ = text.withUTF8 { bytes in
      Glibc.send(
        descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    hangUp(descriptor)
    close(descriptor)
  }
}

/// Ends both directions, so that the peer reads what it was sent and then the end.
///
/// A socket that is closed over unread bytes gives its peer "connection reset" in place of the end.
func hangUp(_ descriptor: Int32) {
  guard shutdown(descriptor, Int32(SHUT_RDWR)) == 0 else { return }
  // Nothing more can arrive. 64 times 4 KiB are above what the kernel queues for a Unix socket by default.
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { scratch in
    for _ in 0..<64 where recv(descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT)) <= 0 {
      return
    }
  }
}
