/// Cuts a client's stream into messages, in the framing that its first byte chooses; blanks before it are passed over.
///
/// `C` or `c` begins a header, as no JSON text begins with it; what can begin a JSON text begins a line. Any other byte is of
/// a client that speaks another protocol, a browser for instance: then one frame says so, and no byte of the stream is looked
/// at. What was chosen holds as long as the stream does. Contract and cost are those of `LineFramer` and `HeaderFramer`.
public struct MessageFramer {
  /// What the framer hands over. A line is a message; only streams with headers have malformed ones.
  public typealias Frame = HeaderFramer.Frame

  /// What the receiver of a frame wants.
  public typealias FlowControl = LineFramer.FlowControl

  private enum Framing {
    /// Only blanks have come.
    case undecided
    case lines
    case headers
    /// A stream of another protocol.
    case unknown
  }

  private var framing = Framing.undecided
  private var hasEnded = false

  /// Whether the stream has headers. False until its first byte has come.
  public var usesHeaders: Bool { framing == .headers }

  /// Whether the first byte that is no blank has come.
  public var isDetected: Bool { framing != .undecided }

  // Both are always there: empty they own nothing, and a payload of an enum could not be changed in place.
  private var lines: LineFramer
  private var headers: HeaderFramer

  /// A framer at the start of a stream.
  ///
  /// - Parameter limit: How many bytes a message may have, at least 1.
  public init(limit: Int = Limits.defaultLine) {
    lines = LineFramer(limit: limit)
    headers = HeaderFramer(limit: limit)
  }

  /// How many bytes a message may have.
  public var limit: Int { lines.limit }

  /// True while frames are held back because the receiver said `.stop`.
  public var isStopped: Bool { usesHeaders ? headers.isStopped : lines.isStopped }

  /// True once `finish` was called.
  public var isFinished: Bool { hasEnded }

  /// How many bytes are held.
  public var heldBytes: Int { usesHeaders ? headers.heldBytes : lines.heldBytes }

  /// Looks at the beginning of a chunk that is about to be fed, for who must know `usesHeaders` before the first frame
  /// comes. `feed` does it, too.
  public mutating func detect(_ chunk: UnsafeRawBufferPointer) {
    guard framing == .undecided, let first = chunk.first(where: { !Self.isBlank($0) }) else { return }
    framing = Self.framing(beginningWith: first)
  }

  /// Takes bytes as they were read and hands over the frames that are complete.
  ///
  /// While stopped it only keeps the bytes; the caller is to stop reading. `body` must not use the framer.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    guard hasBegun else { return begin(chunk, body) }
    switch framing {
    case .lines: lines.feed(chunk) { body(Frame($0)) }
    case .headers: headers.feed(chunk, body)
    case .unknown, .undecided: break
    }
  }

  private mutating func begin(_ chunk: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    precondition(!hasEnded, "bytes after the end of the stream")
    // The blanks before the first byte belong to no message, however many they are.
    guard let start = chunk.firstIndex(where: { !Self.isBlank($0) }) else { return }
    hasBegun = true
    framing = Self.framing(beginningWith: chunk[start])
    let rest = UnsafeRawBufferPointer(rebasing: chunk[start...])
    switch framing {
    case .lines: lines.feed(rest) { body(Frame($0)) }
    case .headers: headers.feed(rest, body)
    case .unknown, .undecided: _ = body(.unknownProtocol(first: chunk[start]))
    }
  }

  /// Goes on after `.stop`.
  public mutating func resume(_ body: (Frame) -> FlowControl) {
    if usesHeaders { headers.resume(body) } else { lines.resume { body(Frame($0)) } }
  }

  /// The stream has ended. After `.stop`, `resume` goes on as usual.
  public mutating func finish(_ body: (Frame) -> FlowControl) {
    hasEnded = true
    if usesHeaders { headers.finish(body) } else { lines.finish { body(Frame($0)) } }
  }

  /// The first byte has been fed, and not only looked at.
  private var hasBegun = false

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// The beginnings of `{`, `[`, strings, numbers, `true`, `false` and `null`: not all are of a request, but each is of a JSON
  /// text, whose sender is told what is wrong with it.
  private static func framing(beginningWith byte: UInt8) -> Framing {
    switch byte {
    case UInt8(ascii: "C"), UInt8(ascii: "c"): .headers
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      .lines
    default: .unknown
    }
  }
}

extension HeaderFramer.Frame {
  fileprivate init(_ frame: LineFramer.Frame) {
    switch frame {
    case .line(let line): self = .message(line)
    case .tooLong(let got): self = .tooLong(got: got)
    }
  }
}
