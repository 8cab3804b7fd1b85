public import JSONText

/// An error as it is sent (J11): code, one sentence, and `data` for programs, which begins with a stable `reason`.
public struct JSONRPCError: Error, Sendable, CustomStringConvertible {
  /// The code.
  public var code: ErrorCode

  /// One sentence for a person: what is wrong, where, what is allowed.
  public var message: String

  /// The members of `data`, in order; the first is "reason".
  public var data: [(name: String, value: ErrorDetail)]

  /// An error.
  ///
  /// - Parameters:
  ///   - reason: A stable camelCase word, which becomes the first member of `data`.
  ///   - details: The other members of `data`, in order.
  public init(
    _ code: ErrorCode, reason: String, message: String, details: [(name: String, value: ErrorDetail)] = []
  ) {
    self.code = code
    self.message = message
    data = [(name: "reason", value: .string(reason))]
    data.append(contentsOf: details)
  }

  /// The stable word of `data.reason`.
  public var reason: String {
    guard case .string(let word)? = self["reason"] else { return "" }
    return word
  }

  /// A member of `data`.
  public subscript(name: String) -> ErrorDetail? { data.first { $0.name == name }?.value }

  /// The same error with one more member of `data`.
  public func adding(_ name: String, _ value: ErrorDetail) -> JSONRPCError {
    var error = self
    error.data.append((name: name, value: value))
    return error
  }

  /// Code, reason and message, for logs.
  public var description: String { "\(code) \(reason): \(message)" }

  /// Writes the error object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.integer(code.rawValue)
    writer.key("message")
    writer.string(message)
    writer.key("data")
    writer.beginObject()
    for (name, value) in data {
      writer.key(name)
      value.write(to: &writer)
    }
    writer.endObject()
    writer.endObject()
  }
}
