import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct ClientTests {
  @Test("listClients tells who is connected, what they hold, and how far they are behind")
  func list() throws {
    var limits = HostLimits()
    limits.outputQueue = 4096
    var access = AccessPolicy(ownerUserID: 1000)
    access.drivingGroupID = 30
    let test = try TestHost(limits: limits, access: access)
    let owner = test.client(PeerCredentials(processID: 11, userID: 1000, groupID: 5))
    test.advance(by: 2)
    let other = test.client(PeerCredentials(processID: 12, userID: 7, groupID: 8))
    _ = other.lines("subscribe", #"[["trace","messages"],"test"]"#)
    _ = other.lines("subscribe", #"[["messages"]]"#)
    for _ in 0..<20 { _ = owner.lines("displayView", "[1]") }
    let clients = try owner.call("listClients").objects("clients")
    #expect(clients.map { $0["client"] as? String } == ["c1", "c2"])
    #expect(clients.map { $0["isYou"] as? Bool } == [true, false])
    #expect(clients.map { $0["uid"] as? Int } == [1000, 7])
    #expect(clients.map { $0["gid"] as? Int } == [5, 8])
    #expect(clients.map { $0["pid"] as? Int } == [11, 12])
    #expect(clients.map { $0["role"] as? String } == ["administer", "observe"])
    #expect(clients.map { $0["connectedSeconds"] as? Double } == [2, 0])
    #expect(clients.map { $0["requests"] as? Int } == [21, 2])
    #expect(clients.map { $0["pending"] as? Int } == [0, 0])
    #expect(clients[0]["queuedBytes"] as? Int == 0)
    #expect(clients[1]["queuedBytes"] as? Int == other.session.output.queued)
    let lost = try #require(clients[1]["lostEvents"] as? Int)
    #expect(lost > 100)
    let subscriptions = clients[1]["subscriptions"] as? [[String: Any]] ?? []
    #expect(subscriptions.map { $0["subscription"] as? String } == ["s1", "s2"])
    #expect(subscriptions.map { $0["kinds"] as? [String] } == [["trace", "messages"], ["messages"]])
    #expect(subscriptions.map { $0["scene"] as? String } == ["test", nil])
    // What was lost is still counted when the client was told of it.
    _ = other.lines("sync")
    #expect(try owner.call("listClients").objects("clients")[1]["lostEvents"] as? Int == lost)
    other.session.disconnect()
    #expect(try owner.call("listClients").objects("clients").count == 1)
    let third = test.client()
    #expect(try third.call("listClients").objects("clients").map { $0["client"] as? String } == ["c1", "c3"])
  }

  @Test("calls that wait are counted for their client")
  func pending() throws {
    let client = try TestHost.moving(.virtual).client()
    _ = client.lines("tap", #"["Fade"]"#)
    _ = client.send(#"{"jsonrpc":"2.0","id":1,"method":"settle"}"# + "\n")
    #expect(try client.call("listClients").objects("clients").map { $0["pending"] as? Int } == [1])
  }

  @Test("who is sent away hears goodbye, is answered and told nothing more, and is listed no more")
  func disconnect() throws {
    let test = try TestHost()
    let (owner, other) = (test.client(), test.client())
    var diagnostics: [String] = []
    test.host.onDiagnostic = { diagnostics.append($0) }
    _ = other.lines("subscribe", #"[["trace"]]"#)
    var woken = 0
    other.session.output.onReady = { woken += 1 }
    #expect(try owner.call("disconnectClient", #"["c2"]"#).string("client") == "c2")
    #expect(woken > 0)
    #expect(other.session.isFinished)
    #expect(other.session.mustEnd)
    _ = owner.lines("displayView", "[1]")
    #expect(
      other.lines("ping") == [#"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"disconnected"}}"#])
    #expect(test.host.scenes.first?.application.revision == 2)
    #expect(try owner.call("listClients").objects("clients").count == 1)
    #expect(try owner.call("disconnectClient", #"["c2"]"#).code == 1025)
    #expect(
      diagnostics == [
        "client c2 (user 0, process 0) was disconnected by client c1 (user 0, process 0)"
      ])
  }

  @Test("requests that wait for a turn are not executed any more when their client is sent away")
  func heldBack() throws {
    let test = try TestHost()
    let (owner, other) = (test.client(), test.client())
    let request = #"{"jsonrpc":"2.0","id":1,"method":"displayView","params":[1]}"# + "\n"
    #expect(other.send(String(repeating: request, count: 40)).count <= 16)
    #expect(other.session.wantsTurn)
    let revision = try #require(test.host.scenes.first?.application.revision)
    _ = owner.lines("disconnectClient", #"["c2"]"#)
    #expect(!other.session.wantsTurn)
    other.session.resume()
    #expect(test.host.scenes.first?.application.revision == revision)
    #expect(other.takeLines().count == 1)
  }

  @Test("a client that does not exist is error 1025, oneself 1012; who does not administer may not")
  func refused() throws {
    let test = try TestHost()
    let (owner, driver) = (test.client(), test.client(ceiling: .drive))
    let answer = try owner.call("disconnectClient", #"{"client":"c22"}"#)
    #expect(answer.code == 1025)
    #expect(answer.data["nearest"] as? String == "c2")
    #expect(answer.data["allowed"] as? [String] == ["c1", "c2"])
    #expect(try owner.call("disconnectClient", #"["c1"]"#).code == 1012)
    #expect(try driver.call("disconnectClient", #"["c1"]"#).code == 1014)
    #expect(try driver.call("listClients").objects("clients").count == 2)
  }
}
