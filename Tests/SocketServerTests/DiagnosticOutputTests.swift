import Glibc
import Testing

@testable import SocketServer

@Suite("Sentences for the operator")
struct DiagnosticOutputTests {
  /// The variable as a service manager sets it for a descriptor.
  private func stream(of descriptor: Int32) -> String {
    var status = stat()
    fstat(descriptor, &status)
    return "\(status.st_dev):\(status.st_ino)"
  }

  private func output(to descriptor: Int32, _ stream: String?) -> DiagnosticOutput {
    DiagnosticOutput(name: "exampled", descriptor: descriptor, journalStream: stream)
  }

  @Test("Elsewhere than in the journal a sentence begins with the program's name, once")
  func plain() {
    let plain = output(to: STDERR_FILENO, nil)
    #expect(!plain.isJournal)
    #expect(plain.render(.warning, "one\ntwo") == "exampled: one\ntwo\n")
    #expect(plain.render(.error, "exampled: no\nTry this.", isNamed: true) == "exampled: no\nTry this.\n")
  }

  @Test("In the journal each line has its priority, also a line that claims another one")
  func journal() throws {
    let directory = try ScratchDirectory()
    let descriptor = open(directory.socket, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let journal = output(to: descriptor, stream(of: descriptor))
    #expect(journal.isJournal)
    #expect(journal.render(.error, "one") == "<3>one\n")
    #expect(journal.render(.warning, "one\n<0>two\r\n\nthree") == "<4>one\n<4><0>two\n<4>three\n")
    #expect(journal.render(.information, "one") == "<6>one\n")
    journal.write(.error, "written")
    var buffer = [UInt8](repeating: 0, count: 64)
    let reader = open(directory.socket, O_RDONLY | O_CLOEXEC)
    defer { close(reader) }
    #expect(String(decoding: buffer[..<max(0, read(reader, &buffer, buffer.count))], as: UTF8.self) == "<3>written\n")
  }

  @Test(
    "The variable alone does not make a journal: standard error may have been turned elsewhere",
    arguments: [
      "", "x", "1:", "0:0", "1:2:3",
    ])
  func otherStream(stream: String) {
    #expect(!output(to: STDERR_FILENO, stream).isJournal)
  }

  @Test("A closed standard error is no journal")
  func closed() {
    #expect(!output(to: -1, "0:0").isJournal)
  }
}
