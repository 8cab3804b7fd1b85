import Foundation
import Testing

@Suite("Programs of others")
struct ExampleDaemonTests {
  private static let package = BuiltProducts.checkout.appending(path: "Tests/ExampleDaemon")

  /// The example as a package of its own has built it, where `.ci/run` says so; else the one that was built with the tests.
  private func program() throws -> String {
    try ProcessInfo.processInfo.environment["CONTROLLERD_EXAMPLE_BINARY"] ?? BuiltProducts.program("exampled")
  }

  @Test("the example in Tests/ExampleDaemon hosts its own controller, and answers over socat")
  func example() throws {
    let daemon = try Daemon(program: program())
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

  @Test("a program that needs the engine alone links, and shows a window")
  func engineAlone() throws {
    let outcome = try Tool.run([BuiltProducts.program("engineprogram")])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.lines == [
        "TitleViewController loadView",
        "TitleViewController viewDidLoad",
        "TitleViewController viewWillAppear(false)",
        "TitleViewController viewIsAppearing(false)",
        "TitleViewController viewWillLayoutSubviews",
        "TitleViewController viewDidLayoutSubviews",
        "TitleViewController viewDidAppear(false)",
      ])
  }

  @Test("it takes a dozen lines")
  func dozen() throws {
    let main = try String(
      contentsOf: Self.package.appending(path: "Sources/exampled/ExampleDaemon.swift"), encoding: .utf8)
    #expect(main.split(separator: "\n").count <= 12)
  }
}
