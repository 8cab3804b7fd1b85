import Foundation

/// Where the programs under test and the files of the checkout are.
enum BuiltProducts {
  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that SwiftPM puts programs into: the test bundle lies beside them.
  static let directory: URL = {
    let executable = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
    let candidates = [
      Bundle.main.bundleURL, executable.deletingLastPathComponent(),
      // `swift test` runs the bundle through a helper in newer releases: the bundle's path is among the arguments.
      CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map {
        URL(fileURLWithPath: $0).deletingLastPathComponent()
      },
    ].compactMap(\.self)
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.appending(path: "controllerd").path) }
      ?? checkout.appending(path: ".build/debug")
  }()

  /// The path of a program of this package, or an error that says what to do.
  static func program(_ name: String) throws -> String {
    let path = directory.appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(program: name, path: path) }
    return path
  }

  struct NotBuilt: Error, CustomStringConvertible {
    var program: String
    var path: String

    var description: String { "\(program) is not at \(path); build it with `swift build` first" }
  }
}
