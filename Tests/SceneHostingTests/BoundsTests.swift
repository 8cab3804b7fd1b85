import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct BoundsTests {
  @Test("a scene does not keep the events of all its life; their numbers go on")
  func events() throws {
    let test = try TestHost()
    let client = test.client()
    for _ in 0..<500 { _ = client.lines("displayView", "[1]") }
    let trace = test.host.scenes[0].application.trace
    #expect(trace.events.count <= 1024)
    #expect(trace.lastSequence > 5000)
  }

  @Test("a name that a client has chosen cannot forge a line in the operator's log")
  func log() throws {
    let test = try TestHost(opening: [])
    var lines: [String] = []
    test.host.onDiagnostic = { lines.append($0) }
    let client = test.client()
    _ = try client.call("openScene", #"["test","a\u2028forged\u202e"]"#)
    _ = try client.call("displayView", "[2]")
    _ = try client.call("displayView", "[1]")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(#"scene a\u{2028}forged\u{202e}: "#) == true)
  }
}
