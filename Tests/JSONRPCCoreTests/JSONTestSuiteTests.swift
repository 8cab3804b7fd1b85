import ConformanceSupport
import Testing

@Suite(
  "JSONTestSuite through the processor",
  .enabled(if: JSONTestSuite.isPresent, Comment(rawValue: JSONTestSuite.absence)))
struct JSONTestSuiteTests {
  @Test("all 318 files: what is JSON is -32600, what is not is one -32700; five of them could not be sent as a line")
  func files() {
    let server = SpecificationServer()
    #expect(JSONTestSuite.files.count == 318)
    #expect(JSONTestSuite.files.count { !$0.isLine } == 5)
    for file in JSONTestSuite.files {
      let answer = summary(server.send(file.bytes))
      let isParseError = answer.hasPrefix("null!-32700 ")
      #expect(isParseError == !JSONTestSuite.isAccepted(file.name), "\(file.name): \(answer)")
      #expect(isParseError || answer.contains("!-32600 "), "\(file.name): \(answer)")
    }
    #expect(server.log == [])
  }
}
