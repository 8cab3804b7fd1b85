import Glibc
import Transcripts

/// Transcripts, read from files.
struct ConformKit {
  /// A case, and the file that it stands in.
  struct Entry {
    var file: String
    var one: TranscriptCase
  }

  /// All cases, in the order of the files that were given, those of a directory by name.
  private(set) var entries: [Entry] = []

  /// - Throws: What cannot be read, with the line where a transcript is wrong.
  init(_ paths: [String]) throws(ConformFault) {
    for path in paths {
      for file in try Self.files(path) {
        let text = try Self.contents(of: file)
        do throws(TranscriptSyntaxError) {
          let transcript = try Transcript(text)
          entries += transcript.cases.map { Entry(file: file, one: $0) }
        } catch {
          throw ConformFault("\(file):\(error.line ?? 0): \(error.message)")
        }
      }
    }
  }

  /// Where `systemd/install` puts the transcripts, beside the directory `bin` of this program.
  static let installedPath = "share/doc/controllerd/Protocol/transcripts"

  /// The transcripts that are installed with this program.
  static func installed() throws(UsageFailure) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = (program.split(separator: "/").dropLast(2) + [installedPath[...]]).map { "/" + $0 }.joined()
    guard access(folder, R_OK | X_OK) == 0 else {
      throw UsageFailure(
        "conform needs transcripts, files or directories: none are installed (\(folder)); those of controllerd are in its "
          + "sources, Protocol/transcripts")
    }
    return folder
  }

  private static func files(_ path: String) throws(ConformFault) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOTDIR { return [path] }
      throw ConformFault("\(path): \(String(cString: strerror(errno)))")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".jsonl"), !name.hasPrefix(".") { names.append(name) }
    }
    guard !names.isEmpty else { throw ConformFault("\(path): there is no file *.jsonl in this directory") }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return names.sorted().map { prefix + $0 }
  }

  private static func contents(of path: String) throws(ConformFault) -> String {
    guard let file = fopen(path, "rb") else { throw ConformFault("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0, let text = String(validating: bytes, as: UTF8.self) else {
      throw ConformFault("\(path): it cannot be read, or is not UTF-8")
    }
    return text
  }
}

/// Why nothing can be run.
struct ConformFault: Error {
  /// What is wrong, for a person.
  var message: String

  init(_ message: String) { self.message = message }
}
