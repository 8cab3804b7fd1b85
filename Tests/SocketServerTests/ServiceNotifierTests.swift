import Glibc
import Testing

@testable import SocketServer

@MainActor
@Suite("Telling the service manager")
struct ServiceNotifierTests {
  @Test("States go out as assignments, one a line, in one datagram")
  func assignments() throws {
    let directory = try ScratchDirectory()
    let manager = try NotifySocket(directory.socket)
    let notifier = try ServiceNotifier(address: directory.socket)
    #expect(notifier.send(.mainProcess(7), .ready, .status("2 clients")))
    #expect(notifier.send(.watchdog))
    #expect(notifier.send(.stopping))
    #expect(manager.messages() == ["MAINPID=7\nREADY=1\nSTATUS=2 clients", "WATCHDOG=1", "STOPPING=1"])
  }

  @Test("An address that begins with @ is an abstract name")
  func abstract() throws {
    let directory = try ScratchDirectory()
    let name = "@" + directory.path
    let manager = try NotifySocket(name)
    #expect(try ServiceNotifier(address: name).send(.ready))
    #expect(manager.messages() == ["READY=1"])
  }

  @Test("A status of several lines becomes one, so that it brings no assignments of its own")
  func lineBreaks() {
    #expect(ServiceState.status("a\nREADY=1\r\nb").assignment == "STATUS=a READY=1 b")
  }

  @Test("Nobody listens: no error, and what still counts goes out with the next state, the newest status only")
  func nobody() throws {
    let directory = try ScratchDirectory()
    let notifier = try ServiceNotifier(address: directory.socket)
    #expect(!notifier.send(.ready, .status("one")))
    #expect(!notifier.send(.watchdog))
    #expect(!notifier.send(.status("two")))
    let manager = try NotifySocket(directory.socket)
    #expect(notifier.send(.watchdog))
    #expect(notifier.send(.watchdog))
    #expect(manager.messages() == ["READY=1\nSTATUS=two\nWATCHDOG=1", "WATCHDOG=1"])
  }

  @Test("A service manager that reads nothing is not waited for")
  func full() throws {
    let directory = try ScratchDirectory()
    let manager = try NotifySocket(directory.socket)
    let notifier = try ServiceNotifier(address: directory.socket)
    // More than any queue of datagrams holds; each call comes back, or this test never ends.
    var sent = 0
    while sent < 100_000, notifier.send(.watchdog) { sent += 1 }
    #expect(sent < 100_000)
    #expect(!notifier.send(.stopping))
    #expect(manager.messages().count == sent)
    #expect(notifier.send(.watchdog))
    #expect(manager.messages() == ["STOPPING=1\nWATCHDOG=1"])
  }

  @Test("What is no address is refused with a sentence", arguments: ["run/notify", "@", "", "vsock:2:1234"])
  func addresses(address: String) {
    let error = #expect(throws: SocketServerError.self) { try ServiceNotifier(address: address) }
    #expect(error?.reason == .unusablePath)
    #expect(error?.message.contains("NOTIFY_SOCKET is '\(address)'") == true)
  }

  @Test("An address that Linux cannot take is refused")
  func longAddress() {
    #expect(throws: SocketServerError.self) {
      try ServiceNotifier(address: "/" + String(repeating: "x", count: 107))
    }
  }
}
