import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct SubscriptionTests {
  @Test("what a request caused comes before its answer, in order, without a gap")
  func order() throws {
    let client = try TestHost().client()
    _ = try client.call("subscribe", #"{"kinds":["trace"]}"#)
    let lines = client.lines("displayView", "[2]")
    #expect(
      try MemoryClient.events(lines) == [
        "FormController viewWillDisappear", "FormController deinit", "TimerController loadView",
        "TimerController viewDidLoad", "TimerController viewWillAppear", "TimerController viewIsAppearing",
        "TimerController viewWillLayoutSubviews", "TimerController viewDidLayoutSubviews",
        "MultiviewController viewWillLayoutSubviews", "MultiviewController viewDidLayoutSubviews",
        "TimerController viewDidAppear",
      ])
    let sequences = try lines.dropLast().compactMap {
      (try MemoryClient.parse($0)["params"] as? [String: Any])?["sequence"] as? Int
    }
    #expect(sequences == Array((sequences.first ?? 0)..<(sequences.first ?? 0) + 11))
    #expect(try MemoryClient.parse(lines.last ?? "")["result"] != nil)
  }

  @Test("a trace line has exactly these members")
  func form() throws {
    let client = try TestHost().client()
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let line = try #require(client.lines("displayView", "[1]").first)
    let id = try #require((try MemoryClient.parse(line)["params"] as? [String: Any])?["controller"] as? String)
    #expect(
      line
        == #"{"jsonrpc":"2.0","method":"trace","params":{"scene":"test","sequence":15,"controller":"\#(id)","#
        + #""class":"FormController","event":"viewWillDisappear","animated":false}}"#)
  }

  @Test("in a batch events come before the batch's answer")
  func batch() throws {
    let client = try TestHost().client()
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let lines = client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"displayView","params":[1]},"#
        + #"{"jsonrpc":"2.0","method":"displayView","params":[1]}]"# + "\n")
    #expect(lines.count == 23)
    #expect(lines.last?.hasPrefix("[{") == true)
    #expect(lines.dropLast().allSatisfy { $0.contains(#""method":"trace""#) })
  }

  @Test("another client's subscription hears of it, too; one that covers another scene does not")
  func others() throws {
    let test = try TestHost(opening: ["test", "test"])
    let (driver, watcher, other) = (test.client(), test.client(), test.client())
    _ = watcher.lines("subscribe", #"[["trace"]]"#)
    _ = other.lines("subscribe", #"{"kinds":["trace"],"scene":"test-2"}"#)
    #expect(driver.lines("displayView", "[1]").count == 1)
    #expect(watcher.takeLines().count == 11)
    #expect(other.takeLines().isEmpty)
  }

  @Test("a client with two subscriptions to the same events gets each once; unsubscribe ends one, then the other")
  func twice() throws {
    let client = try TestHost().client()
    #expect(try client.call("subscribe", #"[["trace"]]"#).string("subscription") == "s1")
    #expect(try client.call("subscribe", #"[["trace","trace"],"test"]"#).string("subscription") == "s2")
    #expect(client.lines("displayView", "[1]").count == 12)
    _ = client.lines("unsubscribe", #"["s1"]"#)
    #expect(client.lines("displayView", "[1]").count == 12)
    _ = client.lines("unsubscribe", #"["s2"]"#)
    #expect(client.lines("displayView", "[1]").count == 1)
    #expect(try client.call("unsubscribe", #"["s2"]"#).code == 1011)
    #expect(try client.call("subscribe", #"[["trace"]]"#).string("subscription") == "s3")
  }

  @Test("a subscription covers scenes that are opened later, from their first callback")
  func laterScenes() throws {
    let client = try TestHost(opening: []).client()
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let lines = client.lines("openScene", #"["test"]"#)
    let events = try MemoryClient.events(lines)
    #expect(events.prefix(2) == ["MultiviewController loadView", "MultiviewController viewDidLoad"])
  }

  @Test("broken contracts are told as issues among the callbacks")
  func issues() throws {
    let client = try TestHost().client()
    _ = client.lines("displayView", "[2]")
    _ = client.lines("subscribe", #"[["trace"]]"#)
    let methods = try client.lines("displayView", "[1]").map { try MemoryClient.parse($0)["method"] as? String }
    #expect(methods.prefix(3) == ["trace", "issue", "trace"])
  }

  @Test("kinds that do not exist, and too many subscriptions, are refused")
  func refused() throws {
    var limits = HostLimits()
    limits.subscriptions = 1
    let client = try TestHost(limits: limits).client()
    #expect(try client.call("subscribe", #"[["weather"]]"#).code == -32602)
    #expect(try client.call("subscribe", #"[["trace"],"nowhere"]"#).code == 1000)
    #expect(try client.call("subscribe", #"[["trace"]]"#).code == nil)
    #expect(try client.call("subscribe", #"[["trace"]]"#).code == 1013)
  }

  @Test("a client that does not read loses events beyond the queue's limit, is told how many, and then goes on")
  func slowReader() throws {
    var limits = HostLimits()
    limits.outputQueue = 4096
    let test = try TestHost(limits: limits)
    let (driver, slow) = (test.client(), test.client())
    _ = slow.lines("subscribe", #"[["trace"]]"#)
    for _ in 0..<20 { _ = driver.lines("displayView", "[1]") }
    #expect(slow.session.output.queued <= 4096)
    let taken = slow.takeLines()
    slow.session.resume()
    let told = try MemoryClient.parse(try #require(slow.takeLines().first))
    #expect(told["method"] as? String == "lost")
    let lost = (told["params"] as? [String: Any])?["events"] as? Int ?? 0
    #expect(taken.count + lost == 220)
    _ = driver.lines("displayView", "[1]")
    #expect(slow.takeLines().count == 11)
  }

  @Test("a client that does not take its answers is not read from; what it sent is answered when it does")
  func unreadAnswers() throws {
    var limits = HostLimits()
    limits.unreadAnswers = 500
    let client = try TestHost(limits: limits).client()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    var text = ""
    for _ in 0..<50 { text += request }
    Array(text.utf8).withUnsafeBytes { client.session.receive($0) }
    #expect(!client.session.wantsInput)
    #expect(client.session.output.queued < 600)
    client.session.receiveEnd()
    #expect(!client.session.isFinished)
    var answers = 0
    while !client.session.isFinished {
      answers += client.takeLines().count
      client.session.resume()
    }
    answers += client.takeLines().count
    #expect(answers == 50)
  }

  @Test("a turn has at most 16 requests, however quick they are")
  func requestsOfATurn() throws {
    let client = try TestHost().client()
    var lines = client.send(String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 40))
    #expect(lines.count == 16)
    client.session.resume()
    lines += client.takeLines()
    #expect(lines.count == 32)
    client.session.resume()
    lines += client.takeLines()
    #expect(lines.count == 40)
    #expect(client.session.wantsInput)
  }

  @Test("while others wait a turn has at most 4 requests")
  func briefTurn() throws {
    let client = try TestHost().client()
    var count = client.send(String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 40)).count
    #expect(count == 16)
    for expected in [20, 24, 28] {
      client.session.resumeBriefly()
      count += client.takeLines().count
      #expect(count == expected)
    }
    client.session.resume()
    #expect(client.takeLines().count == 12)
  }

  @Test("a client that sends without end has turns: lines are held back, and go on without new input")
  func turns() throws {
    var time = 0.0
    let host = SceneHost(
      identity: SceneHost.Identity(name: "testd", version: "0", processID: 1), access: AccessPolicy(ownerUserID: 0)
    ) {
      time += 0.00008
      return time
    }
    let client = MemoryClient(host)
    var text = ""
    for id in 0..<50 { text += #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n" }
    var lines = client.send(text)
    #expect(lines.count == 2)
    #expect(client.session.wantsTurn)
    #expect(!client.session.wantsInput)
    client.session.receiveEnd()
    #expect(!client.session.isFinished)
    while client.session.wantsTurn {
      client.session.resume()
      lines += client.takeLines()
    }
    #expect(client.session.isFinished)
    #expect(lines == (0..<50).map { #"{"jsonrpc":"2.0","id":\#($0),"result":"pong"}"# })
  }

  @Test("a turn that ends with the last request that was sent holds nothing back: more is taken at once")
  func wholeTurn() throws {
    let client = try TestHost(opening: []).client()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    for _ in 0..<3 {
      #expect(client.send(String(repeating: request, count: 16)).count == 16)
      #expect(!client.session.wantsTurn)
      #expect(client.session.wantsInput)
    }
    #expect(client.send(String(request.dropLast())).count == 0)
    client.session.receiveEnd()
    #expect(client.takeLines() == [#"{"jsonrpc":"2.0","id":1,"result":"pong"}"#])
    #expect(client.session.isFinished)
  }

  @Test("after a whole turn the end of a client's direction is an end")
  func endAfterWholeTurn() throws {
    for header in ["", "Content-Length: 40\r\n\r\n"] {
      let client = try TestHost(opening: []).client()
      let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
      _ = client.send(String(repeating: header + request + (header.isEmpty ? "\n" : ""), count: 16))
      #expect(client.session.wantsInput)
      #expect(!client.session.isFinished)
      client.session.receiveEnd()
      #expect(client.session.isFinished)
    }
  }

  @Test("large answers end a turn, too: others do not wait until a client has been written all that it asked for")
  func largeAnswers() throws {
    let client = try TestHost(opening: []).client()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    let size = client.send(request).joined().utf8.count
    #expect(size > 16_384)
    #expect(client.send(String(repeating: request, count: 10)).count == 65_536 / size + 1)
    #expect(client.session.wantsTurn)
  }

  @Test("a topic that the last of its subscriptions has left costs nothing any more; the others stay")
  func topics() throws {
    let test = try TestHost(opening: ["test", "test"])
    let (first, second) = (test.client(), test.client())
    _ = first.lines("subscribe", #"[["trace"],"test"]"#)
    _ = first.lines("subscribe", #"[["trace"],"test"]"#)
    _ = second.lines("subscribe", #"[["trace"]]"#)
    #expect(test.host.audience.count == 2)
    _ = first.lines("unsubscribe", #"["s1"]"#)
    #expect(first.lines("displayView", "[1]").count == 12)
    #expect(second.takeLines().count == 11)
    second.session.disconnect()
    #expect(test.host.audience.keys.map(\.scene) == ["test"])
    #expect(test.host.scenes.map { $0.application.trace.onEvent != nil } == [true, false])
    _ = first.lines("unsubscribe", #"["s2"]"#)
    #expect(test.host.audience.isEmpty)
    #expect(test.host.scenes.allSatisfy { $0.application.trace.onEvent == nil })
  }

  @Test("a client that has gone gets nothing and holds nothing")
  func disconnected() throws {
    let test = try TestHost()
    let (driver, gone) = (test.client(), test.client())
    _ = gone.lines("subscribe", #"[["trace"]]"#)
    gone.session.disconnect()
    _ = driver.lines("displayView", "[1]")
    #expect(gone.session.output.queued == 0)
    #expect(test.host.audience.isEmpty)
    #expect(test.host.sessions.count == 1)
    #expect(test.host.scenes.first?.application.trace.onEvent == nil)
  }
}
