import Foundation
import Testing

@Suite("Seed 003 over socat: maps")
struct MapsTests {
  @Test(
    "S64: prepare comes before both viewDidLoads; searching and tapping reach the map and its delegate; both are told")
  func session() throws {
    let daemon = try Daemon(["--scene", "maps"])
    let lines = try daemon.socat(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"kinds":["trace","messages"]}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"openScene","params":{"application":"maps","name":"two","profile":"ios5"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"setText","params":{"target":"search","text":"be","scene":"two"}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"tap","params":{"target":"Bern","scene":"two"}}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"getTree","params":{"scene":"two"}}"#
    ).map { try JSON($0) }
    let told = lines.filter { $0["method"].string != nil }.map { line in
      let params = line["params"]
      return params["message"].string ?? "\(params["class"].string ?? "") \(params["event"].string ?? "")"
    }.filter { !$0.hasSuffix("LayoutSubviews") }
    #expect(
      told == [
        "AppViewController awakeFromNib", "AppViewController loadView", "MapViewController awakeFromNib",
        "AppViewController prepare", "MapViewController willMove", "MapViewController loadView",
        "MapViewController viewDidLoad", "MapViewController didMove", "AppViewController viewDidLoad",
        "AppViewController viewWillAppear", "MapViewController viewWillAppear", "AppViewController viewDidAppear",
        "MapViewController viewDidAppear", "setMarkers", "zoomToMarker",
        "mapViewController(_:didSelectMarker:)",
      ])
    #expect(lines.first { $0["params"]["event"] == "\"prepare\"" }?["params"]["segue"] == "\"MapEmbedding\"")
    let nodes = try #require(lines.last?["result"]["nodes"].members)
    #expect(nodes.values.contains { $0["identifier"] == "\"location\"" && $0["label"] == "\"Bern (46.95, 7.45)\"" })
    #expect(nodes.values.contains { $0["role"] == "\"searchInput\"" && $0["value"] == "\"be\"" })
  }

  @Test("messages reach the map, its container, and its weak delegate; what is wrong is answered with what is declared")
  func messages() throws {
    let daemon = try Daemon(["--scene", "maps"])
    let root = try #require(
      try daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"getController"}"#).first.map { try JSON($0)["result"] })
    let app = try #require(root["controller"].string)
    let map = try #require(root["children"][0].string)
    #expect(root["messages"][0]["protocol"] == "\"MapViewControllerDelegate\"")
    func call(_ id: Int, _ to: String, _ message: String, _ arguments: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"sendMessage","params":["\#(to)","\#(message)",\#(arguments)]}"#
    }
    let marker = #"{"title":"Home","latitude":10,"longitude":20.5}"#
    let select = "mapViewController(_:didSelectMarker:)"
    let answers = try daemon.socat(
      call(1, map, "setMarkers", #"{"markers":[\#(marker)]}"#),
      call(2, map, "zoomToMarker", #"{"marker":\#(marker)}"#),
      call(3, "\(map).delegate", select, #"{"marker":\#(marker)}"#), call(4, app, select, #"{"marker":\#(marker)}"#),
      call(5, map, "zoomTo", "{}"), call(6, map, "zoomToMarker", #"{"marker":{"title":"x","latitude":true}}"#),
      #"{"jsonrpc":"2.0","id":7,"method":"getController","params":["\#(map)"]}"#,
      #"{"jsonrpc":"2.0","id":8,"method":"getTree"}"#, #"{"jsonrpc":"2.0","id":9,"method":"getServerInfo"}"#
    ).map { try JSON($0) }
    try #require(answers.count == 9)
    #expect(answers[0..<4].allSatisfy { $0["result"]["delivered"] == "true" })
    #expect(answers[0..<4].map { $0["result"]["controller"].string } == [map, map, app, app])
    #expect(answers[4]["error"]["code"].integer == 1016)
    #expect(answers[4]["error"]["data"]["allowed"] == #"["setMarkers","zoomToMarker"]"#)
    #expect(answers[5]["error"]["code"].integer == 1017)
    #expect(answers[5]["error"]["data"]["pointer"] == "\"/params/2/marker/latitude\"")
    #expect(answers[5]["error"]["data"]["declared"]["arguments"]["properties"]["marker"]["type"] == "\"object\"")
    #expect(answers[6]["result"]["delegates"][0]["controller"].string == app)
    #expect(answers[6]["result"]["delegates"][0]["state"] == "\"alive\"")
    let nodes = answers[7]["result"]["nodes"].members.values
    #expect(nodes.contains { $0["label"] == "\"Home (10.0, 20.5)\"" })
    #expect(nodes.contains { $0["identifier"] == "\"map\"" && $0["label"] == "\"Around Home\"" })
    #expect(answers[8]["result"]["counters"]["sentMessages"].integer == 4)
    #expect(answers[8]["result"]["counters"]["droppedMessages"].integer == 0)
  }
}
