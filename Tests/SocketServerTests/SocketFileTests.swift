import CLinux
import Glibc
import SceneHosting
import Testing

@testable import SocketServer

@MainActor
@Suite("Socket files")
struct SocketFileTests {
  /// Expects that nobody can listen at a path, and answers the error.
  private func refusal(at path: String) async throws -> SocketServerError? {
    let server = try SocketServer(service: LineService())
    var refusal: SocketServerError?
    do {
      try server.listen(at: path)
      Issue.record("listens at \(path)")
    } catch {
      refusal = error
    }
    server.stop()
    while server.turn() { await Task.yield() }
    return refusal
  }

  @Test("The socket has mode 0600 unless another one is asked for", arguments: [0o600, 0o660, 0o666, 0o222])
  func mode(mode: UInt32) async throws {
    let fixture = try Fixture(mode: mode)
    #expect(permissions(of: fixture.path) == mode)
    try await fixture.end()

    let directory = try ScratchDirectory()
    let server = try SocketServer(service: LineService())
    try server.listen(at: directory.socket)
    #expect(permissions(of: directory.socket) == 0o600)
    server.stop()
    while server.turn() { await Task.yield() }
  }

  @Test(
    "The socket belongs to the group that is asked for, and has its mode all the same",
    .enabled(if: getuid() == 0, "only root can give a file to any group"))
  func group() async throws {
    let directory = try ScratchDirectory()
    let server = try SocketServer(service: LineService())
    try server.listen(at: directory.socket, mode: 0o660, group: 61_001)
    #expect(status(of: directory.socket)?.st_gid == 61_001)
    #expect(permissions(of: directory.socket) == 0o660)
    server.stop()
    while server.turn() { await Task.yield() }
  }

  @Test("A stale socket is replaced")
  func staleSocket() async throws {
    let directory = try ScratchDirectory()
    let old = boundSocket(at: directory.socket, listening: true)
    close(old)
    #expect(exists(directory.socket))
    // A process that another test starts just now has the descriptor open too, for a moment.
    while Client(directory.socket) != nil { await Task.yield() }

    let service = LineService()
    let server = try SocketServer(service: service)
    try server.listen(at: directory.socket)
    let client = Client(directory.socket)
    #expect(client != nil)
    server.stop()
    while server.turn() { await Task.yield() }
    #expect(!exists(directory.socket))
  }

  @Test("A live socket is left alone, and the error names it")
  func liveSocket() async throws {
    let fixture = try Fixture()
    let error = try await refusal(at: fixture.path)
    #expect(error?.reason == .socketIsLive)
    #expect(
      error?.message
        == "\(fixture.path) is in use: a program listens on this socket; stop it or choose another path.")
    let client = try fixture.connect()
    client.send("alive\n")
    try await fixture.turn(until: {
      client.read()
      return client.text == ">alive\n"
    })
    try await fixture.end()
  }

  @Test("A live socket whose queue is full is a live socket")
  func fullSocket() async throws {
    let directory = try ScratchDirectory()
    let listener = boundSocket(at: directory.socket, listening: true, backlog: 0)
    var clients: [Client] = []
    while let client = Client(directory.socket) { clients.append(client) }
    #expect(try await refusal(at: directory.socket)?.reason == .socketIsLive)
    #expect(exists(directory.socket))
    close(listener)
  }

  @Test("What is no socket is never removed: a file, a directory, a link")
  func nonSocket() async throws {
    let directory = try ScratchDirectory()
    let file = directory.path + "/file"
    close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
    symlink(file, directory.path + "/link")
    mkdir(directory.path + "/directory", 0o755)
    for name in ["file", "link", "directory"] {
      let path = "\(directory.path)/\(name)"
      let error = try await refusal(at: path)
      #expect(error?.reason == .notASocket)
      #expect(
        error?.message == "\(path) exists and is not a socket; remove it yourself or choose another path.")
      #expect(exists(path))
    }
    rmdir(directory.path + "/directory")
  }

  @Test("At the end the server removes its own socket, and keeps a foreign one at the same path")
  func ownAndForeign() async throws {
    let fixture = try Fixture()
    #expect(exists(fixture.path))
    try await fixture.end()
    #expect(!exists(fixture.path))

    let other = try Fixture()
    unlink(other.path)
    let foreign = boundSocket(at: other.path, listening: true)
    try await other.end()
    #expect(exists(other.path))
    close(foreign)
  }

  @Test("The socket is gone as soon as the server begins to end, while answers are still outstanding")
  func removedFirst() async throws {
    let fixture = try Fixture()
    fixture.server.stop()
    #expect(!exists(fixture.path))
    try await fixture.end()
  }

  @Test("A path takes 107 bytes, and the error says so")
  func pathLength() async throws {
    let directory = try ScratchDirectory()
    let longest = directory.path + "/" + String(repeating: "s", count: 107 - directory.path.utf8.count - 1)
    let server = try SocketServer(service: LineService())
    try server.listen(at: longest)
    #expect(Client(longest) != nil)
    server.stop()
    while server.turn() { await Task.yield() }

    let error = try await refusal(at: longest + "s")
    #expect(error?.reason == .unusablePath)
    #expect(
      error?.message
        == "The socket's path is 108 bytes long, and Linux takes 107 at most: \(longest)s; choose a shorter one.")
    #expect(try await refusal(at: "")?.reason == .unusablePath)
    #expect(try await refusal(at: "/tmp/\0x")?.reason == .unusablePath)
  }

  @Test("A missing directory is named, with what to do")
  func missingDirectory() async throws {
    let directory = try ScratchDirectory()
    let path = directory.path + "/none/s"
    let error = try await refusal(at: path)
    #expect(error?.reason == .system(ENOENT))
    #expect(
      error?.message == "cannot listen on \(path): No such file or directory; "
        + "its directory has to exist and to be writable by this user; or listen elsewhere (--socket PATH).")
  }

  @Test("A socket that listens already can be adopted; its file is never removed")
  func adopted() async throws {
    let directory = try ScratchDirectory()
    let service = LineService()
    let server = try SocketServer(service: service)
    try server.listen(adopting: boundSocket(at: directory.socket, listening: true))
    let client = try #require(Client(directory.socket))
    client.send("hello\n")
    while client.text != ">hello\n" {
      server.turn()
      client.read()
      await Task.yield()
    }
    server.stop()
    while server.turn() { await Task.yield() }
    #expect(exists(directory.socket))
  }

  @Test("What does not listen is not adopted, and stays the caller's")
  func notAdopted() async throws {
    let directory = try ScratchDirectory()
    let server = try SocketServer(service: LineService())
    let bound = boundSocket(at: directory.socket, listening: false)
    for descriptor in [bound, 0, 9999] {
      #expect(throws: SocketServerError.self) { try server.listen(adopting: descriptor) }
    }
    #expect(fcntl(bound, F_GETFD) >= 0)
    close(bound)
    server.stop()
    while server.turn() { await Task.yield() }
  }

  @Test("A client may do at most what its socket gives")
  func ceilings() async throws {
    let fixture = try Fixture()
    let paths = [fixture.path, fixture.directory.path + "/second", fixture.directory.path + "/third"]
    try fixture.server.listen(at: paths[1], ceiling: .observe)
    try fixture.server.listen(adopting: boundSocket(at: paths[2], listening: true), ceiling: .drive)
    for (index, path) in paths.enumerated() {
      _ = try #require(Client(path))
      try await fixture.turn(until: { fixture.service.sessions.count == index + 1 })
    }
    #expect(fixture.service.ceilings == [.administer, .observe, .drive])
    try await fixture.end()
  }

  @Test("One server serves several sockets")
  func severalSockets() async throws {
    let fixture = try Fixture()
    let second = fixture.directory.path + "/second"
    try fixture.server.listen(at: second, mode: 0o666)
    let clients = [try fixture.connect(), try #require(Client(second))]
    clients.forEach { $0.send("x\n") }
    try await fixture.turn(until: {
      clients.forEach { $0.read() }
      return clients.allSatisfy { $0.text == ">x\n" }
    })
    try await fixture.end()
    #expect(!exists(second))
  }
}

@Suite("Two servers at one path")
struct SocketLockTests {
  @Test("A server waits for another one of its user that is about to listen at the same path, and in the end gives up")
  func locked() async throws {
    // In a process of its own, since it waits without letting others go on.
    await #expect(processExitsWith: .success) {
      let directory = try ScratchDirectory()
      let lock = directory.socket + ".lock"
      let other = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
      let error = #expect(throws: SocketServerError.self) { try SocketFile.listen(at: directory.socket, mode: 0o600) }
      #expect(error?.reason == .system(EWOULDBLOCK))
      #expect(!exists(directory.socket))
      close(other)
      let made = try SocketFile.listen(at: directory.socket, mode: 0o600)
      #expect(exists(directory.socket))
      #expect(!exists(lock))
      close(made.descriptor)
    }
  }

  @Test("Who locks the directory does not keep a server from starting")
  func lockedDirectory() throws {
    let directory = try ScratchDirectory()
    let other = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    let made = try SocketFile.listen(at: directory.socket, mode: 0o600)
    close(made.descriptor)
  }

  @Test(
    "What somebody has put in the lock's place does not keep a server from starting, and stays as it is",
    arguments: ["link", "fifo", "directory", "wide", "full", "second name"])
  func planted(what: String) throws {
    let directory = try ScratchDirectory()
    let lock = directory.socket + ".lock"
    let other = directory.path + "/other"
    switch what {
    case "link": #expect(symlink(other, lock) == 0)
    case "fifo": #expect(mkfifo(lock, 0o666) == 0)
    case "directory": #expect(mkdir(lock, 0o777) == 0)
    case "second name":
      close(open(other, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
      #expect(link(other, lock) == 0)
    default:
      let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if what == "wide" { fchmod(descriptor, 0o644) }
      if what == "full" { write(descriptor, "x", 1) }
      close(descriptor)
    }
    // Where somebody else can open it, they can hold it, too.
    let held = what == "directory" ? -1 : open(lock, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if held >= 0 { flock(held, LOCK_EX | LOCK_NB) }
    let before = status(of: lock)
    let made = try SocketFile.listen(at: directory.socket, mode: 0o600)
    #expect(exists(directory.socket))
    #expect(status(of: lock)?.st_ino == before?.st_ino)
    #expect(!exists(other) || what == "second name")
    close(made.descriptor)
    if held >= 0 { close(held) }
    if what == "directory" { rmdir(lock) }
  }
}

/// A socket at a path, as another program would have it.
func boundSocket(at path: String, listening: Bool, backlog: Int32 = 16) -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let result = withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  precondition(result == 0, "cannot bind \(path)")
  if listening { listen(descriptor, backlog) }
  return descriptor
}
