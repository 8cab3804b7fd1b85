import Foundation
import Testing

@Suite("A package from outside builds its own daemon")
struct ExampleDaemonTests {
  private static let package = BuiltProducts.checkout.appending(path: "Tests/ExampleDaemon")

  /// Builds the example and returns the path of its program.
  ///
  /// It has a build directory of its own: the test run holds the lock on this package's.
  private func build() throws -> String {
    let scratch = BuiltProducts.checkout.appending(path: ".build/example-daemon").path
    // What `swift test` tells its children must not reach a build of another package.
    let inherited = ProcessInfo.processInfo.environment.keys.filter {
      $0.hasPrefix("SWIFTPM") || $0.hasPrefix("XCTest") || $0 == "SWIFT_TESTING_ENABLED" || $0 == "PACKAGE_PATH"
    }
    let command = ["swift", "build", "--package-path", Self.package.path, "--scratch-path", scratch]
    let environment = Dictionary(uniqueKeysWithValues: inherited.map { ($0, String?.none) })
    var outcome = try Tool.run(command, environment: environment, patience: 900)
    if outcome.status != 0 {
      // An older build's list of our files may lack new ones.
      try? FileManager.default.removeItem(atPath: scratch)
      outcome = try Tool.run(command, environment: environment, patience: 900)
    }
    guard outcome.status == 0 else { throw Daemon.Failed(what: "the example's build", details: outcome.description) }
    let directory = try Tool.run(command + ["--show-bin-path"], environment: environment)
    return "\(try #require(directory.lines.last))/exampled"
  }

  @Test("the example in Tests/ExampleDaemon builds, hosts its own controller, and answers over socat")
  func example() throws {
    let daemon = try Daemon(program: build())
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"getServerInfo"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"getNavigationItem"}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tap","params":{"target":"Greet"}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"getTree"}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"displayView","params":[1]}"#
    ).map { try JSON($0) }
    try #require(lines.count == 5)
    #expect(lines[0]["result"]["name"].string == "exampled")
    #expect(lines[0]["result"]["applications"].elements.map { $0["name"].string } == ["hello"])
    #expect(lines[1]["result"]["title"].string == "Hello")
    #expect(lines[1]["result"]["scene"].string == "hello")
    #expect(lines[2]["result"]["actions"].integer == 1)
    #expect(lines[3].description.contains("Hello, for the 1. time!"))
    #expect(lines[4]["error"]["data"]["reason"].string == "methodNotOffered")
    try expectGreetingOfTask(daemon)
    #expect(daemon.terminate() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  /// What a controller's `Task` changes after the answer gets a revision of its own, without another request.
  private func expectGreetingOfTask(_ daemon: Daemon) throws {
    let tap = try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"target":"Greet later"}}"#)
    let revision = try #require(JSON(tap.last ?? "")["result"]["revision"].integer)
    let deadline = Date(timeIntervalSinceNow: 30)
    while Date() < deadline {
      let tree = try JSON(daemon.socat(#"{"jsonrpc":"2.0","id":2,"method":"getTree"}"#).last ?? "")
      if tree.description.contains("Hello, for the 2. time!") {
        #expect(tree["result"]["revision"].integer == revision + 1)
        return
      }
      usleep(1000)
    }
    Issue.record("what the task changed was not seen within 30 s")
  }

  @Test("it takes a dozen lines")
  func dozen() throws {
    let main = try String(
      contentsOf: Self.package.appending(path: "Sources/exampled/ExampleDaemon.swift"), encoding: .utf8)
    #expect(main.split(separator: "\n").count <= 12)
  }
}
