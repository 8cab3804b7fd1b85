internal import CJansson

/// A tree of values, parsed by Jansson and freed with this object. It never changes.
///
/// Jansson's only state outside a tree is the seed of its hash tables, which is set once, at random, before the first one
/// is made. Cost of parsing: about 1.3 µs for 100 bytes.
public final class JSONDocument {
  private let tree: UnsafeMutablePointer<json_t>

  /// The whole document's value.
  public var root: JSONValue { JSONValue(document: self, node: tree) }

  /// Parses a whole JSON text.
  ///
  /// - Parameters:
  ///   - text: One value of any kind. It is validated by `JSONScanner` first.
  ///   - depthLimit: How many arrays and objects may be open at once, 1 to 1024.
  /// - Throws: `JSONValueError` when it is not JSON or has what Jansson cannot hold: a name with U+0000, an integer
  ///   outside 64 bits, a real outside the range of a double.
  public convenience init(
    parsing text: UnsafeRawBufferPointer, depthLimit: Int = JSONScanner.defaultDepthLimit
  ) throws(JSONValueError) {
    self.init(tree: try Self.validateAndLoad(text, depthLimit: depthLimit).get())
  }

  /// Parses a whole JSON text.
  ///
  /// - Throws: As `init(parsing:depthLimit:)` of bytes.
  public convenience init(
    parsing text: String, depthLimit: Int = JSONScanner.defaultDepthLimit
  ) throws(JSONValueError) {
    let bytes = Array(text.utf8)
    self.init(tree: try bytes.withUnsafeBytes { Self.validateAndLoad($0, depthLimit: depthLimit) }.get())
  }

  /// Parses a value that `JSONScanner` has accepted already, for instance the range of a token.
  ///
  /// - Parameters:
  ///   - text: The value's bytes.
  ///   - pointer: The value's own JSON Pointer in the text that it is a part of; errors point from there.
  /// - Throws: `JSONValueError` when it has what Jansson cannot hold.
  public convenience init(validated text: UnsafeRawBufferPointer, pointer: String = "") throws(JSONValueError) {
    self.init(tree: try Self.load(text, pointer: pointer).get())
  }

  private init(tree: UnsafeMutablePointer<json_t>) {
    self.tree = tree
  }

  deinit {
    json_decref(tree)
  }

  /// Evaluated once; the seed must be set before threads make objects.
  private static let hashIsSeeded: Void = json_object_seed(0)

  private static func validateAndLoad(
    _ text: UnsafeRawBufferPointer, depthLimit: Int
  ) -> Result<UnsafeMutablePointer<json_t>, JSONValueError> {
    do throws(JSONSyntaxError) {
      try JSONScanner.validate(text, depthLimit: depthLimit)
    } catch {
      return .failure(JSONValueError(reason: error.kind.rawValue, pointer: "", message: error.message))
    }
    return load(text, pointer: "")
  }

  private static func load(
    _ text: UnsafeRawBufferPointer, pointer: String
  ) -> Result<UnsafeMutablePointer<json_t>, JSONValueError> {
    _ = hashIsSeeded
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    if let base = text.baseAddress,
      let tree = json_loadb(base.assumingMemoryBound(to: CChar.self), text.count, Int(flags), nil)
    {
      return .success(tree)
    }
    return .failure(JSONScanner.firstUnrepresentable(in: text, at: pointer))
  }
}
