import CLinux
import Foundation
import Glibc
import SceneHosting
import SocketServer
import Testing

/// What concerns a whole process (its umask, its descriptors) runs in a process of its own.
@Suite("A process of its own")
struct ProcessTests {
  @Test("The mode does not depend on the umask, and is never wider, not even before the socket listens")
  func umaskSafe() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let directory = try ScratchDirectory()
        @MainActor func listenOnce(_ mode: UInt32) throws -> UInt32? {
          let server = try SocketServer(service: LineService())
          try server.listen(at: directory.socket, mode: mode)
          let found = permissions(of: directory.socket)
          server.stop()
          while server.turn() {}
          return found
        }
        umask(0o077)
        #expect(try listenOnce(0o660) == 0o660)
        umask(0o777)
        #expect(try listenOnce(0o600) == 0o600)

        // With the mode from the beginning nobody has to change it afterwards, and nobody does.
        umask(0)
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        inotify_add_watch(watch, directory.path, UInt32(IN_CREATE | IN_ATTRIB))
        #expect(try listenOnce(0o600) == 0o600)
        #expect(events(of: watch, named: "s") == [UInt32(IN_CREATE)])
        close(watch)
      }
    }
  }

  @Test("Clients are told when descriptors have run out, the connected ones are served, and accepting goes on after")
  func descriptorsRunOut() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let directory = try ScratchDirectory()
        let service = LineService()
        let server = try SocketServer(service: service)
        var reports: [String] = []
        server.onDiagnostic = { reports.append($0) }
        try server.listen(at: directory.socket)
        let before = try #require(Client(directory.socket))
        while service.sessions.isEmpty { server.turn() }
        // Clients that are connected (by the kernel) but not accepted, then no descriptor left.
        let waiting = try (1...5).map { _ in try #require(Client(directory.socket)) }
        var limits = rlimit(rlim_cur: 64, rlim_max: 64)
        #expect(setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limits) == 0)
        var hoard: [Int32] = []
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { hoard.append(descriptor) }

        // They wait already, and one event is enough for all of them.
        for _ in 1...10 { server.turn() }
        waiting.forEach { $0.read() }
        for client in waiting {
          #expect(client.text.contains(#""reason":"tooManyDescriptors","limitName":"descriptors","limit":64"#))
          #expect(client.end == 0)
        }
        #expect(service.sessions.count == 1)
        #expect(reports.count == 1)
        before.send("served?\n")
        while before.text != ">served?\n" {
          server.turn()
          before.read()
        }

        hoard.forEach { close($0) }
        let after = try #require(Client(directory.socket))
        after.send("again?\n")
        while after.text != ">again?\n" {
          server.turn()
          after.read()
        }
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test(
    "The session learns all groups of its client, also when they are more than usual",
    .enabled(if: getuid() == 0, "only root can choose its groups"), arguments: [0, 1, 64, 65, 300])
  func peerGroups(count: Int) async throws {
    await #expect(processExitsWith: .success) { [count = count as Int] in
      try await MainActor.run {
        let directory = try ScratchDirectory()
        let service = LineService()
        let server = try SocketServer(service: service)
        try server.listen(at: directory.socket)
        let groups = (0..<count).map { gid_t(61_000 + $0) }
        #expect(setgroups(groups.count, groups) == 0)
        let client = try #require(Client(directory.socket))
        for _ in 1...10 { server.turn() }
        #expect(service.peers.map(\.supplementaryGroupIDs) == [groups])
        client.close()
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test(
    "A user who has all connections that a user may have keeps no other user out",
    .enabled(if: getuid() == 0, "only root can become somebody else"))
  func otherUser() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let directory = try ScratchDirectory()
        chmod(directory.path, 0o755)
        let service = LineService()
        var configuration = SocketServer.Configuration()
        configuration.maximumConnectionsPerUser = 1
        let server = try SocketServer(service: service, configuration: configuration)
        try server.listen(at: directory.socket, mode: 0o666)
        let own = try (1...2).map { _ in try #require(Client(directory.socket)) }
        #expect(seteuid(61_003) == 0)
        let other = Client(directory.socket)
        #expect(seteuid(0) == 0)
        for _ in 1...10 { server.turn() }
        #expect(service.peers.map(\.userID) == [0, 61_003])
        (own + [other]).forEach { $0?.close() }
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test("Memory that has become free between what is in use is given back to the system after a client has left")
  func memoryIsTrimmed() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        // Where even the C library's own function gives nothing back, as under a sanitizer, there is nothing to be seen.
        guard freed(by: { linux_trim_heap() }) > heapInUse / 2 else { return }
        let directory = try ScratchDirectory()
        let service = LineService()
        let server = try SocketServer(service: service)
        try server.listen(at: directory.socket)
        let given = try freed {
          try #require(Client(directory.socket)).close()
          while service.releases == 0 { server.turn() }
        }
        #expect(given > heapInUse / 2)
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test("With closed standard streams no descriptor of the server or of a client takes their place")
  func closedStandardStreams() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let directory = try ScratchDirectory()
        let service = LineService()
        for descriptor in STDIN_FILENO...STDERR_FILENO { close(descriptor) }
        let server = try SocketServer(service: service)
        try server.listen(at: directory.socket)
        let client = try #require(Client(directory.socket))
        while server.connectionCount == 0 { server.turn() }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
          var found = stat()
          // Not "is /dev/null": other threads of a test process may open something in the moment in which they are closed.
          #expect(fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT != S_IFSOCK)
        }
        client.close()
        // libuv ends the process when it has to close a standard stream.
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test("Without even a reserve the listener waits and goes on, and does not spin")
  func noReserve() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let directory = try ScratchDirectory()
        let service = LineService()
        let server = try SocketServer(service: service)
        try server.listen(at: directory.socket)
        server.turn()
        let waiting = try #require(Client(directory.socket))
        // A limit below what is open already: closing the reserve gives nothing.
        var limits = rlimit(rlim_cur: 3, rlim_max: 4096)
        #expect(setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limits) == 0)
        let start = EventLoop.now
        for _ in 1...50 { server.turn() }
        waiting.read()
        #expect(waiting.end == nil)
        #expect(service.sessions.isEmpty)
        limits.rlim_cur = 4096
        #expect(setrlimit(Int32(RLIMIT_NOFILE.rawValue), &limits) == 0)
        // The room is not seen before the next try, 0.1 s after the last one by a clock that counts milliseconds.
        for _ in 1...50 { server.turn() }
        #expect(service.sessions.isEmpty || EventLoop.now - start > 0.09)
        waiting.send("x\n")
        while waiting.text != ">x\n" {
          server.turn()
          waiting.read()
        }
        server.stop()
        while server.turn() {}
      }
    }
  }

  @Test("A thousand connects, calls and closes, and a server's whole life, leave no descriptor behind")
  func noLeak() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        // The first loop of a process makes descriptors that libuv keeps for its signals.
        var counts: [Int] = []
        for _ in 1...2 {
          let directory = try ScratchDirectory()
          let service = LineService()
          let server = try SocketServer(service: service)
          try server.listen(at: directory.socket)
          for round in 1...1000 {
            let client = try #require(Client(directory.socket))
            client.send(round.isMultiple(of: 50) ? "big 500000\n" : "x\n")
            if round.isMultiple(of: 2) { client.endInput() }
            server.turn()
          }
          while service.sessions.count < 1000 || server.connectionCount > 0 { server.turn() }
          server.stop()
          while server.turn() {}
          counts.append(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
        }
        #expect(counts[0] == counts[1])
      }
    }
  }
}

/// 64 MiB: what `freed` takes and frees.
private let heapInUse = 64 << 20

/// Bytes of memory that the process gives back while something is done, when much has just become free below what is in use.
@MainActor
private func freed(by action: () throws -> Void) rethrows -> Int {
  var blocks = (0..<heapInUse / 1024).map { _ in
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 1, count: 1024)
    return block
  }
  let last = blocks.removeLast()
  blocks.forEach { $0.deallocate() }
  defer { last.deallocate() }
  let before = residentMemory()
  try action()
  return before - residentMemory()
}

/// Bytes of memory that the process has.
private func residentMemory() -> Int {
  let statistics = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = statistics.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(getpagesize())
}

/// What inotify has seen, in order.
private func events(of watch: Int32, named name: String) -> [UInt32] {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = read(watch, &buffer, buffer.count)
  var masks: [UInt32] = []
  var offset = 0
  buffer.withUnsafeBytes { bytes in
    while offset + MemoryLayout<inotify_event>.size <= count {
      // The fixed part, the four words of `struct inotify_event`, is followed by the name.
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let found = bytes[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
      if found.elementsEqual(name.utf8) {
        masks.append(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
      }
      offset += 16 + length
    }
  }
  return masks
}
