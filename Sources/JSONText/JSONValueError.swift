/// Why a text, or a part of it, cannot be given as values.
public struct JSONValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason as a stable word: "nullCharacterInKey", "integerOutOfRange", "realOutOfRange", "outOfMemory",
  /// "notRepresentable", or the word of a `JSONSyntaxError.Kind`.
  public let reason: String

  /// The JSON Pointer of the offending value, from the root of the text that was parsed ("" is the root), or from the
  /// pointer that the text was given. For a bad name it is the object's.
  public let pointer: String

  /// A sentence for a person.
  public let message: String

  /// The message.
  public var description: String { message }

  init(reason: String, pointer: String, message: String) {
    self.reason = reason
    self.pointer = pointer
    self.message = message
  }
}
