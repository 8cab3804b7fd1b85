import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite struct ParameterTests {
  @Test(
    "wrong by schema is -32602 with reason and pointer, before anything is done",
    arguments: [
      (#"{"view":"2"}"#, "wrongValue", "/params/view"), (#"["2"]"#, "wrongValue", "/params/0"),
      (#"{"view":1.5}"#, "wrongValue", "/params/view"), (#"{"view":null}"#, "wrongValue", "/params/view"),
      (#"{}"#, "missingParameter", "/params"), (#"[]"#, "missingParameter", "/params"),
      (#"null"#, "missingParameter", "/params"), (#"{"view":1,"veiw":2}"#, "unknownParameter", "/params/veiw"),
      (#"{"view":1,"View":2}"#, "unknownParameter", "/params/View"),
      (#"{"view":1,"a/b~c":2}"#, "unknownParameter", "/params/a~1b~0c"),
      (#"[1,null,null,null,null,6]"#, "tooManyParameters", "/params/5"),
      (#"{"view":99999999999999999999}"#, "integerOutOfRange", "/params/view"),
      (#"{"view":1,"scene":5}"#, "wrongValue", "/params/scene"),
    ])
  func refused(params: String, reason: String, pointer: String) throws {
    let client = try TestHost().client()
    let answer = try client.call("displayView", params)
    #expect(answer.code == -32602)
    #expect(answer.reason == reason)
    #expect(answer.data["pointer"] as? String == pointer)
    #expect(try client.call("getTree").integer("revision") == 1)
  }

  @Test("in a list the wrong element is named; an empty list of kinds is refused")
  func elements() throws {
    let client = try TestHost().client()
    let wrong = try client.call("subscribe", #"{"kinds":["trace","weather"]}"#)
    #expect(wrong.code == -32602)
    #expect(wrong.data["pointer"] as? String == "/params/kinds/1")
    let empty = try client.call("subscribe", #"{"kinds":[]}"#)
    #expect(empty.code == -32602)
    #expect(empty.data["allowed"] as? [String] == ["trace", "state", "scenes", "messages"])
  }

  @Test("null is as good as left out for what can be left out; 2.0 is the whole number 2")
  func tolerated() throws {
    let client = try TestHost().client()
    #expect(try client.call("displayView", #"{"view":2.0,"controller":null,"scene":null}"#).integer("view") == 2)
    #expect(try client.call("displayView", "[3,null,null]").integer("view") == 3)
    #expect(try client.call("ping", "null").message["result"] as? String == "pong")
    #expect(try client.call("ping", "[]").message["result"] as? String == "pong")
    #expect(try client.call("ping", #"{"a":1}"#).code == -32602)
  }

  @Test("an unknown method is -32601 with the nearest name; rpc. is reserved")
  func unknownMethod() throws {
    let client = try TestHost().client()
    let answer = try client.call("displayview", "[1]")
    #expect(answer.code == -32601)
    #expect(answer.data["nearest"] as? String == "displayView")
    #expect(try client.call("rpc.nothing").code == -32601)
    #expect(try client.call("").code == -32601)
  }

  @Test("an error by state points at the place where the parameter was given, by name or by position")
  func pointers() throws {
    let client = try TestHost().client()
    #expect(try client.call("displayView", #"{"view":77}"#).data["pointer"] as? String == "/params/view")
    #expect(try client.call("displayView", "[77]").data["pointer"] as? String == "/params/0")
    #expect(try client.call("displayView", #"[1,null,"nosuch"]"#).data["pointer"] as? String == "/params/2")
    #expect(try client.call("displayView", #"[1,"n99999"]"#).data["pointer"] as? String == "/params/1")
    #expect(try client.call("tap", #"["nothing"]"#).data["pointer"] as? String == "/params/0")
  }

  @Test("an unknown parameter is named in the message and in data, also where the method takes none")
  func unknownIsNamed() throws {
    let client = try TestHost().client()
    let answer = try client.call("ping", #"{"foo":1}"#)
    #expect(answer.error["message"] as? String == "Invalid params: there is no \"foo\"; the method takes none.")
    #expect(answer.data["parameter"] as? String == "foo")
    #expect(answer.data["pointer"] as? String == "/params/foo")
  }

  @Test("a scene's name has no control characters")
  func controlCharacters() throws {
    let client = try TestHost().client()
    for name in ["a\\u0000b", "a\\nb", "\\u001b[31m", "\\u007f"] {
      let answer = try client.call("openScene", #"{"application":"test","name":"\#(name)"}"#)
      #expect(answer.code == 1012, "\(name)")
    }
  }
}
