import Glibc
import SceneHosting
import SocketServer
import Testing

/// An own directory, which goes away with the object.
final class ScratchDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/socketserver-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    let name = try #require(made)
    path = String(cString: name)
  }

  deinit {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink("\(path)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(path)
  }

  var socket: String { path + "/s" }
}

/// A server on a socket of its own.
///
/// The loop is turned without sleeping, from a job of the main actor: there `MainActor.assumeIsolated` holds although the
/// thread is not the process's first, and other tests run between the turns.
@MainActor
struct Fixture {
  let directory: ScratchDirectory
  let service = LineService()
  let server: SocketServer
  var path: String { directory.socket }

  init(configuration: SocketServer.Configuration = .init(), mode: UInt32 = 0o600) throws {
    directory = try ScratchDirectory()
    server = try SocketServer(service: service, configuration: configuration)
    try server.listen(at: directory.socket, mode: mode)
  }

  func connect() throws -> Client {
    try #require(Client(path))
  }

  /// Turns the loop until something is so. 60,000 turns without it, a minute on a quiet machine, are a failure. Turns are
  /// counted, not seconds: between two of them the other tests of the main actor have theirs, which may take minutes.
  func turn(
    until condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<60_000 {
      if condition() { return }
      server.turn()
      // A thousandth of a second, so that the turns do not take the machine from other tests.
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    guard !condition() else { return }
    Issue.record("waited for 60,000 turns", sourceLocation: sourceLocation)
    throw CancellationError()
  }

  /// Ends the server, which is what the test's other promises rest on: nothing stays behind.
  func end() async throws {
    server.stop()
    try await turn(until: { server.hasEnded })
    #expect(service.shutDowns == 1)
    #expect(server.connectionCount == 0)
    #expect(service.sessions.allSatisfy { $0.disconnects == 1 })
  }
}

func status(of path: String) -> stat? {
  var status = stat()
  return lstat(path, &status) == 0 ? status : nil
}

func permissions(of path: String) -> UInt32? {
  status(of: path).map { $0.st_mode & 0o7777 }
}

func exists(_ path: String) -> Bool {
  permissions(of: path) != nil
}
