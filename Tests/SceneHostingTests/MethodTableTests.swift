import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct MethodTableTests {
  /// The checkout.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("every method is found by its name, and by no other case")
  func lookUp() {
    let table = MethodTable.standard
    for method in table.methods {
      #expect(Array(method.name.utf8).withUnsafeBytes { table.find($0) }?.name == method.name)
      #expect(Array(method.name.uppercased().utf8).withUnsafeBytes { table.find($0) } == nil)
    }
    #expect(table.methods.count == 29)
  }

  @Test("parameters that a method shares stand last: controller, scene, safeguards; but for those added later")
  func order() {
    let setText = MethodTable.standard.methods.first { $0.name == "setText" }
    let getTree = MethodTable.standard.methods.first { $0.name == "getTree" }
    #expect(getTree?.parameters.map(\.name) == ["controller", "scene", "detail", "depth", "fields"])
    #expect(setText?.parameters.map(\.name) == ["target", "text", "scene", "submit", "ifRevision", "key"])
    for method in MethodTable.standard.methods
    where !["subscribe", "closeScene", "setText", "getTree"].contains(method.name) {
      let names = method.parameters.map(\.name).filter { $0 != "ifRevision" && $0 != "key" }
      let shared = names.filter { $0 == "controller" || $0 == "scene" }
      #expect(names.suffix(shared.count) == shared[...], "\(method.name)")
      #expect(shared == shared.sorted(), "\(method.name)")
    }
  }

  @Test("Protocol/openrpc.json is what rpc.discover answers")
  func openRPC() throws {
    let host = SceneHost(
      identity: SceneHost.Identity(name: "controllerd", version: "0.1.0", processID: 1),
      access: AccessPolicy(ownerUserID: 0), now: { 0 })
    let answer = try MemoryClient(host).call("rpc.discover")
    let file = try Data(contentsOf: Self.root.appending(path: "Protocol/openrpc.json"))
    let document = try JSONSerialization.jsonObject(with: file) as? NSDictionary
    #expect(
      document == answer.result as NSDictionary,
      "make it anew with .ci/protocol")
  }

  @Test("Protocol/README.md names every method, parameter, error and notification of the tables")
  func readMe() throws {
    let text = try String(contentsOf: Self.root.appending(path: "Protocol/README.md"), encoding: .utf8)
    for method in MethodTable.standard.methods {
      #expect(text.contains("`\(method.name)"), "\(method.name)")
      for parameter in method.parameters {
        #expect(text.contains(parameter.name), "\(method.name): \(parameter.name)")
      }
    }
    for notification in NotificationTable.all { #expect(text.contains("`\(notification.name)`")) }
    for error in ApplicationErrorCode.allCases {
      #expect(text.contains("| \(error.rawValue) | `\(error.reason)` |"), "\(error.rawValue)")
    }
  }

  @Test("error codes are those that were frozen")
  func frozenErrors() {
    #expect(
      ApplicationErrorCode.allCases.map { "\($0.rawValue) \($0.reason)" } == [
        "1000 sceneNotFound", "1001 applicationNotFound", "1002 sceneExists", "1003 controllerNotFound",
        "1004 targetNotFound", "1005 targetAmbiguous", "1006 targetNotInteractive", "1007 methodNotOffered",
        "1008 viewNotFound", "1009 clockIsReal", "1010 didNotSettle", "1011 subscriptionNotFound",
        "1012 valueNotAccepted", "1013 limitReached", "1014 notPermitted", "1015 segmentNotFound",
        "1016 messageNotDeclared", "1017 messageNotAccepted", "1018 messageTargetNotFound",
        "1019 waitTimedOut", "1020 cancelled", "1021 notInBatch", "1022 revisionDiffers",
        "1023 keyReused", "1024 transactionStopped", "1025 clientNotFound",
      ])
  }

  @Test("getServerInfo lists every limit with its value")
  func serverInfo() throws {
    let answer = try TestHost().client().call("getServerInfo")
    #expect(
      answer["limits"] as? [String: Int] == [
        "line": 1_048_576, "header": 4096, "depth": 64, "batch": 256, "idNumber": 64, "idString": 256,
        "malformedLines": 32, "connections": 4096,
        "connectionsPerUser": 1024, "scenes": 256, "subscriptions": 64, "streams": 64, "replayDeltas": 1024,
        "replayBytes": 1_048_576, "outputQueue": 4_194_304,
        "unreadAnswers": 1_048_576, "batchAnswers": 262_144, "waits": 64, "keys": 1024, "keyBytes": 1_048_576,
        "transactionCalls": 256,
        "complaints": 8,
        "turns": 10_000, "timerFirings": 100_000,
        "messages": 10_000, "messageDepth": 32, "messageValueDepth": 60,
      ])
    #expect(answer.string("name") == "testd")
    #expect(answer.integer("apiLevel") == APILevel.current)
    #expect((answer["counters"] as? [String: Int])?["requests"] == 1)
  }
}
