import Glibc
import SocketServer

// A daemon with the methods of the JSON-RPC specification's examples, for tests: `specificationd SOCKET`. It is built of
// the same server, framer and processor as controllerd.

func fail(_ message: String, status: Int32) -> Never {
  let line = Array("specificationd: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(status)
}

guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
  fail("give the path of the socket to listen on, and nothing else", status: 2)
}
do {
  let server = try SocketServer(service: SpecificationService())
  try server.takeSignals()
  try server.listen(at: path)
  exit(try server.run())
} catch {
  fail("\(error)", status: 1)
}
