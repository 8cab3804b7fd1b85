import ConformanceSupport
import HeadlessUIKit
import SampleApplications
import Testing

@testable import SceneHosting

/// The examples of `rpc.discover` are made, each in a daemon that has just started.
@MainActor
@Suite struct ExampleTests {
  /// Members that are not the same in every run, and why. Of these only the kind must be that of the example.
  private static let differing: [String: String] = [
    "epoch": "is drawn at the start",
    "pid": "is the process's",
    "uptime": "goes on",
    "connectedSeconds": "goes on",
    "version": "is the package's",
    "methods": "would hold the example itself: rpc.discover is shown without its lists",
    "components": "likewise",
    "x-notifications": "likewise",
  ]

  @Test("every example of rpc.discover is what the daemon answers, member by member; every method has been called")
  func examples() throws {
    var called: Set<String> = []
    for method in MethodTable.standard.methods {
      for example in method.examples {
        let place = "\(method.name), \"\(example.name)\""
        let client = try Client()
        for request in example.after {
          let before = try JSONContent(parsing: client.call(request.method, request.parameters))
          #expect(before.members["result"] != nil, "\(place), before: \(before)")
        }
        let line = client.call(method.name, example.parameters)
        let answer = try JSONContent(parsing: line)
        let expected = try JSONContent(parsing: example.result)
        #expect(
          Self.difference(answer["result"], expected) == nil, "\(place): the answer was \(line.prefix(2000))")
        #expect(ProtocolDocument.published.fault(inAnswer: answer, to: method.name) == nil, "\(place)")
        called.insert(method.name)
      }
    }
    #expect(called == Set(MethodTable.standard.methods.map(\.name)))
  }

  /// Whether a member of an object is another in every run. Of the clocks only a real one goes on by itself.
  private static func isDiffering(_ name: String, in object: [String: JSONContent]) -> Bool {
    name == "time" ? object["kind"] == "real" : differing[name] != nil
  }

  /// Where an answer is not its example; nil: nowhere.
  private static func difference(_ answer: JSONContent, _ example: JSONContent, at place: String = "") -> String? {
    switch (answer, example) {
    case (.object(let answer), .object(let example)):
      for name in Set(answer.keys).union(example.keys).sorted() {
        guard let told = answer[name], let shown = example[name] else {
          return "\(place)/\(name) is in one of them only"
        }
        if isDiffering(name, in: example) {
          if told.kind != shown.kind { return "\(place)/\(name) is of another kind" }
        } else if let difference = difference(told, shown, at: "\(place)/\(name)") {
          return difference
        }
      }
      return nil
    case (.array(let answer), .array(let example)) where answer.count == example.count:
      for (index, pair) in zip(answer, example).enumerated() {
        if let difference = difference(pair.0, pair.1, at: "\(place)/\(index)") { return difference }
      }
      return nil
    default: return answer == example ? nil : "\(place) is \(answer), not \(example)"
    }
  }

  @Test("a difference is found wherever it is, but for the kind of what differs by nature")
  func differences() {
    let example: JSONContent = ["epoch": "e1", "list": [["a": 1], 2], "none": .null]
    #expect(Self.difference(["epoch": "e2", "list": [["a": 1], 2], "none": .null], example) == nil)
    #expect(Self.difference(["epoch": 2, "list": [["a": 1], 2], "none": .null], example) != nil)
    #expect(Self.difference(["epoch": "e1", "list": [["a": 2], 2], "none": .null], example) != nil)
    #expect(Self.difference(["epoch": "e1", "list": [["a": 1], 2, 3], "none": .null], example) != nil)
    #expect(Self.difference(["epoch": "e1", "list": [["a": 1], 2]], example) != nil)
    #expect(Self.difference(["epoch": "e1", "list": [["a": 1], 2], "none": .null, "more": 1], example) != nil)
    #expect(Self.difference(["requests": 1], ["requests": 0]) != nil)
    #expect(Self.difference(["kind": "real", "time": 1], ["kind": "real", "time": 2]) == nil)
    #expect(Self.difference(["kind": "virtual", "time": 1], ["kind": "virtual", "time": 2]) != nil)
  }

  /// A client of a host that is as a daemon is after its start.
  @MainActor
  private final class Client {
    private let host: SceneHost
    /// The first client, which only listens.
    private let other: any ByteStreamSession
    private let session: any ByteStreamSession

    init() throws {
      host = SceneHost(
        identity: SceneHost.Identity(name: "controllerd", version: "0", processID: 1),
        access: AccessPolicy(ownerUserID: 0), now: { 0 })
      host.register(ApplicationRegistration("multiview") { MultiviewAppDelegate() })
      host.register(
        ApplicationRegistration("multiview-contained") { MultiviewAppDelegate(containment: .contained) })
      host.register(ApplicationRegistration("segments") { SegmentsAppDelegate() })
      host.register(ApplicationRegistration("maps") { MapsAppDelegate() })
      for application in ["multiview", "segments", "maps"] { try host.openScene(application) }
      let peer = PeerCredentials(processID: 1, userID: 0, groupID: 0)
      other = host.makeSession(peer: peer, ceiling: .administer)
      session = host.makeSession(peer: peer, ceiling: .administer)
    }

    /// As every transport does: until then host and session hold each other.
    isolated deinit {
      session.disconnect()
      other.disconnect()
    }

    /// The answer's line; events may come before and behind it.
    func call(_ method: String, _ parameters: String) -> String {
      let oneLine = parameters.split(whereSeparator: \.isNewline).joined(separator: " ")
        .replacing(Example.epoch, with: host.epoch)
      let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(oneLine)}"# + "\n"
      Array(request.utf8).withUnsafeBytes { session.receive($0) }
      var text = ""
      session.output.flush { bytes in
        text += String(decoding: bytes, as: UTF8.self)
        return bytes.count
      }
      let answer = text.split(separator: "\n").last { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"#) }
      return answer.map(String.init) ?? text
    }
  }
}
