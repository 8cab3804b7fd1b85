import ConformanceSupport
import FuzzTargets
import Testing

@Suite("Fuzz targets")
@MainActor
struct FuzzTargetTests {
  private static let folder = Checkout.path + "/Tests/Fuzz/regressions"

  @Test("what a fuzzer once found is no find any more", arguments: FuzzTargets.names)
  func regressions(name: String) throws {
    let target = try #require(FuzzTargets.make(name))
    for file in Checkout.names(in: "\(Self.folder)/\(name)") {
      let input = try #require(Checkout.contents(of: "\(Self.folder)/\(name)/\(file)"))
      #expect(target.check(input) == nil, "\(name)/\(file)")
    }
  }

  @Test("regressions lie in folders that are named like targets")
  func folders() {
    #expect(Set(Checkout.names(in: Self.folder)).isSubset(of: FuzzTargets.names))
  }

  @Test("nothing is found in what the transcripts send", arguments: FuzzTargets.names)
  func transcripts(name: String) throws {
    let target = try #require(FuzzTargets.make(name))
    for text in try TextMutator.standardSeeds() { #expect(target.check(text) == nil) }
  }

  @Test(
    "a changed input is another one, nothing is found in it, and it comes again with its seed",
    arguments: FuzzTargets.names)
  func mutated(name: String) throws {
    let target = try #require(FuzzTargets.make(name))
    let beginning = Array("\0\0Content-Length: 2\r\n\r\n{}\n[{\"a\":[1]}]\n".utf8)
    var input = beginning
    for seed in 0..<200 as Range<UInt64> {
      let changed = target.mutated(input, seed: seed)
      #expect(changed == target.mutated(input, seed: seed), "seed \(seed)")
      guard let changed else { continue }
      #expect(target.check(changed) == nil, "seed \(seed)")
      input = changed.count < 2000 ? changed : beginning
    }
    #expect(input != beginning)
  }

  @Test("there is no target of another name")
  func unknown() { #expect(FuzzTargets.make("method") == nil) }
}
