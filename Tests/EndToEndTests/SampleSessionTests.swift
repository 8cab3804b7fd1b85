import Foundation
import Testing

/// One session over `socat` with each of the three source applications, as the daemon hosts them without arguments.
@Suite("A session with each source application")
struct SampleSessionTests {
  private func results(_ lines: [String]) throws -> [JSON] { try lines.map { try JSON($0) } }

  @Test("seed 000: multiview is the default scene of displayView; a tap on its button shows the other view")
  func multiview() throws {
    let daemon = try Daemon()
    let lines = try results(
      daemon.socat(
        #"{"jsonrpc":"2.0","id":1,"method":"listScenes"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"displayView","params":[2]}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"tap","params":["Two!"]}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"displayView","params":{"view":7}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"getTree","params":{"scene":"multiview"}}"#))
    try #require(lines.count == 5)
    #expect(lines[0]["result"]["scenes"].elements.map { $0["name"].string } == ["multiview", "segments", "maps"])
    #expect(lines[1]["result"]["scene"].string == "multiview")
    #expect(lines[1]["result"]["viewController"]["class"].string == "View02")
    #expect(lines[2]["result"]["actions"].integer == 1)
    #expect(lines[3]["error"]["code"].integer == 1008)
    #expect(lines[4].description.contains("One!"))
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "seed 001: selectSegment, what the bar shows after it, an index out of range that changes nothing, a tap in the bar"
  )
  func segments() throws {
    let daemon = try Daemon()
    let bar = #"{"jsonrpc":"2.0","id":1,"method":"getNavigationItem","params":{"scene":"segments"}}"#
    let lines = try results(
      daemon.socat(
        bar, #"{"jsonrpc":"2.0","id":2,"method":"selectSegment","params":{"index":1}}"#, bar,
        #"{"jsonrpc":"2.0","id":3,"method":"selectSegment","params":{"index":2}}"#, bar,
        #"{"jsonrpc":"2.0","id":4,"method":"simulateMemoryWarning","params":{"scene":"segments"}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"rotate","params":{"orientation":"landscapeLeft","scene":"segments"}}"#,
        #"{"jsonrpc":"2.0","id":6,"method":"setTraits","params":{"userInterfaceStyle":"dark","scene":"segments"}}"#))
    try #require(lines.count == 8)
    #expect(lines[0]["result"]["title"].string == "One")
    #expect(lines[0]["result"]["rightBarButtonItems"].elements.map { $0["systemItem"].string } == ["compose"])
    #expect(lines[1]["result"]["scene"].string == "segments")
    #expect(lines[1]["result"]["viewController"]["title"].string == "Two")
    #expect(lines[2]["result"]["prompt"].string == "Controller two's prompt")
    #expect(lines[2]["result"]["rightBarButtonItems"].elements.isEmpty)
    #expect(lines[3]["error"]["data"]["reason"].string == "segmentNotFound")
    #expect(lines[4]["result"].description == lines[2]["result"].description)
    #expect(lines[5]["result"]["told"].elements.count == 4)
    #expect(lines[6]["result"]["rotated"].bool == true)
    #expect(lines[7]["result"]["traits"]["userInterfaceStyle"].string == "dark")
    let control = try #require(lines[0]["result"]["titleView"].string)
    let chosen = try results(
      daemon.socat(
        #"{"jsonrpc":"2.0","id":7,"method":"setValue","params":{"target":"\#(control)","value":0,"scene":"segments"}}"#,
        bar))
    #expect(chosen[0]["result"]["value"].integer == 0)
    #expect(chosen[1]["result"]["title"].string == "One")
    #expect(daemon.terminate() == 0)
  }

  @Test("seed 003: a search marks places and zooms to the first; a tap on a marker shows it in the location bar")
  func maps() throws {
    let daemon = try Daemon()
    let lines = try results(
      daemon.socat(
        #"{"jsonrpc":"2.0","id":1,"method":"setText","params":{"target":"search","text":"ber","scene":"maps","submit":true}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"tap","params":{"target":"Bern","scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"getTree","params":{"scene":"maps"}}"#))
    try #require(lines.count == 3)
    #expect(lines[0]["result"]["text"].string == "ber")
    #expect(lines[1]["result"]["actions"].integer == 1)
    let nodes = lines[2]["result"]["nodes"].description
    #expect(nodes.contains("Around Berlin"))
    #expect(nodes.contains("Bern (46.95, 7.45)"))
    #expect(daemon.terminate() == 0)
  }

  @Test(
    "seed 003: both declared protocols over the socket: to the map, to its weak delegate; wrong ones say what is declared"
  )
  func messages() throws {
    let daemon = try Daemon()
    let first = try results(
      daemon.socat(#"{"jsonrpc":"2.0","id":1,"method":"getController","params":{"scene":"maps"}}"#))
    let container = try #require(first[0]["result"]["controller"].string)
    let map = try #require(first[0]["result"]["children"].elements.first?.string)
    #expect(first[0]["result"]["messages"].elements.map { $0["protocol"].string } == ["MapViewControllerDelegate"])
    let marker = #"{"title":"Rome","latitude":41.9,"longitude":12.5}"#
    let lines = try results(
      daemon.socat(
        #"{"jsonrpc":"2.0","id":2,"method":"sendMessage","params":{"to":"\#(map)","message":"setMarkers","arguments":{"markers":[\#(marker)]},"scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"sendMessage","params":{"to":"\#(map)","message":"zoomToMarker","arguments":{"marker":\#(marker)},"scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"sendMessage","params":{"to":"\#(map).delegate","message":"mapViewController(_:didSelectMarker:)","arguments":{"marker":\#(marker)},"scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"sendMessage","params":{"to":"\#(map)","message":"setMarker","scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":6,"method":"sendMessage","params":{"to":"\#(map)","message":"zoomToMarker","arguments":{"marker":{"title":"Nowhere"}},"scene":"maps"}}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"getTree","params":{"scene":"maps"}}"#))
    try #require(lines.count == 6)
    for line in lines.prefix(3) { #expect(line["result"]["delivered"].bool == true, "\(line)") }
    #expect(lines[2]["result"]["controller"].string == container)
    #expect(lines[3]["error"]["data"]["nearest"].string == "setMarkers")
    #expect(lines[4]["error"]["code"].integer == 1017)
    let nodes = lines[5]["result"]["nodes"].description
    #expect(nodes.contains("Around Rome"))
    #expect(nodes.contains("Rome (41.9, 12.5)"))
    #expect(daemon.terminate() == 0)
  }
}
