import Foundation
import HeadlessUIKit
import Testing

@testable import SceneHosting

@MainActor
@Suite("Messages on the wire") struct MessageTests {
  @Test("sendMessage reaches a controller, does what Swift does, and gives its answer")
  func controller() throws {
    let scene = try TalkScene()
    let answer = try scene.send("play(_:)", #"{"song":"One","volume":11.0,"tags":["loud"],"by":null}"#)
    #expect(
      answer.result as NSDictionary == [
        "scene": "talk", "controller": "\(scene.radio)", "revision": 2, "to": "\(scene.radio)", "message": "play(_:)",
        "delivered": true, "result": ["played": 1],
      ])
    let heard = try scene.client.call("getTree", #"{"controller":"\#(scene.listener)"}"#)
    #expect("\(heard.result)".contains("One"))
    // By position, and without arguments.
    #expect(try scene.client.call("sendMessage", #"["\#(scene.radio)","echo(_:)"]"#).result["result"] is NSNull)
    #expect(try scene.client.call("sendMessage", #"["\#(scene.radio)","echo(_:)",null,"talk"]"#).code == nil)
  }

  @Test("sendMessage reaches a container as well as a weak delegate by its name; the answer names who received it")
  func delegate() throws {
    let scene = try TalkScene()
    let answer = try scene.send("radio(_:played:)", #"{"song":"Two"}"#, to: ".delegate")
    #expect(answer.string("controller") == "\(scene.listener)")
    #expect(answer.string("to") == "\(scene.radio).delegate")
    #expect(answer["delivered"] as? Bool == true)
    #expect(answer["result"] is NSNull && answer["cause"] == nil)
    #expect("\(try scene.client.call("getTree").result)".contains("by name: Two"))
    let direct = try scene.client.call(
      "sendMessage", #"{"to":"\#(scene.listener)","message":"radio(_:played:)","arguments":{"song":"Three"}}"#)
    #expect(direct.string("controller") == "\(scene.listener)")
    #expect("\(try scene.client.call("getTree").result)".contains("by name: Three"))
  }

  @Test("S65: to a delegate that has gone a message is no error: it is dropped, counted, and told with the cause")
  func deadDelegate() throws {
    let scene = try TalkScene()
    _ = scene.client.lines("subscribe", #"[["messages"]]"#)
    #expect(try scene.send("switchOff()").code == nil)
    let lines = scene.client.lines(
      "sendMessage", #"{"to":"\#(scene.radio).delegate","message":"radio(_:played:)","arguments":{"song":"x"}}"#)
    let told = #"""
      {"jsonrpc":"2.0","method":"message","params":{"scene":"talk","from":"\#(scene.radio)","to":null,\#
      "protocol":"RadioDelegate","message":"radio(_:played:)","arguments":{"song":"x"},"delivered":false,\#
      "cause":"deadDelegate"}}
      """#
    #expect(lines.first == told)
    let answer = Answer(try MemoryClient.parse(lines.last ?? ""))
    #expect(answer["delivered"] as? Bool == false)
    #expect(answer.string("cause") == "deadDelegate")
    #expect(answer["controller"] is NSNull && answer["result"] is NSNull)
    // The radio itself does not notice: play tells its delegate in vain.
    #expect(try scene.send("play(_:)", #"{"song":"y"}"#).code == nil)
    let counters = try scene.client.call("getServerInfo")["counters"] as? [String: Int]
    #expect(counters?["sentMessages"] == 4 && counters?["droppedMessages"] == 2)
    // What a closed scene has sent stays counted.
    _ = try scene.client.call("closeScene", #"["talk"]"#)
    let later = try scene.client.call("getServerInfo")["counters"] as? [String: Int]
    #expect(later?["sentMessages"] == 4 && later?["droppedMessages"] == 2)
  }

  @Test("an event has exactly these members, and events of both kinds come in order before the answer")
  func events() throws {
    let scene = try TalkScene()
    _ = scene.client.lines("subscribe", #"[["messages","trace"]]"#)
    let lines = scene.client.lines("sendMessage", #"{"to":"\#(scene.radio)","message":"relayout()"}"#)
    let told = #"""
      {"jsonrpc":"2.0","method":"message","params":{"scene":"talk","from":null,"to":"\#(scene.radio)",\#
      "protocol":"Radio","message":"relayout()","arguments":{},"delivered":true}}
      """#
    #expect(lines.first == told)
    let events = try lines.dropLast().map { line in
      let params = try MemoryClient.parse(line)["params"] as? [String: Any]
      return (params?["message"] ?? params?["event"]) as? String
    }
    #expect(
      events.prefix(5) == [
        "relayout()", "willMove", "radio(_:played:)", "didMove", "deinit",
      ])
    #expect(try MemoryClient.parse(lines.last ?? "")["result"] != nil)
    _ = scene.client.lines("unsubscribe", #"["s1"]"#)
    _ = scene.client.lines("subscribe", #"[["messages"],"talk"]"#)
    #expect(scene.client.lines("sendMessage", #"["\#(scene.radio)","relayout()"]"#).count == 3)
    _ = scene.client.lines("unsubscribe", #"["s2"]"#)
    _ = scene.client.lines("subscribe", #"[["trace"]]"#)
    let traced = scene.client.lines("sendMessage", #"["\#(scene.radio)","relayout()"]"#)
    #expect(!traced.dropLast().contains { $0.contains(#""method":"message""#) })
  }

  @Test("1016: a message that is not declared is an error that lists what is, with the arguments as JSON Schema")
  func notDeclared() throws {
    let scene = try TalkScene()
    let answer = try scene.send("play(_)")
    #expect(answer.code == 1016 && answer.reason == "messageNotDeclared")
    #expect(answer.data["pointer"] as? String == "/params/message")
    #expect(answer.data["nearest"] as? String == "play(_:)")
    #expect(
      answer.data["allowed"] as? [String]
        == ["play(_:)", "jam()", "hum()", "echo(_:)", "switchOff()", "relayout()"])
    let declared = (answer.data["declared"] as? [[String: Any]])?.first
    #expect(declared?["protocol"] as? String == "Radio")
    let messages = declared?["messages"] as? [[String: Any]]
    #expect(messages?.count == 6)
    #expect(messages?.first as NSDictionary? == Self.play)
    #expect(try scene.send("play(_:)", to: ".delegate").data["allowed"] as? [String] == ["radio(_:played:)"])
    let far = try scene.send(String(repeating: "x", count: 10_000), to: ".delegate")
    #expect(far.code == 1016 && "\(far.error)".count < 1000)
  }

  /// The declaration of `play(_:)`, as clients see it.
  private static let play: NSDictionary = [
    "message": "play(_:)", "summary": "Plays a song.",
    "arguments": [
      "type": "object",
      "properties": [
        "song": ["description": "Its title.", "type": "string"],
        "volume": ["type": "integer", "minimum": 0, "maximum": 11],
        "tags": ["type": "array", "items": ["type": "string", "enum": ["loud", "slow"]]],
        "speed": ["type": "number"], "live": ["type": "boolean"],
        "by": ["anyOf": [["type": "string"], ["type": "null"]]], "year": ["type": "integer"],
      ] as NSDictionary, "required": ["song"], "additionalProperties": false,
    ] as NSDictionary,
    "result": [
      "type": "object", "properties": ["played": ["type": "integer"]], "required": ["played"],
      "additionalProperties": false,
    ] as NSDictionary,
  ]

  @Test(
    "1017: arguments that do not fit are refused before the receiver is called, with the place and the declaration",
    arguments: [
      ("{}", "/params/arguments/song", "missingMember", "a string", "nothing"),
      (#"{"song":5}"#, "/params/arguments/song", "wrongValue", "a string", "5"),
      (#"{"song":null}"#, "/params/arguments/song", "wrongValue", "a string", "null"),
      (#"{"song":"a","volume":12}"#, "/params/arguments/volume", "wrongValue", "a whole number from 0 to 11", "12"),
      (#"{"song":"a","volume":1.5}"#, "/params/arguments/volume", "wrongValue", "a whole number from 0 to 11", "1.5"),
      (
        #"{"song":"a","tags":["loud","fast"]}"#, "/params/arguments/tags/1", "wrongValue", #"one of "loud", "slow""#,
        #""fast""#
      ),
      (#"{"song":"a","speed":"1"}"#, "/params/arguments/speed", "wrongValue", "a number", #""1""#),
      (#"{"song":"a","by":[]}"#, "/params/arguments/by", "wrongValue", "a string, or null", "an array"),
      (#"{"song":"a","live":{}}"#, "/params/arguments/live", "wrongValue", "true or false", "an object"),
    ])
  func notAccepted(arguments: String, pointer: String, fault: String, expected: String, got: String) throws {
    let scene = try TalkScene()
    let answer = try scene.send("play(_:)", arguments)
    #expect(answer.code == 1017 && answer.reason == "messageNotAccepted")
    #expect(answer.data["cause"] as? String == "wrongArguments")
    #expect(answer.data["pointer"] as? String == pointer)
    #expect(answer.data["fault"] as? String == fault)
    #expect(answer.data["expected"] as? String == expected)
    #expect(answer.data["got"] as? String == got)
    #expect(answer.data["declared"] as? NSDictionary == Self.play)
    #expect(try scene.client.call("getTree").integer("revision") == 1)
    #expect((try scene.client.call("getServerInfo")["counters"] as? [String: Int])?["sentMessages"] == 0)
  }

  @Test("1017: an argument that is not declared is refused with the nearest that is; names are escaped in the pointer")
  func unknownArgument() throws {
    let scene = try TalkScene()
    let answer = try scene.send("play(_:)", #"{"song":"a","volum":1}"#)
    #expect(answer.code == 1017)
    #expect(answer.data["fault"] as? String == "unknownMember")
    #expect(answer.data["nearest"] as? String == "volume")
    #expect((answer.data["allowed"] as? [String])?.count == 7)
    let escaped = try scene.send("play(_:)", #"{"song":"a","a/b~c":1}"#)
    #expect(escaped.data["pointer"] as? String == "/params/arguments/a~1b~0c")
    let long = try scene.send("play(_:)", #"{"\#(String(repeating: "x", count: 100_000))":1}"#)
    #expect(long.code == 1017 && "\(long.error)".count < 3000)
  }

  @Test("1017: a receiver that fails, or answers what it does not declare, is an error that says so")
  func failures() throws {
    let scene = try TalkScene()
    let failed = try scene.send("jam()")
    #expect(failed.code == 1017 && failed.data["cause"] as? String == "receiverFailed")
    let message = try #require(failed.error["message"] as? String)
    #expect(message.hasPrefix("jam(): the receiver has failed: jamjam"))
    #expect(message.hasSuffix("…. What it had done before stays done."))
    #expect(message.utf8.count < 700)
    let wrong = try scene.send("hum()")
    #expect(wrong.code == 1017 && wrong.data["cause"] as? String == "wrongResult")
    #expect(wrong.data["expected"] as? String == "a whole number")
    #expect(wrong.data["pointer"] as? String == "")
  }

  @Test(
    "1018: who is not there, or receives no messages, is an error that says so",
    arguments: ["n999999", "", ".", "n0", "n1.", "radio", "n99999999999999999999.delegate", "💥.delegate"])
  func noTarget(to: String) throws {
    let scene = try TalkScene()
    let answer = try scene.client.call("sendMessage", #"{"to":"\#(to)","message":"play(_:)"}"#)
    #expect(answer.code == 1018 && answer.reason == "messageTargetNotFound")
    #expect(answer.data["pointer"] as? String == "/params/to")
    #expect(answer.data["got"] as? String == to)
  }

  @Test("1018: a controller without messages, a delegate that is not declared, a delegate that receives none by name")
  func wrongTarget() throws {
    let scene = try TalkScene()
    let unknown = try scene.send("radio(_:played:)", to: ".delgate")
    #expect(unknown.code == 1018 && unknown.data["nearest"] as? String == "delegate")
    #expect(unknown.data["allowed"] as? [String] == ["delegate", "understudy"])
    #expect(try scene.send("radio(_:played:)", to: ".delegate.delegate").code == 1018)
    let deaf = try scene.send("radio(_:played:)", #"{"song":"x"}"#, to: ".understudy")
    #expect(deaf.code == 1018 && deaf.data["cause"] as? String == "notReceiving")
    #expect((deaf.error["message"] as? String)?.contains("DeafDelegate") == true)
    let silent = try TestHost().client()
    let root = try silent.call("getController").string("controller") ?? ""
    let answer = try silent.call("sendMessage", #"["\#(root)","x"]"#)
    #expect(answer.code == 1018)
    #expect((answer.error["message"] as? String)?.contains("declares no messages") == true)
    let none = try silent.call("sendMessage", #"["\#(root).delegate","x"]"#)
    #expect(none.code == 1018 && (none.error["message"] as? String)?.contains("it declares none") == true)
  }

  @Test("-32602: what is wrong by schema, and numbers that nobody can hold, are refused with a pointer")
  func schema() throws {
    let scene = try TalkScene()
    for (params, pointer) in [
      (#"{"to":5,"message":"x"}"#, "/params/to"), (#"{"to":"n1","message":null}"#, "/params/message"),
      (#"{"to":"n1","message":"x","arguments":[1]}"#, "/params/arguments"),
      (#"{"to":"n1","message":"x","arguments":{"a":[99999999999999999999]}}"#, "/params/arguments/a/0"),
      (#"{"to":"n1","message":"x","arguments":{"a":1e999}}"#, "/params/arguments/a"),
      (#"{"to":"n1","message":"x","argument":{}}"#, "/params/argument"),
    ] {
      let answer = try scene.client.call("sendMessage", params)
      #expect(answer.code == -32602 && answer.data["pointer"] as? String == pointer, "\(params)")
    }
  }

  @Test("numbers, texts and nesting come back as JSON has them, up to the depth that a message may have")
  func values() throws {
    let scene = try TalkScene()
    let value = #"{"a":[1,-9223372036854775808,1.5,1e300,true,null,"\u0000é\"",{}],"b":[]}"#
    let line = try #require(
      scene.client.lines(
        "sendMessage",
        #"["\#(scene.radio)","echo(_:)",{"value":{"b":[],"a":"#
          + #"[1,-9223372036854775808,1.5,1e300,true,null,"\u0000é\"",{}]}}]"#
      ).last)
    #expect(line.hasSuffix(#""result":\#(value.replacing("1e300", with: "1e+300"))}}"#))
    func nested(_ depth: Int) -> String {
      #"{"value":\#(String(repeating: "[", count: depth))\#(String(repeating: "]", count: depth))}"#
    }
    // A line may have 64 levels; the request, its parameters and the arguments are three.
    #expect(try scene.send("echo(_:)", nested(59)).code == nil)
    let deep = try scene.send("echo(_:)", nested(60))
    #expect(deep.code == 1017 && deep.data["cause"] as? String == "tooDeep")
    #expect(deep.data["limit"] as? Int == 60 && deep.data["limitName"] as? String == "messageValueDepth")
    #expect(try scene.send("echo(_:)", nested(62)).code == -32700)
    var limits = HostLimits()
    _ = limits.set(.depth, to: 1024)
    let test = try TestHost(limits: limits, opening: [])
    test.host.register(ApplicationRegistration("talk") { TalkAppDelegate() })
    try test.host.openScene("talk")
    let client = test.client()
    let root = try client.call("getController").string("controller") ?? ""
    #expect(try client.call("sendMessage", #"["\#(root)","echo(_:)",\#(nested(1000))]"#).code == 1017)
  }

  @Test("getController lists the declared protocols, and the weak delegates with how they are")
  func getController() throws {
    let scene = try TalkScene()
    let answer = try scene.client.call("getController", #"["\#(scene.radio)"]"#)
    let protocols = answer.objects("messages")
    #expect(protocols.map { $0["protocol"] as? String } == ["Radio"])
    #expect((protocols.first?["messages"] as? [[String: Any]])?.first as NSDictionary? == Self.play)
    func delegates() throws -> [[String: Any]] {
      try scene.client.call("getController", #"["\#(scene.radio)"]"#).objects("delegates")
    }
    func states() throws -> [String] {
      try delegates().map {
        "\($0["name"] ?? "") \($0["protocol"] ?? "") \($0["controller"] ?? "") \($0["state"] ?? "")"
      }
    }
    #expect(
      try states() == [
        "delegate RadioDelegate \(scene.listener) alive", "understudy RadioDelegate <null> alive",
      ])
    let message = (try delegates().first?["messages"] as? [[String: Any]])?.first
    #expect(message?["message"] as? String == "radio(_:played:)")
    #expect(try scene.send("switchOff()").code == nil)
    #expect(try states().first == "delegate RadioDelegate <null> dead")
    let plain = try TestHost().client().call("getController")
    #expect(plain.objects("messages").isEmpty && plain["delegates"] as? [String] == [])
  }

  @Test("who may only observe may not send messages, and may listen to them")
  func roles() throws {
    let scene = try TalkScene()
    let observer = scene.test.client(ceiling: .observe)
    #expect(try observer.call("sendMessage", #"["\#(scene.radio)","echo(_:)"]"#).code == 1014)
    _ = observer.lines("subscribe", #"[["messages"]]"#)
    _ = try scene.send("echo(_:)")
    #expect(observer.takeLines().count == 1)
  }
}
