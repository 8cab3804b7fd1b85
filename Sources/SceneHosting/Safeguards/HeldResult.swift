import HeadlessUIKit
import JSONText

/// The result of a call whose revision is known only when the calls after it are executed.
struct HeldResult {
  private let bytes: [UInt8]
  /// Where the revision stands in them.
  private let place: Range<Int>?

  /// - Parameters:
  ///   - writer: Holds the result, and nothing else.
  ///   - place: Where the revision stands, if there is one.
  init(_ writer: JSONWriter, revisionAt place: Range<Int>?) {
    bytes = writer.bytes
    self.place = place
  }

  /// How many bytes it has.
  var count: Int { bytes.count }

  /// Writes the result with the revision that holds its effect.
  func write(with revision: Int, to writer: inout JSONWriter) {
    guard let place else { return bytes.withUnsafeBytes { writer.raw($0) } }
    let result = bytes[..<place.lowerBound] + Array(String(revision).utf8) + bytes[place.upperBound...]
    result.withUnsafeBytes { writer.raw($0) }
  }
}
