import JSONText

/// Follows one connection, and holds every answer and every notification to what `rpc.discover` says of it.
package struct TrafficCheck {
  private let document: ProtocolDocument
  /// What was asked under an id and not answered yet, in order: clients use an id again.
  private var asked: [JSONContent: [String]] = [:]
  private var partialLine: [UInt8] = []
  /// Whether the connection speaks with headers: what goes over it is no lines then, and is not looked at.
  private var usesHeaders: Bool?

  package init(_ document: ProtocolDocument = .published) { self.document = document }

  /// Takes bytes that the client sends as lines.
  package mutating func sent(_ bytes: some Collection<UInt8>) {
    if usesHeaders == nil, let first = bytes.first { usesHeaders = first == UInt8(ascii: "C") }
    guard usesHeaders == false else { return }
    partialLine += bytes
    while let end = partialLine.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: partialLine[..<end], as: UTF8.self)
      partialLine.removeFirst(end + 1)
      note(line)
    }
  }

  /// The client ends its direction: what is left is a line.
  package mutating func sentEnd() { sent([UInt8(ascii: "\n")]) }

  private mutating func note(_ line: String) {
    // What is no JSON is answered under no id.
    guard let message = try? JSONContent(parsing: line) else { return }
    for request in message.elements.isEmpty ? [message] : message.elements {
      guard let id = request.members["id"], id != .null, request["jsonrpc"] == "2.0",
        let method = request["method"].string
      else { continue }
      asked[id, default: []].append(method)
    }
  }

  /// What is wrong with a line that the daemon has sent; nothing, for most.
  package mutating func faults(inReceived line: String) -> [String] {
    guard usesHeaders != true else { return [] }
    let message: JSONContent
    do {
      message = try JSONContent(parsing: line)
    } catch {
      // An id may be a number that no value can hold; it is repeated as bytes.
      let isTooLarge = (error as? JSONValueError)?.reason.hasSuffix("OutOfRange") == true
      return isTooLarge ? [] : ["\(error), in \(line.prefix(2000))"]
    }
    return (message.elements.isEmpty ? [message] : message.elements).compactMap { fault(in: $0) }
      .map { "\($0), in \(line.prefix(2000))" }
  }

  private mutating func fault(in message: JSONContent) -> String? {
    if message.members["method"] != nil { return document.fault(inNotification: message) }
    guard let id = message.members["id"], var methods = asked[id], !methods.isEmpty else { return nil }
    // Calls that wait are answered later than others, also under the same id: the first that it fits.
    let faults = methods.map { document.fault(inAnswer: message, to: $0) }
    let place = faults.firstIndex(of: nil) ?? 0
    methods.remove(at: place)
    asked[id] = methods
    return faults[place]
  }
}
