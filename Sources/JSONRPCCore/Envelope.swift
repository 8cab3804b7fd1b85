import JSONText

/// What one JSON value on the wire says about a request, as places in the line: found while the line is validated, used
/// once all of it is known to be valid.
struct Envelope {
  /// Offset of the value, for messages.
  var start = 0
  /// Nil when the value is an object.
  var otherKind: JSONKind?

  var version: JSONToken?
  var method: JSONToken?
  var params: JSONToken?
  var id: JSONToken?
  var hasResultOrError = false

  /// True for an answer, which must not be answered, or two peers would go on for ever.
  var isResponse: Bool { otherKind == nil && hasResultOrError && method == nil }

  /// Scans one value.
  static func scan(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> Envelope {
    var envelope = Envelope()
    let kind = try scanner.peekKind()
    envelope.start = scanner.position
    guard kind == .object else {
      envelope.otherKind = try scanner.scanValue().kind
      return envelope
    }
    var cursor = try scanner.beginObject()
    while let name = try scanner.nextMember(&cursor) {
      let value = try scanner.scanValue()
      envelope.take(name, value, in: scanner.bytes)
    }
    return envelope
  }

  private mutating func take(_ name: JSONToken, _ value: JSONToken, in bytes: UnsafeRawBufferPointer) {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[name.contents])
    guard name.hasEscapes else {
      take(raw, value)
      return
    }
    JSONScanner.decoded(raw).withUnsafeBytes { take($0, value) }
  }

  /// Names are compared exactly (J17); others are ignored.
  @inline(__always)
  private mutating func take(_ name: UnsafeRawBufferPointer, _ value: JSONToken) {
    switch name.count {
    case 2 where ByteSearch.equal(name, "id"): id = value
    case 5 where ByteSearch.equal(name, "error"): hasResultOrError = true
    case 6:
      if ByteSearch.equal(name, "method") {
        method = value
      } else if ByteSearch.equal(name, "params") {
        params = value
      } else if ByteSearch.equal(name, "result") {
        hasResultOrError = true
      }
    case 7 where ByteSearch.equal(name, "jsonrpc"): version = value
    default: break
    }
  }
}
