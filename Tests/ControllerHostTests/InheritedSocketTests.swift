import Testing

@testable import ControllerHost
@testable import SocketServer

@Suite("Sockets that were handed over")
struct InheritedSocketTests {
  private func sort(_ names: String?, count: Int) throws -> [InheritedSocket] {
    let descriptors = try ListenDescriptors(process: "42", count: String(count), names: names, processID: 42)
    return try InheritedSocket.sort(descriptors, program: "exampled")
  }

  @Test("A socket's name says what it is for, whatever the order")
  func names() throws {
    let sockets = try sort("observe:control", count: 2)
    #expect(sockets.map(\.descriptor) == [3, 4])
    #expect(sockets.map(\.purpose) == [.observe, .control])
  }

  @Test("Units that give no names have those of their files: the program's, and with -observe")
  func unitNames() throws {
    #expect(
      try sort("exampled-observe.socket:exampled.socket", count: 2).map(\.purpose) == [.observe, .control])
  }

  @Test("A service manager that gives no names at all hands over sockets that control")
  func noNames() throws {
    #expect(try sort(nil, count: 1).map(\.purpose) == [.control])
  }

  @Test(
    "A name that nobody knows is an error that names it, and no guess",
    arguments: ["", "observer", "Control", "control ", "other.socket", "other-observe.socket"])
  func unknown(name: String) {
    let error = #expect(throws: InheritedSocketError.self) { try sort("control:" + name, count: 2) }
    #expect(error?.description.contains("descriptor 4 was handed over under the name '\(name)'") == true)
  }
}
