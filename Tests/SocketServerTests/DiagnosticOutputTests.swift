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

  @Test("What nobody reads is dropped and does not stop the daemon; it goes on when somebody does")
  func stuckReader() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { ends.forEach { close($0) } }
    let stuck = output(to: writing, stream(of: writing))
    #expect(stuck.isJournal)
    let line = String(repeating: "é", count: 5000)
    var printed = 0
    while stuck.write(.warning, line) { printed += 1 }
    #expect(printed > 0)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    #expect(read(reading, &buffer, buffer.count) == printed * (3 + 1800 + 1))
    #expect(stuck.write(.information, "short"))
    // The one that was not taken is counted in a line before it.
    let count = read(reading, &buffer, buffer.count)
    #expect(
      String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        == "<4>1 lines were lost, since nobody read standard error\n<6>short\n")
    #expect(stuck.write(.information, "short"))
    #expect(read(reading, &buffer, buffer.count) == 9)
  }

  @Test("The longest text that is written is one that a pipe takes at once, also when it has many lines")
  func longest() throws {
    let directory = try ScratchDirectory()
    let descriptor = open(directory.socket, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let journal = output(to: descriptor, stream(of: descriptor))
    #expect(journal.write(.warning, String(repeating: "\u{1F600}\n", count: 5000)))
    var status = stat()
    fstat(descriptor, &status)
    #expect(status.st_size == 450 * (3 + 4 + 1))
  }

  @Test("Without a descriptor it is dropped")
  func noDescriptor() {
    #expect(!output(to: -1, nil).write(.warning, "nobody"))
  }
}
