extension JSONScanner {
  /// Finds why Jansson refused a text. Only called when it did.
  static func firstUnrepresentable(in text: UnsafeRawBufferPointer) -> JSONValueError {
    var scanner = JSONScanner(text, depthLimit: Self.greatestDepthLimit)
    do throws(JSONSyntaxError) {
      if let error = try scanner.findUnrepresentable(at: "") { return error }
      try scanner.finish()
    } catch {
      return JSONValueError(reason: error.kind.rawValue, pointer: "", message: error.message)
    }
    return refused
  }

  private static let refused = JSONValueError(
    reason: "notRepresentable", pointer: "", message: "the JSON reader refused the text; memory may have run out")

  private mutating func findUnrepresentable(at pointer: String) throws(JSONSyntaxError) -> JSONValueError? {
    switch try peekKind() {
    case .object:
      var cursor = try beginObject()
      while let name = try nextMember(&cursor) {
        let text = Self.decoded(UnsafeRawBufferPointer(rebasing: bytes[name.contents]))
        let inner = JSONPointer.appending(String(decoding: text, as: UTF8.self), to: pointer)
        if text.contains(0) {
          return JSONValueError(
            reason: "nullCharacterInKey", pointer: inner,
            message: "a member name at \(Self.place(pointer)) contains U+0000; names must not contain it")
        }
        if let error = try findUnrepresentable(at: inner) { return error }
      }
      return nil
    case .array:
      var cursor = try beginArray()
      while try nextElement(&cursor) {
        let inner = JSONPointer.appending(cursor.count - 1, to: pointer)
        if let error = try findUnrepresentable(at: inner) { return error }
      }
      return nil
    case .integer, .real:
      let token = try scanValue()
      return check(token, at: pointer)
    case .string, .boolean, .null:
      _ = try scanValue()
      return nil
    }
  }

  private func check(_ token: JSONToken, at pointer: String) -> JSONValueError? {
    let lexeme = String(decoding: bytes[token.range], as: UTF8.self)
    let shown = lexeme.utf8.count <= 40 ? lexeme : "\(lexeme.prefix(40))…"
    if token.kind == .integer {
      guard Int64(lexeme) == nil else { return nil }
      return JSONValueError(
        reason: "integerOutOfRange", pointer: pointer,
        message: "the integer \(shown) at \(Self.place(pointer)) is outside -2^63 to 2^63-1")
    }
    guard let value = Double(lexeme), value.isFinite else {
      return JSONValueError(
        reason: "realOutOfRange", pointer: pointer,
        message: "the number \(shown) at \(Self.place(pointer)) is outside the range of a 64-bit float, about ±1.8e308")
    }
    return nil
  }

  private static func place(_ pointer: String) -> String { pointer.isEmpty ? "the root" : pointer }
}
