import Foundation
import Testing

@Suite("The release binary")
struct ReleaseBinaryTests {
  static let missing: Comment =
    "set CONTROLLERD_RELEASE_BINARY to a controllerd built with `swift build -c release --static-swift-stdlib`"

  @Test("holds no ICU data", .enabled(if: ReleaseBinary.path != nil, missing))
  func noICU() throws {
    let path = try #require(ReleaseBinary.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    #expect(ReleaseBinary.signsOfICU(in: bytes).isEmpty)
    #expect(!(try ReleaseBinary.run("nm", path).contains("icudt")))
  }

  @Test("is at most 16 MB when stripped", .enabled(if: ReleaseBinary.path != nil, missing))
  func size() throws {
    let path = try #require(ReleaseBinary.path)
    let stripped = FileManager.default.temporaryDirectory.appending(path: "controllerd-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: stripped) }
    _ = try ReleaseBinary.run("strip", "-o", stripped.path, path)
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: stripped.path)[.size] as? Int)
    #expect(size <= 16_000_000)
  }

  @Test(
    "needs no shared library of the toolchain, and is position-independent",
    .enabled(if: ReleaseBinary.path != nil, missing))
  func sharedLibraries() throws {
    let path = try #require(ReleaseBinary.path)
    let needed = ReleaseBinary.neededLibraries(in: try ReleaseBinary.run("readelf", "--wide", "-d", path))
    #expect(needed.contains("libc.so.6"), "readelf's output was not understood, or this is no dynamic executable")
    #expect(needed.filter { name in ReleaseBinary.toolchainLibraries.contains { name.hasPrefix($0) } }.isEmpty)
    #expect(
      try ReleaseBinary.run("readelf", "--wide", "-h", path).contains("DYN (Position-Independent Executable file)"))
  }

  // MARK: The checks themselves

  @Test(
    "ICU's tables are recognised by their name and by their notice",
    arguments: ["\0icudt74_dat\0", "icudt74l-curr", "Copyright Unicode, Inc. and others. License & terms of use: x"])
  func signs(text: String) {
    #expect(ReleaseBinary.signsOfICU(in: Data(("\u{7F}ELF" + text).utf8)).count == 1)
    #expect(ReleaseBinary.signsOfICU(in: Data("\u{7F}ELF Unicode.Scalar".utf8)).isEmpty)
  }

  @Test("the libraries that are needed are read from readelf's lines")
  func needed() {
    let section = """
      Dynamic section at offset 0x7d8 contains 30 entries:
        Tag        Type                         Name/Value
       0x0000000000000001 (NEEDED)             Shared library: [libswiftCore.so]
       0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
       0x000000000000001d (RUNPATH)            Library runpath: [$ORIGIN]
      """
    #expect(ReleaseBinary.neededLibraries(in: section) == ["libswiftCore.so", "libc.so.6"])
  }
}
