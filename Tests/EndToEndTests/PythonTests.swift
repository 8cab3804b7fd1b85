import Foundation
import Testing

@Suite("From Python")
struct PythonTests {
  private static let client = BuiltProducts.checkout.appending(path: "Protocol/clients/python")
  private static let tests = BuiltProducts.checkout.appending(path: "Tests/EndToEndTests/Python")

  /// Runs a module of unit tests against a daemon; what Python said is in the outcome.
  ///
  /// - Parameter warnings: What a warning does; those of a library from outside are its own.
  private func runModule(
    _ module: String, against daemon: Daemon, with python: String = "python3", warnings: String = "error"
  ) throws -> Tool.Outcome {
    // -I would hide PYTHONPATH; -B leaves no compiled files in the checkout.
    try Tool.run(
      [python, "-B", "-W", warnings, "-m", "unittest", module],
      environment: ["PYTHONPATH": "\(Self.client.path):\(Self.tests.path)", "XDG_RUNTIME_DIR": daemon.directory.path])
  }

  @Test(
    "calls, batches, notifications and traces; misbehaving neighbours; messages with headers; what a browser sends",
    arguments: ["test_client", "test_neighbours", "test_headers", "test_browser"])
  func modules(module: String) throws {
    let daemon = try Daemon(["--scene", "multiview", "--scene", "multiview-contained"])
    let outcome = try runModule(module, against: daemon)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(daemon.isRunning, "\(daemon.errors)")
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "a JSON-RPC library from outside that speaks with headers (pygls) calls, fails, and follows the trace",
    .enabled("pip cannot install it here; what it said is on standard error") { PythonLibraries.python != nil })
  func pygls() throws {
    let python = try #require(PythonLibraries.python)
    let daemon = try Daemon(["--scene", "multiview"])
    let outcome = try runModule("test_pygls", against: daemon, with: python, warnings: "default")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(daemon.isRunning, "\(daemon.errors)")
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "Protocol/openrpc.json is valid by OpenRPC's official schema, its examples by their own, for a validator from outside",
    .enabled("pip cannot install it here; what it said is on standard error") { PythonLibraries.python != nil })
  func openRPC() throws {
    let python = try #require(PythonLibraries.python)
    let outcome = try Tool.run(
      [python, "-B", "-W", "error", "-m", "unittest", "test_openrpc"], environment: ["PYTHONPATH": Self.tests.path])
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(
    "SIGTERM answers what is outstanding, also what has only arrived, ends with status 0 and removes the socket",
    arguments: ["test_end", "test_end_arrived"])
  func end(module: String) throws {
    let daemon = try Daemon()
    let outcome = try runModule(module, against: daemon)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(daemon.waitForEnd() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
  }

  @Test(
    "29 copies of a client that was written from the protocol alone, which leave, return and stall, equal getTree")
  func state() throws {
    let outcome = try Tool.run(
      [
        "python3", "-B", "-W", "error", Self.tests.appending(path: "prove_state.py").path,
        BuiltProducts.program("controllerd"), "--requests", "1500",
      ], environment: ["PYTHONPATH": Self.client.path])
    print(outcome.output)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("the client of the standard library imports nothing that Python does not bring")
  func standardLibraryOnly() throws {
    // -I -S: no user's or site's packages, so that an import from outside fails.
    let outcome = try Tool.run([
      "python3", "-B", "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import controllerd_client",
      Self.client.path,
    ])
    #expect(outcome.status == 0, "\(outcome)")
  }
}
