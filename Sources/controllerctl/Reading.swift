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

extension JSONValue {
  /// A value for people: a text without quotes, a number without a fraction where it has none.
  var plain: String {
    switch kind {
    case .string: string ?? ""
    case .integer: int64.map { "\($0)" } ?? ""
    case .real: double.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int64($0))" : "\($0)" } ?? ""
    case .boolean: bool == true ? "true" : "false"
    case .null: "none"
    case .array: elements.map(\.plain).joined(separator: ", ")
    case .object: members.map { "\($0.name) \($0.value.plain)" }.joined(separator: ", ")
    }
  }
}
