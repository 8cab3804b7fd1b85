import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct RoleTests {
  @Test(
    "the role comes from user, groups and socket: owner and root administer, the socket's group drives, others observe",
    arguments: [
      (1000, 5, [], Role.administer, Role.administer), (0, 0, [], .administer, .administer),
      (1000, 5, [], .observe, .observe), (0, 0, [], .drive, .drive), (7, 20, [], .administer, .administer),
      (7, 5, [21, 20], .administer, .administer), (7, 30, [], .administer, .drive),
      (7, 5, [1, 2, 30], .administer, .drive), (7, 5, [], .administer, .observe), (7, 5, [30], .observe, .observe),
      (UInt32.max, .max, [], .administer, .observe),
    ] as [(UInt32, UInt32, [UInt32], Role, Role)])
  func roles(user: UInt32, group: UInt32, groups: [UInt32], ceiling: Role, expected: Role) {
    var policy = AccessPolicy(ownerUserID: 1000)
    policy.administeringGroupIDs = [20]
    policy.drivingGroupID = 30
    let peer = PeerCredentials(processID: 1, userID: user, groupID: group, supplementaryGroupIDs: groups)
    #expect(policy.role(of: peer, ceiling: ceiling) == expected)
  }

  @Test("who the kernel cannot name is nobody's own, also when the daemon runs as that user and groups are that group")
  func overflow() {
    var policy = AccessPolicy(ownerUserID: 65_534)
    policy.administeringGroupIDs = [65_534]
    policy.drivingGroupID = 65_534
    let nobody = PeerCredentials(
      processID: 1, userID: 65_534, groupID: 65_534, supplementaryGroupIDs: [65_534])
    #expect(policy.role(of: nobody, ceiling: .administer) == .observe)
    #expect(policy.role(of: PeerCredentials(processID: 1, userID: 0, groupID: 0), ceiling: .administer) == .administer)
    // The kernel's settings can be others.
    policy.overflowUserID = 99
    policy.overflowGroupID = 98
    #expect(policy.role(of: nobody, ceiling: .administer) == .administer)
    policy.administeringGroupIDs = [98, .max]
    let other = PeerCredentials(processID: 1, userID: 99, groupID: 98, supplementaryGroupIDs: [.max])
    #expect(policy.role(of: other, ceiling: .administer) == .observe)
  }

  @Test("clients whom the kernel cannot name do not share keys")
  func overflowKeys() throws {
    let test = try TestHost()
    let nobody = PeerCredentials(processID: 1, userID: 65_534, groupID: 65_534)
    let clients = [test.client(nobody), test.client(nobody)]
    let first = try clients[0].call("displayView", #"{"view":2,"key":"k"}"#)
    #expect(
      try clients[0].call("displayView", #"{"view":2,"key":"k"}"#).integer("revision") == first.integer("revision"))
    #expect(try clients[1].call("displayView", #"{"view":3,"key":"k"}"#).integer("view") == 3)
  }

  @Test("without a driving group whoever can connect may drive")
  func noDrivingGroup() {
    let peer = PeerCredentials(processID: 1, userID: 7, groupID: 7)
    #expect(AccessPolicy(ownerUserID: 1000).role(of: peer, ceiling: .administer) == .drive)
  }

  @Test("every method needs the role that the design gives it")
  func table() {
    let needed = Dictionary(uniqueKeysWithValues: MethodTable.standard.methods.map { ($0.name, $0.role) })
    #expect(
      needed == [
        "displayView": .drive, "selectSegment": .drive, "simulateMemoryWarning": .drive, "rotate": .drive,
        "resizeWindow": .drive, "setTraits": .drive, "getNavigationItem": .observe, "getTree": .observe,
        "getController": .observe, "tap": .drive, "setText": .drive, "setValue": .drive, "sendMessage": .drive,
        "listScenes": .observe, "openScene": .administer, "closeScene": .administer, "advanceClock": .administer,
        "subscribe": .observe, "unsubscribe": .observe, "getServerInfo": .observe, "ping": .observe,
        "rpc.discover": .observe, "transaction": .drive, "listClients": .observe, "disconnectClient": .administer,
        "wait": .observe, "settle": .observe, "sync": .observe, "cancel": .observe,
      ])
  }

  @Test("a method beyond the client's role is error 1014, before its parameters are looked at, and nothing is done")
  func refused() throws {
    let test = try TestHost()
    let observer = test.client(ceiling: .observe)
    #expect(try observer.call("getServerInfo").string("role") == "observe")
    for method in MethodTable.standard.methods {
      let answer = try observer.call(method.name, #"{"nonsense":1}"#)
      #expect(answer.code == (method.role == .observe ? -32602 : 1014), "\(method.name)")
    }
    let answer = try observer.call("displayView", "[2]")
    #expect(answer.reason == "notPermitted")
    #expect(answer.data["role"] as? String == "observe")
    #expect(answer.data["needed"] as? String == "drive")
    #expect(try observer.call("getTree").integer("revision") == 1)
    let driver = test.client(ceiling: .drive)
    #expect(try driver.call("displayView", "[2]").code == nil)
    #expect(try driver.call("openScene", #"["test"]"#).code == 1014)
    #expect(try driver.call("closeScene", #"["test"]"#).code == 1014)
    #expect(try driver.call("advanceClock", "[1]").code == 1014)
  }

  @Test("an observer hears of what others do")
  func observerSubscribes() throws {
    let test = try TestHost()
    let observer = test.client(ceiling: .observe)
    #expect(try observer.call("subscribe", #"[["trace"]]"#).code == nil)
    _ = test.client().lines("displayView", "[1]")
    #expect(observer.takeLines().count == 11)
  }

  @Test("goodbye is said before the daemon closes a line, and not to who has ended its direction")
  func goodbye() throws {
    let test = try TestHost()
    let (listening, ended) = (test.client(), test.client())
    ended.session.receiveEnd()
    test.host.shutDown()
    #expect(
      listening.takeLines() == [#"{"jsonrpc":"2.0","method":"goodbye","params":{"reason":"shutdown"}}"#])
    #expect(ended.takeLines().isEmpty)
  }
}
