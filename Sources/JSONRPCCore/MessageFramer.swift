/// Cuts a client's stream into messages, in the framing that its first byte chooses: `C` begins a header, as no JSON text
/// begins with it; anything else begins a line. What was chosen holds as long as the stream does.
///
/// Contract and cost are those of `LineFramer` and `HeaderFramer`.
public struct MessageFramer {
  /// What the framer hands over. A line is a message; only streams with headers have malformed ones.
  public typealias Frame = HeaderFramer.Frame

  /// What the receiver of a frame wants.
  public typealias FlowControl = LineFramer.FlowControl

  /// Whether the stream has headers. False until its first byte has come.
  public private(set) var usesHeaders = false

  /// Whether the first byte has come.
  public private(set) var isDetected = false

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
  public var isFinished: Bool { usesHeaders ? headers.isFinished : lines.isFinished }

  /// How many bytes are held.
  public var heldBytes: Int { usesHeaders ? headers.heldBytes : lines.heldBytes }

  /// Looks at the first byte of a chunk that is about to be fed, for who must know `usesHeaders` before the first frame
  /// comes. `feed` does it, too.
  public mutating func detect(_ chunk: UnsafeRawBufferPointer) {
    guard !isDetected, let first = chunk.first else { return }
    isDetected = true
    usesHeaders = first == UInt8(ascii: "C")
  }

  /// Takes bytes as they were read and hands over the frames that are complete.
  ///
  /// While stopped it only keeps the bytes; the caller is to stop reading. `body` must not use the framer.
  public mutating func feed(_ chunk: UnsafeRawBufferPointer, _ body: (Frame) -> FlowControl) {
    detect(chunk)
    if usesHeaders { headers.feed(chunk, body) } else { lines.feed(chunk) { body(Frame($0)) } }
  }

  /// Goes on after `.stop`.
  public mutating func resume(_ body: (Frame) -> FlowControl) {
    if usesHeaders { headers.resume(body) } else { lines.resume { body(Frame($0)) } }
  }

  /// The stream has ended. After `.stop`, `resume` goes on as usual.
  public mutating func finish(_ body: (Frame) -> FlowControl) {
    if usesHeaders { headers.finish(body) } else { lines.finish { body(Frame($0)) } }
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
