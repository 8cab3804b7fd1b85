import Foundation

/// The links of a Markdown document, and where they lead.
struct MarkdownLinks {
  private let file: URL

  init(at file: URL) { self.file = file }

  /// All that is linked to, in order.
  func links() throws -> [String] {
    try Self.prose(of: file).flatMap { line in line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }
  }

  /// The links that lead to no file, to no folder, or to no heading. Addresses on the network are not looked at.
  func broken() throws -> [String] {
    try links().filter { link in
      guard !link.contains("://") else { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? file : file.deletingLastPathComponent().appending(path: parts[0])
      guard FileManager.default.fileExists(atPath: target.path) else { return true }
      return try parts.count > 1 && !Self.anchors(of: target).contains(parts[1])
    }
  }

  /// The anchors of a document's headings, as code hosting sites make them: letters, digits, dashes and underscores in lower
  /// case, blanks as dashes, and a number where a heading comes again.
  private static func anchors(of file: URL) throws -> Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for heading in try prose(of: file).compactMap({ $0.wholeMatch(of: /#+ (.+)/)?.1 }) {
      let anchor = String(
        heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil }
      )
      anchors.insert(counts[anchor].map { "\(anchor)-\($0)" } ?? anchor)
      counts[anchor, default: 0] += 1
    }
    return anchors
  }

  /// The lines that are not in a fenced block.
  private static func prose(of file: URL) throws -> [String] {
    var isFenced = false
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init).filter { line in
      if line.hasPrefix("```") { isFenced.toggle() }
      return !isFenced && !line.hasPrefix("```")
    }
  }
}
