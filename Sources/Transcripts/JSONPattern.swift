import JSONText

/// What a message has to be. It is JSON in which some strings, and some names of members, stand for more than themselves;
/// `Protocol/transcripts/README.md` lists them.
///
/// Members may come in any order, numbers are equal when their values are, but an `id` of a response has to be spelled as
/// expected.
public struct JSONPattern: Sendable {
  indirect enum Node: Sendable {
    /// `"<any>"`
    case any
    /// `"<string>"` and its kin
    case kind(String)
    /// `"<set:NAME>"`, and the kind of `"<set:NAME:string>"`
    case capture(String, kind: String?)
    /// `"<get:NAME>"`
    case recall(String)
    /// A string in which `…` or `<get:NAME>` stands.
    case string([Piece])
    /// Null, a boolean, a number, a string.
    case scalar(JSONTree)
    case array([Node])
    /// `{"<unordered>":[…]}`, and with others among them `{"<including>":[…]}`
    case unordered([Node], others: Bool)
    /// An object, and what the members have to be that it does not name; nil when there may be none.
    case object([Member], others: Node?)
  }

  /// A part of a string.
  enum Piece: Sendable, Hashable {
    case text(String)
    /// `…`: one character or more
    case some
    case recall(String)
  }

  struct Member: Sendable {
    /// The name, of which no piece is `some`.
    let name: [Piece]
    /// `"<optional:NAME>"`
    let isOptional: Bool
    let node: Node
  }

  let root: Node

  /// The pattern as it was written.
  public let source: String

  /// The names of the values that it uses, and of those that it sets.
  let uses: Set<String>
  let sets: Set<String>

  /// Reads a pattern.
  ///
  /// - Throws: What is wrong with it, as a sentence without a full stop.
  init(_ source: String) throws(TranscriptSyntaxError) {
    let tree: JSONTree
    do throws(JSONText.JSONSyntaxError) {
      tree = try JSONTree(parsing: Array(source.utf8))
    } catch {
      throw TranscriptSyntaxError("what is expected is not JSON: \(error.message)")
    }
    var reader = JSONPatternReader()
    root = try reader.node(tree)
    self.source = source
    uses = reader.uses
    sets = reader.sets
  }
}
