import Foundation
import Testing

@testable import SceneHosting

@MainActor
@Suite("state: coming back, and not reading") struct ResumeTests {
  private func scene(_ client: MemoryClient, _ since: String, _ rest: String = "") throws -> [String: Any] {
    let answer = try client.call("subscribe", #"{"kinds":["state"],"scene":"test","since":\#(since)\#(rest)}"#)
    return try #require(answer.objects("scenes").first, "\(answer.message)")
  }

  private func how(_ scene: [String: Any]) -> String {
    let state = scene["state"] as? [String: Any]
    return [state?["how"], state?["reason"]].compactMap { $0 as? String }.joined(separator: " ")
  }

  @Test("who comes back gets the deltas that it has missed, or a snapshot and the reason")
  func resumes() throws {
    var limits = HostLimits()
    limits.replayDeltas = 4
    let test = try TestHost(limits: limits)
    let epoch = test.host.epoch
    let driver = test.client()
    var away: MemoryClient? = test.client()
    let answer = try #require(away).call("subscribe", #"{"kinds":["state"],"scene":"test"}"#)
    var copy = StateCopy(try #require(answer.objects("scenes").first))
    away = nil
    for view in [2, 3, 1] { _ = driver.lines("displayView", "[\(view)]") }
    let back = test.client()
    let resumed = try scene(back, #"{"epoch":"\#(epoch)","revision":1}"#)
    #expect(how(resumed) == "resumed")
    copy.resume(resumed)
    #expect(copy.revision == 4)
    #expect(copy.deltas == 3)
    let tree = try driver.call("getTree")
    #expect(copy.isEqual(to: tree.result))
    #expect(try how(scene(back, #"{"epoch":"\#(epoch)","revision":4}"#)) == "resumed")
    #expect(try how(scene(back, #"{"epoch":"\#(epoch)","revision":5}"#)) == "snapshot notReached")
    #expect(try how(scene(back, #"{"epoch":"e0","revision":4}"#)) == "snapshot otherEpoch")
    #expect(try how(scene(back, #"{"epoch":"\#(epoch)","revision":0}"#)) == "snapshot notReached")
    for view in [2, 3] { _ = driver.lines("displayView", "[\(view)]") }
    #expect(try how(scene(test.client(), #"{"epoch":"\#(epoch)","revision":1}"#)) == "snapshot tooOld")
    #expect(try how(scene(test.client(), #"{"epoch":"\#(epoch)","revision":2}"#)) == "resumed")
    #expect(try how(scene(test.client(), #"{"epoch":"\#(epoch)","revision":2}"#, #","depth":2"#)) == "snapshot tooOld")
    #expect(copy.faults == [])
  }

  @Test("all scenes at once: each by its own revision; a scene that is not named comes as a snapshot")
  func several() throws {
    let test = try TestHost(opening: ["test", "segments"])
    let client = test.client()
    let first = try client.call("subscribe", #"{"kinds":["state"]}"#)
    #expect(first.objects("scenes").count == 2)
    _ = client.lines("selectSegment", "[1]")
    let answer = try test.client().call(
      "subscribe", #"{"kinds":["state"],"since":{"epoch":"\#(test.host.epoch)","revisions":{"segments":1}}}"#)
    #expect(answer.objects("scenes").map { how($0) } == ["snapshot", "resumed"])
  }

  @Test("the deltas that are kept are bounded by their bytes, too")
  func bytes() throws {
    var limits = HostLimits()
    limits.replayBytes = 2000
    let test = try TestHost(limits: limits)
    let client = test.client()
    _ = client.lines("subscribe", #"{"kinds":["state"]}"#)
    for view in [2, 3, 2, 3, 2, 1, 2, 3] { _ = client.lines("displayView", "[\(view)]") }
    let ring = try #require(test.host.scenes.first?.streams.values.first?.ring)
    #expect(ring.count < 8)
    #expect(ring.start > 1)
    let kept = try #require(ring.items(after: ring.start)).reduce(0) { $0 + $1.message.bytes.count }
    #expect(kept <= 2000)
    #expect(ring.items(after: ring.start - 1) == nil)
  }

  @Test("who does not read gets one snapshot in place of what waited, and is told what was merged and how old it was")
  func slowReader() throws {
    var limits = HostLimits()
    limits.outputQueue = 600_000
    let test = try TestHost(limits: limits)
    let (driver, slow) = (test.client(), test.client())
    let answer = try slow.call("subscribe", #"{"kinds":["state","trace"],"scene":"test"}"#)
    var copy = StateCopy(try #require(answer.objects("scenes").first))
    var highest = 0
    let session = try #require(slow.session as? ClientSession)
    for round in 0..<600 {
      _ = driver.lines("displayView", "[\(round % 3 + 1)]")
      if round == 300 { test.advance(by: 7) }
      highest = max(highest, session.queuedBytes)
    }
    #expect(highest <= 600_000)
    #expect(highest > 250_000)
    // What waited is dropped: only what the transport has in hand is still sent.
    #expect(session.queuedBytes <= 262_144)
    var lines: [String] = []
    while true {
      let taken = slow.takeLines()
      slow.session.resume()
      guard !taken.isEmpty else { break }
      lines += taken
    }
    let messages = try lines.map { try MemoryClient.parse($0) }
    for message in messages { copy.take(message) }
    #expect(copy.faults == [])
    #expect(copy.resyncs == 1)
    #expect(copy.revision == 601)
    let resync = try #require(messages.last { $0["method"] as? String == "resync" }?["params"] as? [String: Any])
    let merged = try #require(resync["merged"] as? [String: Any])
    #expect(merged["seconds"] as? Double == 7)
    #expect(copy.deltas + (merged["deltas"] as? Int ?? 0) == 600)
    let lost = messages.filter { $0["method"] as? String == "lost" }
    #expect(lost.count == 1)
    let tree = try driver.call("getTree")
    #expect(copy.isEqual(to: tree.result))
    _ = driver.lines("displayView", "[1]")
    for line in slow.takeLines() { copy.take(try MemoryClient.parse(line)) }
    #expect(copy.revision == 602)
  }

  @Test("answers are never dropped with the events, and a client that is far behind is still answered in order")
  func answers() throws {
    var limits = HostLimits()
    limits.outputQueue = 300_000
    let test = try TestHost(limits: limits)
    let (driver, slow) = (test.client(), test.client())
    _ = slow.lines("subscribe", #"{"kinds":["state"]}"#)
    var asked = 0
    for round in 0..<400 {
      _ = driver.lines("displayView", "[\(round % 3 + 1)]")
      guard round % 20 == 0 else { continue }
      asked += 1
      let line = #"{"jsonrpc":"2.0","id":\#(asked),"method":"ping"}"# + "\n"
      Array(line.utf8).withUnsafeBytes { slow.session.receive($0) }
    }
    // Events that wait do not keep it from being read from.
    let session = try #require(slow.session as? ClientSession)
    #expect(session.queuedBytes > 200_000)
    #expect(session.wantsInput)
    var answered: [Int] = []
    while true {
      let taken = slow.takeLines()
      slow.session.resume()
      guard !taken.isEmpty else { break }
      answered += try taken.compactMap { try MemoryClient.parse($0)["id"] as? Int }
    }
    #expect(answered == Array(1...asked))
  }

  @Test("a scene that was closed while a client did not read is told of before the snapshot of its successor")
  func closedMeanwhile() throws {
    var limits = HostLimits()
    limits.outputQueue = 2000
    let test = try TestHost(limits: limits, opening: ["test", "segments"])
    let (driver, slow) = (test.client(), test.client())
    let tree = try driver.call("getTree", #"{"scene":"segments","detail":"controllers"}"#)
    let root = try #require(tree.string("controller"))
    _ = slow.lines("subscribe", #"{"kinds":["trace","state"],"scene":"segments","controller":"\#(root)"}"#)
    _ = slow.lines("subscribe", #"{"kinds":["state"],"scene":"segments"}"#)
    for index in 0..<20 { _ = driver.lines("selectSegment", "[\(index % 2)]") }
    _ = driver.lines("closeScene", #"["segments"]"#)
    _ = driver.lines("openScene", #"["segments"]"#)
    var methods: [String] = []
    while true {
      let taken = slow.takeLines()
      slow.session.resume()
      guard !taken.isEmpty else { break }
      methods += try taken.compactMap { try MemoryClient.parse($0)["method"] as? String }
    }
    #expect(methods.filter { $0 == "sceneClosed" || $0 == "resync" } == ["sceneClosed", "resync"])
    #expect(methods.contains("lost"))
  }

  @Test("the end of a scene that waits to be told when all that waits is dropped is told, and is not lost")
  func closingWaits() throws {
    var limits = HostLimits()
    limits.outputQueue = 300_000
    let test = try TestHost(limits: limits, opening: ["test", "segments"])
    let (driver, slow) = (test.client(), test.client())
    _ = slow.lines("subscribe", #"{"kinds":["state"]}"#)
    let session = try #require(slow.session as? ClientSession)
    while session.backlog.isEmpty { _ = driver.lines("displayView", "[1]") }
    _ = driver.lines("closeScene", #"["segments"]"#)
    #expect(session.owedClosings.isEmpty)
    while !session.isOwedSnapshot { _ = driver.lines("displayView", "[1]") }
    var methods: [String] = []
    while true {
      let taken = slow.takeLines()
      slow.session.resume()
      guard !taken.isEmpty else { break }
      methods += try taken.compactMap { try MemoryClient.parse($0)["method"] as? String }
    }
    #expect(methods.filter { $0 != "delta" } == ["sceneClosed", "resync"])
  }

  @Test("what is sent later does not overtake what waits, also when the transport has just made room")
  func order() throws {
    let test = try TestHost()
    let (driver, slow) = (test.client(), test.client())
    let answer = try slow.call("subscribe", #"{"kinds":["state"],"scene":"test"}"#)
    var copy = StateCopy(try #require(answer.objects("scenes").first))
    let session = try #require(slow.session as? ClientSession)
    var round = 0
    while session.backlog.isEmpty {
      round += 1
      _ = driver.lines("displayView", "[\(round % 3 + 1)]")
    }
    // The transport has written, and the session has not gone on yet.
    var lines = slow.takeLines()
    _ = driver.lines("displayView", "[1]")
    lines += slow.lines("ping")
    slow.session.resume()
    lines += slow.takeLines()
    for line in lines { copy.take(try MemoryClient.parse(line)) }
    #expect(copy.faults == [])
    #expect(copy.resyncs == 0)
    #expect(copy.revision == round + 2)
    #expect(lines.last?.contains("pong") == true)
  }

  @Test("a delta is encoded once: all who follow are sent the same bytes, which are held once")
  func shared() throws {
    let test = try TestHost()
    let driver = test.client()
    let clients = (0..<5).map { _ in test.client() }
    for client in clients { _ = client.lines("subscribe", #"{"kinds":["state"]}"#) }
    _ = driver.lines("displayView", "[3]")
    let sent = Set(clients.flatMap { $0.takeLines() })
    #expect(sent.count == 1)
    #expect(test.host.encodedDeltas == 1)
  }
}
