import Foundation
import Testing

@Suite("Protocol/source-applications.md")
struct SourceApplicationTests {
  @Test("each fact of the source applications names tests that are there, and no row is without one")
  func facts() throws {
    let document = try String(
      contentsOf: Repository.root.appending(path: "Protocol/source-applications.md"), encoding: .utf8)
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
      .filter { !$0.contains("shown by |") }
    try #require(rows.count > 40)
    let names = try testNames()
    for row in rows {
      let cells = row.split(separator: "|")
      try #require(cells.count == 2, "\(row)")
      let named = cells[1].split(separator: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }
        .map { String($0.element) }
      #expect(!named.isEmpty, "\(row)")
      for name in named { #expect(names.contains(name), "there is no test \"\(name)\"") }
    }
  }

  /// The display names of all tests.
  private func testNames() throws -> Set<String> {
    let tests = Repository.root.appending(path: "Tests")
    let enumerator = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) { names.insert(String(match.1)) }
    }
    return names
  }
}
