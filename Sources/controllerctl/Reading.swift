import JSONText

/// Reads what the daemon sent.
enum Reading {
  /// A line or a result as a value.
  static func value(_ text: [UInt8]) throws(ConnectionFailure) -> JSONValue {
    do {
      return try text.withUnsafeBytes { bytes in
        try JSONDocument(parsing: bytes, depthLimit: JSONScanner.greatestDepthLimit).root
      }
    } catch {
      throw ConnectionFailure("the daemon sent what is no JSON: \(error)")
    }
  }
}

extension String {
  /// The text with control characters written out: a client may have set it, and a terminal would obey it.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// C0, DEL, C1, and the marks that change the direction of what follows.
  fileprivate var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSONValue {
  /// A value for people: a text without quotes, a number without a fraction where it has none.
  var plain: String {
    switch kind {
    case .string: string?.withoutControls ?? ""
    case .integer: int64.map { "\($0)" } ?? ""
    case .real: double.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int64($0))" : "\($0)" } ?? ""
    case .boolean: bool == true ? "true" : "false"
    case .null: "none"
    case .array: elements.map(\.plain).joined(separator: ", ")
    case .object: members.map { "\($0.name) \($0.value.plain)" }.joined(separator: ", ")
    }
  }
}
