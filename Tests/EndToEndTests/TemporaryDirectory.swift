import Foundation

/// A folder of its own for one test; it goes with the value.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    // Short, since a Unix socket's path has at most 107 bytes.
    var template = Array("/tmp/cd-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in it.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(of: name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(of: name))), as: UTF8.self)
  }
}
