import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct BatchAnswerTests {
  private func batch(_ requests: [String]) -> String { "[" + requests.joined(separator: ",") + "]\n" }

  private func host() throws -> TestHost {
    var limits = HostLimits()
    limits.batchAnswers = 2000
    return try TestHost(limits: limits)
  }

  @Test("a batch whose answers become too many is not executed further, and each request in it is answered")
  func answers() throws {
    let test = try host()
    let tree = #"{"jsonrpc":"2.0","id":1,"method":"getTree"}"#
    let show = #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[1]}"#
    let revision = test.host.scenes[0].application.revision
    let lines = test.client().send(batch([tree, tree, tree, show, tree]))
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.utf8.count < 6000)
    let refusal = #""reason":"limitReached","limitName":"batchAnswers","limit":2000,"got":"#
    #expect(line.components(separatedBy: refusal).count > 2)
    #expect(line.components(separatedBy: #""jsonrpc":"2.0","id":"#).count == 6)
    #expect(test.host.scenes[0].application.revision == revision)
  }

  @Test("what notifications would have answered counts, too")
  func notifications() throws {
    let test = try host()
    let revision = test.host.scenes[0].application.revision
    let notification = #"{"jsonrpc":"2.0","method":"getTree"}"#
    let requests =
      [String](repeating: notification, count: 5) + [#"{"jsonrpc":"2.0","method":"displayView","params":[1]}"#]
    #expect(test.client().send(batch(requests)).isEmpty)
    #expect(test.host.scenes[0].application.revision == revision)
  }

  @Test("the limit is a batch's: requests on lines of their own, and the next batch, are answered")
  func nextLine() throws {
    let client = try host().client()
    let tree = #"{"jsonrpc":"2.0","id":1,"method":"getTree"}"#
    _ = client.send(batch([tree, tree, tree, tree]))
    #expect(client.send(batch([tree])).first?.contains("limitReached") == false)
    _ = client.send(batch([String](repeating: #"{"jsonrpc":"2.0","method":"getTree"}"#, count: 5)))
    #expect(client.send(batch([tree])).first?.contains("limitReached") == false)
    for _ in 0..<5 { #expect(try client.call("getTree").code == nil) }
  }
}
