import ConformanceSupport
import Glibc
import SocketServer

// A daemon with the methods of the JSON-RPC specification's examples, for tests: `specificationd SOCKET`. It is built of
// the same server, framer and processor as controllerd. With `--mutation NAME` behind the socket it breaks a rule.

func fail(_ message: String, status: Int32) -> Never {
  let line = Array("specificationd: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(status)
}

let words = CommandLine.arguments.dropFirst()
let mutation = words.count == 3 && words[2] == "--mutation" ? Mutation.named(words[3]) : nil
guard let path = words.first, words.count == 1 || mutation != nil else {
  let names = Mutation.all.map(\.name).joined(separator: ", ")
  fail("give the path of the socket to listen on, and nothing else, or --mutation and one of \(names)", status: 2)
}
do {
  let server = try SocketServer(service: SpecificationService(mutation: mutation))
  try server.takeSignals()
  try server.listen(at: path)
  exit(try server.run())
} catch {
  fail("\(error)", status: 1)
}
