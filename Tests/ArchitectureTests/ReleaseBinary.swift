import Foundation

/// A linked program, looked at with binutils.
struct ReleaseBinary {
  /// Where the tests find the program to look at, unless the checkout has one; without both they are skipped, since
  /// `swift test` builds no release.
  static let variable = "CONTROLLERD_RELEASE_BINARY"

  static var path: String? {
    if let given = ProcessInfo.processInfo.environment[variable], !given.isEmpty { return given }
    // What the README's start command has built, if it has; a build without the static library is not what is meant.
    let built = Repository.root.appending(path: ".build/release/controllerd").path
    guard FileManager.default.isExecutableFile(atPath: built),
      let section = try? run("readelf", "--wide", "-d", built),
      !neededLibraries(in: section).contains(where: { $0.hasPrefix("libswift") })
    else { return nil }
    return built
  }

  /// What marks ICU's tables, which are most of the 40 MB that one formatter costs: their name, which holds the version
  /// and the byte order (`icudt74l`), and the notice at the head of each table. The first is in the symbol table and in
  /// the text that ICU looks its data up by, the second is data; neither is anything that a program has by accident.
  static let signsOfICU = ["icudt", "Unicode, Inc. and others. License & terms of use"]

  /// Shared libraries that belong to the toolchain: a static build must not need them.
  static let toolchainLibraries = [
    "libswift", "libFoundation", "lib_Foundation", "libicu", "libdispatch", "libBlocksRuntime",
  ]

  /// The signs of ICU that are in the bytes, most telling first.
  static func signsOfICU(in bytes: Data) -> [String] {
    signsOfICU.filter { bytes.range(of: Data($0.utf8)) != nil }
  }

  /// The names in the dynamic section's NEEDED entries, from what `readelf -d` printed.
  static func neededLibraries(in dynamicSection: String) -> [String] {
    dynamicSection.split(separator: "\n").compactMap { line in
      guard line.contains("(NEEDED)"), let open = line.lastIndex(of: "["), let close = line.lastIndex(of: "]"),
        open < close
      else { return nil }
      return String(line[line.index(after: open)..<close])
    }
  }

  /// Runs a tool to its end and returns what it printed.
  static func run(_ tool: String, _ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolFailed(tool: tool, status: process.terminationStatus) }
    return String(decoding: bytes, as: UTF8.self)
  }

  struct ToolFailed: Error {
    var tool: String
    var status: Int32
  }
}
