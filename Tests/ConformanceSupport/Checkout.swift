import Glibc

/// The files of the checkout that these tests were compiled from.
package enum Checkout {
  /// The checkout's folder.
  package static let path: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// A whole file; nil where there is none.
  package static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return ferror(file) == 0 ? contents : nil }
      contents += buffer[..<count]
    }
  }

  /// The names in a folder, sorted; empty where there is none.
  package static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
