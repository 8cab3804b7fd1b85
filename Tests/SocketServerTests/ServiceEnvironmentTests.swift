import Glibc
import Testing

@testable import SocketServer

@Suite("What a service manager puts into the environment")
struct ServiceEnvironmentTests {
  private func read(_ variables: [String: String]) throws -> ServiceEnvironment {
    try ServiceEnvironment(variables: variables, processID: 42)
  }

  @Test("Nothing is set: nothing was handed over, nobody is to be told, nobody watches")
  func empty() throws {
    let environment = try read([:])
    #expect(environment.descriptors.entries.isEmpty)
    #expect(environment.notifySocket == nil)
    #expect(environment.watchdogInterval == nil)
    #expect(environment.unknownMainProcess == nil)
    #expect(environment.warnings.isEmpty)
  }

  @Test("Sockets are numbered from 3 on and have the names that were given, in order")
  func names() throws {
    let entries = try read(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "control:observe"])
      .descriptors.entries
    #expect(entries.map(\.descriptor) == [3, 4])
    #expect(entries.map(\.name) == ["control", "observe"])
  }

  @Test("Without names each socket is 'unknown'; an empty name is a name")
  func noNames() throws {
    let unnamed = try read(["LISTEN_PID": "42", "LISTEN_FDS": "2"]).descriptors.entries
    #expect(unnamed.map(\.name) == ["unknown", "unknown"])
    let empty = try read(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a:"]).descriptors.entries
    #expect(empty.map(\.name) == ["a", ""])
  }

  @Test("Sockets for another process are not ours, whatever else the variables say")
  func otherProcess() throws {
    let environment = try read(["LISTEN_PID": "41", "LISTEN_FDS": "x", "LISTEN_FDNAMES": "a:b:c"])
    #expect(environment.descriptors.entries.isEmpty)
    #expect(environment.warnings.count == 1)
    #expect(environment.warnings.first?.hasPrefix("LISTEN_PID is 41, and this process is 42: ") == true)
  }

  @Test(
    "Half of what is to be said about sockets is ignored, and told",
    arguments: [["LISTEN_FDS": "1"], ["LISTEN_PID": "42"], ["LISTEN_FDNAMES": "control"]])
  func halfOfIt(variables: [String: String]) throws {
    let environment = try read(variables)
    #expect(environment.descriptors.entries.isEmpty)
    #expect(environment.warnings.count == 1)
  }

  @Test("The group of a socket that was handed over is its file's; what has no file has none")
  func fileGroup() throws {
    let directory = try ScratchDirectory()
    let descriptor = boundSocket(at: directory.socket, listening: true)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ([descriptor] + ends).forEach { close($0) } }
    // Only root can; else it stays this process's, as the descriptor is.
    chown(directory.socket, .max, 61_001)
    let entry = ListenDescriptors.Entry(descriptor: descriptor, name: "control")
    #expect(entry.fileGroupID == (getuid() == 0 ? 61_001 : getgid()))
    #expect(ListenDescriptors.Entry(descriptor: ends[0], name: "control").fileGroupID == nil)
  }

  @Test("No sockets at all is fine", arguments: [nil, "", "control"])
  func noSockets(names: String?) throws {
    var variables = ["LISTEN_PID": "42", "LISTEN_FDS": "0"]
    variables["LISTEN_FDNAMES"] = names
    #expect(try read(variables).descriptors.entries.isEmpty)
  }

  @Test(
    "Variables about sockets that make no sense are refused with a sentence that names the variable and its value",
    arguments: [
      (["LISTEN_PID": "me", "LISTEN_FDS": "1"], "LISTEN_PID is 'me'; allowed is a process id"),
      (["LISTEN_PID": "0", "LISTEN_FDS": "1"], "LISTEN_PID is '0'; allowed is a process id"),
      (["LISTEN_PID": "42", "LISTEN_FDS": "two"], "LISTEN_FDS is 'two'; allowed is a number from 0 to 1024"),
      (["LISTEN_PID": "42", "LISTEN_FDS": "-1"], "LISTEN_FDS is '-1'; allowed is a number from 0 to 1024"),
      (["LISTEN_PID": "42", "LISTEN_FDS": "9223372036854775807"], "allowed is a number from 0 to 1024"),
      (
        ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "one"],
        "LISTEN_FDNAMES is 'one'; allowed is 2 names, as LISTEN_FDS says"
      ),
    ])
  func nonsense(variables: [String: String], sentence: String) {
    let error = #expect(throws: SocketServerError.self) { try read(variables) }
    #expect(error?.reason == .unusableEnvironment)
    #expect(error?.message.contains(sentence) == true)
  }

  @Test("The watchdog's interval is read in seconds")
  func watchdog() throws {
    #expect(try read(["WATCHDOG_USEC": "2500000"]).watchdogInterval == 2.5)
    #expect(try read(["WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "42"]).watchdogInterval == 2.5)
  }

  @Test("A watchdog for another process is not ours")
  func otherWatchdog() throws {
    let environment = try read(["WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "41"])
    #expect(environment.watchdogInterval == nil)
    #expect(
      environment.warnings == ["WATCHDOG_PID is 41, and this process is 42; there will be no signs of life."])
  }

  @Test(
    "A watchdog that makes no sense is a warning, not an end",
    arguments: [
      ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "soon"], ["WATCHDOG_USEC": "18446744073709551615"],
      ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "me"],
    ])
  func nonsenseWatchdog(variables: [String: String]) throws {
    let environment = try read(variables)
    #expect(environment.watchdogInterval == nil)
    #expect(environment.warnings.count == 1)
  }

  @Test("Only when another process was started in our place is the main process to be told")
  func mainProcess() throws {
    #expect(try read(["SYSTEMD_EXEC_PID": "42"]).unknownMainProcess == nil)
    #expect(try read(["SYSTEMD_EXEC_PID": "7"]).unknownMainProcess == 42)
  }

  @Test("An empty NOTIFY_SOCKET is none")
  func emptyNotifySocket() throws {
    #expect(try read(["NOTIFY_SOCKET": ""]).notifySocket == nil)
    #expect(try read(["NOTIFY_SOCKET": "/run/n"]).notifySocket == "/run/n")
  }

  @Test("Taking the environment removes the variables and closes the sockets on exec")
  func take() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        occupy(through: 4)
        // As a service manager hands them over; what the exit test has there is closed on exec already.
        for descriptor in [Int32(3), 4] { #expect(fcntl(descriptor, F_SETFD, 0) == 0) }
        setenv("LISTEN_PID", String(getpid()), 1)
        setenv("LISTEN_FDS", "2", 1)
        setenv("LISTEN_FDNAMES", "control:observe", 1)
        setenv("NOTIFY_SOCKET", "@somewhere", 1)
        setenv("WATCHDOG_USEC", "1000000", 1)
        setenv("WATCHDOG_PID", String(getpid()), 1)
        let environment = try ServiceEnvironment.take()
        #expect(environment.descriptors.entries.map(\.name) == ["control", "observe"])
        #expect(environment.notifySocket == "@somewhere")
        #expect(environment.watchdogInterval == 1)
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] {
          #expect(getenv(name) == nil)
        }
        for descriptor in [Int32(3), 4] { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
        #expect(try ServiceEnvironment.take().descriptors.entries.isEmpty)
      }
    }
  }

  @Test("A socket that is not open is an error that names it, and the variables are gone all the same")
  func notOpen() async throws {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        occupy(through: 3)
        var count = 1
        while fcntl(Int32(3 + count), F_GETFD) >= 0 { count += 1 }
        setenv("LISTEN_PID", String(getpid()), 1)
        setenv("LISTEN_FDS", String(count + 1), 1)
        let error = #expect(throws: SocketServerError.self) { try ServiceEnvironment.take() }
        #expect(error?.reason == .system(EBADF))
        #expect(error?.message.contains("descriptor \(3 + count) (unknown)") == true)
        #expect(getenv("LISTEN_FDS") == nil)
      }
    }
  }
}

/// Opens what is not open from 3 on. What is, the exit test may need: it is not replaced.
private func occupy(through last: Int32) {
  while (Int32(3)...last).contains(where: { fcntl($0, F_GETFD) < 0 }) {
    guard open("/dev/null", O_RDONLY) >= 0 else { return }
  }
}
