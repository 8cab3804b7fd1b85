import Foundation
import Testing

/// A JSON text as a value that tests can compare and walk.
struct JSON: Equatable, CustomStringConvertible, ExpressibleByStringLiteral {
  private let value: NSObject?

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
  }

  /// JSON text; a literal that is none is a mistake in a test.
  init(stringLiteral text: String) {
    do { try self.init(text) } catch { preconditionFailure("not JSON: \(text)") }
  }

  private init(value: Any?) { self.value = value as? NSObject }

  /// A member, or JSON null when there is none.
  subscript(name: String) -> JSON { JSON(value: (value as? [String: Any])?[name]) }

  /// An element, or JSON null when there is none.
  subscript(index: Int) -> JSON {
    guard let array = value as? [Any], array.indices.contains(index) else { return JSON(value: nil) }
    return JSON(value: array[index])
  }

  var elements: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
  var members: [String: JSON] { (value as? [String: Any] ?? [:]).mapValues { JSON(value: $0) } }
  var string: String? { value as? String }
  var integer: Int? { value as? Int }
  var bool: Bool? { value as? Bool }
  var isAbsent: Bool { value == nil || value is NSNull }

  var description: String {
    guard let value, !(value is NSNull) else { return "null" }
    let bytes = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
  }

  static func == (one: JSON, other: JSON) -> Bool { one.description == other.description }
}
