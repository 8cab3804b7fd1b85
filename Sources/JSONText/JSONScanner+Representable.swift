extension JSONScanner {
  /// 1 KiB: a pointer is sent back to the peer, twice. A longer one is cut to the nearest enclosing value that fits.
  private static let pointerLimit = 1024

  /// Finds why Jansson refused a text that the scanner accepts. Only called when it did.
  ///
  /// Cost: one pass; the pointer is made at the end, from the places of the names that lead to the fault.
  static func firstUnrepresentable(in text: UnsafeRawBufferPointer, at base: String) -> JSONValueError {
    var scanner = JSONScanner(text, depthLimit: Self.greatestDepthLimit)
    var path: [PathStep] = []
    do throws(JSONSyntaxError) {
      guard let fault = try scanner.findUnrepresentable(&path) else {
        try scanner.finish()
        return JSONValueError(
          reason: "notRepresentable", pointer: base,
          message: "the JSON reader refused the text; memory may have run out")
      }
      return fault.error(at: pointer(along: path, from: base, in: text))
    } catch {
      return JSONValueError(reason: error.kind.rawValue, pointer: base, message: error.message)
    }
  }

  /// One step from a container to a value in it.
  private enum PathStep {
    case name(JSONToken)
    case index(Int)
  }

  private enum Fault {
    case nullInName
    case integer(String)
    case real(String)

    func error(at pointer: String) -> JSONValueError {
      let place = pointer.isEmpty ? "the root" : pointer
      switch self {
      case .nullInName:
        return JSONValueError(
          reason: "nullCharacterInKey", pointer: pointer,
          message: "a member name in the object at \(place) contains U+0000; names must not contain it")
      case .integer(let lexeme):
        return JSONValueError(
          reason: "integerOutOfRange", pointer: pointer,
          message: "the integer \(lexeme) at \(place) is outside -2^63 to 2^63-1")
      case .real(let lexeme):
        return JSONValueError(
          reason: "realOutOfRange", pointer: pointer,
          message: "the number \(lexeme) at \(place) is outside the range of a 64-bit float, about ±1.8e308")
      }
    }
  }

  /// On a fault, `path` leads to it.
  private mutating func findUnrepresentable(_ path: inout [PathStep]) throws(JSONSyntaxError) -> Fault? {
    switch try peekKind() {
    case .object:
      var cursor = try beginObject()
      while let name = try nextMember(&cursor) {
        if name.hasEscapes, Self.decoded(UnsafeRawBufferPointer(rebasing: bytes[name.contents])).contains(0) {
          return .nullInName
        }
        path.append(.name(name))
        if let fault = try findUnrepresentable(&path) { return fault }
        path.removeLast()
      }
      return nil
    case .array:
      var cursor = try beginArray()
      while try nextElement(&cursor) {
        path.append(.index(cursor.count - 1))
        if let fault = try findUnrepresentable(&path) { return fault }
        path.removeLast()
      }
      return nil
    case .integer, .real:
      return check(try scanValue())
    case .string, .boolean, .null:
      _ = try scanValue()
      return nil
    }
  }

  private func check(_ token: JSONToken) -> Fault? {
    let lexeme = String(decoding: bytes[token.range], as: UTF8.self)
    let shown = lexeme.utf8.count <= 40 ? lexeme : "\(lexeme.prefix(40))…"
    if token.kind == .integer { return Int64(lexeme) == nil ? .integer(shown) : nil }
    return Double(lexeme)?.isFinite == true ? nil : .real(shown)
  }

  private static func pointer(along path: [PathStep], from base: String, in text: UnsafeRawBufferPointer) -> String {
    var pointer = base
    for step in path {
      let longer =
        switch step {
        case .index(let index): JSONPointer.appending(index, to: pointer)
        case .name(let name):
          JSONPointer.appending(
            String(decoding: decoded(UnsafeRawBufferPointer(rebasing: text[name.contents])), as: UTF8.self), to: pointer
          )
        }
      guard longer.utf8.count <= pointerLimit else { return pointer }
      pointer = longer
    }
    return pointer
  }
}
