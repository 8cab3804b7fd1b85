import Testing

@testable import HeadlessUIKit
@testable import SceneHosting

@Suite struct ComplaintLogTests {
  private func issue(_ className: String) -> ContractIssue {
    ContractIssue(kind: .directAppearanceCall, controller: nil, className: className, message: "wrong")
  }

  @Test("as many complaints of a class in a scene as the limit says are told in 10 s, then how many more there were")
  func limit() {
    var log = ComplaintLog(limit: 2)
    let told = (0..<5).map { log.admits(issue("A"), scene: "one", at: Double($0)) }
    #expect(told == [true, true, false, false, false])
    // Others are counted by themselves.
    let others = [log.admits(issue("B"), scene: "one", at: 5), log.admits(issue("A"), scene: "two", at: 5)]
    #expect(others == [true, true])
    #expect(log.deadline == 10)
    let early = log.takeRests(at: 9.9)
    #expect(early == [])
    let rests = log.takeRests(at: 10)
    #expect(rests == ["scene one: 3 more complaints of A in 10 s were not told"])
    #expect(log.deadline == nil)
    let isTold = log.admits(issue("A"), scene: "one", at: 11)
    #expect(isTold)
  }

  @Test("classes without end do not fill the memory: of those that come late the number is told")
  func bounded() {
    var log = ComplaintLog(limit: 8)
    let told = (0..<300).filter { log.admits(issue("C\($0)"), scene: "one", at: 0) }
    #expect(told.count == 256)
    let rests = log.takeRests(at: .infinity)
    #expect(rests == ["44 complaints of other controllers in 10 s were not told"])
  }

  @MainActor
  @Test("the host tells the rest when the time is over, and wakes for it")
  func host() throws {
    let test = try TestHost()
    var lines: [String] = []
    test.host.onDiagnostic = { lines.append($0) }
    let client = test.client()
    for view in 0..<22 { _ = try client.call("displayView", "[\(2 - view % 2)]") }
    #expect(lines.filter { $0.contains(": ") }.count == 8, "\(lines)")
    let deadline = try #require(test.host.complaints.deadline)
    #expect(try #require(test.host.nextDeadline) <= deadline)
    test.host.tick(now: deadline)
    #expect(lines.count == 9)
    #expect(lines.last?.contains(" more complaints of ") == true)
  }
}
