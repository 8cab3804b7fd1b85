import Testing

@testable import SceneHosting

@MainActor
@Suite struct IssueAnswerTests {
  @Test("an answer has the issues of its own request only: not of the one before, and all of a clock that fires often")
  func advanceClock() throws {
    let client = try TestHost(opening: []).client()
    _ = try client.call("openScene", #"["test","t",null,"virtual"]"#)
    _ = try client.call("displayView", "[2]")
    let broken = try client.call("displayView", "[1]")
    #expect(broken.objects("issues").count == 1)
    let next = try client.call("displayView", "[3]")
    #expect(next.code == nil && next.result["issues"] == nil)
    let idle = try client.call("advanceClock", #"{"seconds":0}"#)
    #expect(idle.code == nil && idle.result["issues"] == nil)
    _ = try client.call("displayView", "[4]")
    let busy = try client.call("advanceClock", #"{"seconds":3.5}"#)
    #expect(busy.integer("fired") == 3)
    #expect(busy.objects("issues").count == 3)
    let close = try client.call("closeScene", #"["t"]"#)
    #expect(close.code == nil && close.result["issues"] == nil)
  }
}
