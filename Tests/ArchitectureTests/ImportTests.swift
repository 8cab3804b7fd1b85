import Foundation
import Testing

@Suite("Imports point one way")
struct ImportTests {
  @Test("no source file imports a module that its layer may not see")
  func sources() throws {
    for module in try Repository.names(in: Repository.sources) where !ModuleRules.cPrograms.contains(module) {
      let folder = Repository.sources.appending(path: module, directoryHint: .isDirectory)
      for file in try Repository.files(below: folder, suffix: ".swift") {
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        for violation in ModuleRules.violations(module: module, source: source) {
          Issue.record("Sources/\(module)/\(file): \(violation)")
        }
      }
    }
  }

  @Test("every module has a row in the table")
  func everyModuleIsListed() throws {
    let present = try Set(Repository.names(in: Repository.sources))
    #expect(present.subtracting(ModuleRules.allowed.keys).subtracting(ModuleRules.cPrograms).isEmpty)
  }

  @Test("C modules hold a module map and a shim header, nothing more")
  func moduleMaps() throws {
    for module in try Repository.names(in: Repository.sources) where ModuleRules.moduleMapsOnly.contains(module) {
      #expect(try Repository.names(in: Repository.sources.appending(path: module)) == ["module.modulemap", "shim.h"])
    }
  }

  @Test("the table has no cycle, so that it is a table of layers")
  func acyclic() {
    var remaining = ModuleRules.allowed
    while let leaf = remaining.first(where: { $0.value.isDisjoint(with: remaining.keys) })?.key {
      remaining[leaf] = nil
    }
    #expect(remaining.isEmpty)
  }

  // MARK: The check itself

  @Test(
    "a planted import is found, however it is written",
    arguments: [
      "import CLibUV", "public import CLibUV", "@testable import CLibUV", "@_spi(Testing) public import CLibUV",
      "@_exported import CLibUV", "  import CLibUV // loop", "import struct CLibUV.uv_loop_t",
      "import Glibc; import CLibUV", "/* why */ import CLibUV", "#if os(Linux)\nimport CLibUV\n#endif",
      "@preconcurrency\nimport CLibUV", "@_spi(A) @_implementationOnly import CLibUV", "import CLibUV.Sub",
      "let text = \"a // b\"\nimport CLibUV",
    ])
  func planted(source: String) {
    #expect(
      ModuleRules.violations(module: "JSONText", source: source) == [
        "JSONText imports CLibUV; allowed: CJansson, Glibc, Synchronization"
      ])
  }

  @Test(
    "what only looks like an import is left alone",
    arguments: [
      "// import CLibUV", "/* import CLibUV */", "/* /* */\nimport CLibUV\n*/", "let text = \"import CLibUV\"",
      "let text = \"\"\"\n  import CLibUV\n  \"\"\"", "func f() { reimport CLibUV }", "let import_ = 1",
    ])
  func innocent(source: String) {
    #expect(ModuleRules.violations(module: "JSONText", source: source).isEmpty)
  }

  @Test(
    "the engine imports nothing at all",
    arguments: ["Glibc", "Dispatch", "Synchronization", "Foundation", "FoundationEssentials", "JSONText"])
  func engine(module: String) {
    #expect(
      ModuleRules.violations(module: "HeadlessUIKit", source: "import \(module)") == [
        "HeadlessUIKit imports \(module); allowed: nothing"
      ])
  }

  @Test("no module may import Foundation, and each C library has its one owner", arguments: ModuleRules.allowed.keys)
  func owners(module: String) {
    func refuses(_ imported: String) -> Bool {
      !ModuleRules.violations(module: module, source: "import \(imported)").isEmpty
    }
    #expect(refuses("Foundation"))
    #expect(refuses("FoundationEssentials"))
    #expect(refuses("CJansson") == (module != "JSONText"))
    #expect(refuses("CLibUV") == !["SocketServer", "controllerbench"].contains(module))
    #expect(refuses("CSQLite") == (module != "SceneHosting"))
    #expect(refuses("CExpat") == (module != "StoryboardFormats"))
  }

  @Test("a module that nobody has listed is refused")
  func unlisted() {
    #expect(
      ModuleRules.violations(module: "Stowaway", source: "import Glibc") == [
        "Stowaway is in no row of ModuleRules.allowed; add one, with what it may import"
      ])
  }
}
