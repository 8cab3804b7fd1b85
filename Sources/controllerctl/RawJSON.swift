import JSONText

/// Takes JSON apart without changing a byte of its values.
enum RawJSON {
  /// An object's members, values as they were sent.
  ///
  /// - Throws: `ConnectionFailure` when the text is no object.
  static func members(of text: [UInt8]) throws(ConnectionFailure) -> [String: [UInt8]] {
    do {
      return try text.withUnsafeBytes { bytes in
        // Answers may be nested deeper than requests may.
        var scanner = JSONScanner(bytes, depthLimit: JSONScanner.greatestDepthLimit)
        var members: [String: [UInt8]] = [:]
        var object = try scanner.beginObject()
        while let name = try scanner.nextMember(&object) {
          let decoded = JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: bytes[name.contents]))
          let value = try scanner.scanValue()
          members[String(decoding: decoded, as: UTF8.self)] = Array(bytes[value.range])
        }
        try scanner.finish()
        return members
      }
    } catch {
      throw ConnectionFailure("the daemon sent a line that is not of JSON-RPC: \(error)")
    }
  }

  /// An array's elements, as they were sent.
  ///
  /// - Throws: `ConnectionFailure` when the text is no array.
  static func elements(of text: [UInt8]) throws(ConnectionFailure) -> [[UInt8]] {
    do {
      return try text.withUnsafeBytes { bytes in
        var scanner = JSONScanner(bytes, depthLimit: JSONScanner.greatestDepthLimit)
        var elements: [[UInt8]] = []
        var array = try scanner.beginArray()
        while try scanner.nextElement(&array) { elements.append(Array(bytes[try scanner.scanValue().range])) }
        try scanner.finish()
        return elements
      }
    } catch {
      throw ConnectionFailure("the daemon sent what should be an array, and is not: \(error)")
    }
  }

  /// A string's text; nil for other values, null among them.
  static func string(_ text: [UInt8]?) -> String? {
    guard let text, text.first == UInt8(ascii: "\""), text.count >= 2 else { return nil }
    return text.withUnsafeBytes {
      String(decoding: JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: $0[1..<($0.count - 1)])), as: UTF8.self)
    }
  }

  /// A whole number; nil for other values.
  static func integer(_ text: [UInt8]?) -> Int? { text.flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
}
