import Foundation
import Testing

@Suite("The repository's layout")
struct LayoutTests {
  @Test("the top level holds what it may hold, and dot-files")
  func topLevel() throws {
    let allowed: Set<String> = ["Package.swift", "Protocol", "README.md", "Sources", "Tests", "systemd"]
    let present = try Repository.names(in: Repository.root).filter { !$0.hasPrefix(".") }
    #expect(Set(present).subtracting(allowed).isEmpty)
    #expect(Set(present).isSuperset(of: ["Package.swift", "README.md", "Sources", "Tests"]))
  }
}
