import ConformanceSupport
import JSONRPCCore

/// Holds the framers, fed in pieces and stopped now and then, against the same stream fed at once, and against a naive
/// reader of the whole.
///
/// The first two bytes of an input say how: which limit and after how many frames to stop, and how long the pieces are. The
/// rest is the stream.
final class FramingTarget: FuzzTarget {
  private let plantsFault: Bool

  init(plantsFault: Bool) { self.plantsFault = plantsFault }

  let dictionary: [[UInt8]] = [
    "Content-Length: ", "Content-Length: 2\r\n\r\n{}", "content-length:16\r\n", "Content-Type: x\r\n", "\r\n\r\n",
    "\r\n", "\n", "\r", ": ", "\t", "0", "17", "9223372036854775807", "9223372036854775808", "{}", "0123456789abcdef",
  ].map { Array($0.utf8) }

  /// Puts a whole message, a field or a line into the stream, or in front of it: lengths that fit are not come by in bytes.
  func mutated(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
    guard seed.isMultiple(of: 4), input.count > 2 else { return nil }
    var random = SeededGenerator(seed: seed)
    let limit = Self.limits[Int(input[0] & 3)]
    let sizes = [0, 1, 2, 15, limit - 1, limit, limit + 1, Int.random(in: 0...limit, using: &random)]
    let size = sizes.randomElement(using: &random) ?? 0
    let body = String(repeating: Bool.random(using: &random) ? "a" : " ", count: size)
    let pieces = [
      "Content-Length: \(size)\r\n\r\n\(body)", "Content-Length: \(size)\r\n\r\n\(body.dropLast())",
      "Content-Type: \(body)\r\n", "\(body)\n", "\(body)\r\n",
    ]
    let place = Bool.random(using: &random) ? 2 : Int.random(in: 2...input.count, using: &random)
    return input[..<place] + Array((pieces.randomElement(using: &random) ?? "").utf8) + input[place...]
  }

  /// Around what a header has, what fits into it, and what does not.
  private static let limits = [16, 64, 300, 5000]

  func check(_ input: [UInt8]) -> String? {
    guard input.count > 2 else { return nil }
    let limit = Self.limits[Int(input[0] & 3)]
    let stream = Array(input[2...])
    if plantsFault { Self.fault(stream) }
    let expected = Self.reference(stream, limit: limit)
    let whole = FrameRecorder.frames(of: stream, limit: limit)
    guard Self.comparable(whole) == expected else { return "fed at once: \(whole), the reference says \(expected)" }
    var recorder = FrameRecorder(limit: limit, stopsEvery: Int(input[0] >> 2 & 3))
    if let find = feed(stream, to: &recorder, piecesBy: input[1]) { return find }
    guard Self.comparable(recorder.frames) == expected else {
      return "fed in pieces: \(recorder.frames), the reference says \(expected)"
    }
    return nil
  }

  /// - Returns: What is wrong with the memory that it takes.
  private func feed(_ stream: [UInt8], to recorder: inout FrameRecorder, piecesBy pattern: UInt8) -> String? {
    // 0 to 15: pieces of one size; above: of sizes at random, with an empty one now and then.
    var random = SeededGenerator(seed: UInt64(pattern))
    let most = recorder.framer.limit > 300 ? 600 : 40
    var start = 0
    while start < stream.count {
      let size = pattern < 16 ? Int(pattern) + 1 : Int.random(in: 0...most, using: &random)
      let end = min(stream.count, start + size)
      recorder.feed(stream[start..<end])
      start = end
      if pattern & 1 == 0 || Bool.random(using: &random) { recorder.resumeAll() }
      let held = recorder.framer.heldBytes
      // One message or one header and, while stopped, what was fed.
      let most = recorder.framer.isStopped ? start : max(recorder.framer.limit, HeaderFramer.headerLimit) + 1
      guard held <= most else { return "\(held) bytes are held after \(start), \(most) are allowed" }
    }
    recorder.finish()
    recorder.resumeAll()
    return recorder.framer.heldBytes == 0 ? nil : "\(recorder.framer.heldBytes) bytes are held after the end"
  }

  // MARK: Reference

  private static func reference(_ stream: [UInt8], limit: Int) -> [String] {
    let stream = Array(stream.drop { " \t\r\n".utf8.contains($0) })
    guard let first = stream.first else { return [] }
    if "Cc".utf8.contains(first) { return comparable(HeaderReference.frames(of: stream, limit: limit)) }
    guard "{[\"-0123456789tfn".utf8.contains(first) else { return ["unknown: \(first)"] }
    let lines: [String] = stream.split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { line in
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.count > limit { return "tooLong \(line.count)" }
      return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : FrameRecorder.text(line)
    }
    return comparable(lines)
  }

  /// How much of a line had come when it was given up depends on the pieces.
  private static func comparable(_ frames: [String]) -> [String] {
    frames.map { $0.hasPrefix("tooLong ") ? "tooLong" : $0 }
  }

  /// The fault of the self-test: reads beyond its memory when a stream has two whole messages with headers, the second of
  /// them with more than two bytes, which shows that coverage leads there, and that the address sanitizer watches.
  private static func fault(_ stream: [UInt8]) {
    guard stream.first == UInt8(ascii: "C") else { return }
    let frames = FrameRecorder.frames(of: stream, limit: 64)
    guard frames.count > 1, frames[1].utf8.count > 2, !frames[1].hasPrefix("malformed") else { return }
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    memory.initialize(repeating: 1, count: 4)
    let sum = UnsafeBufferPointer(start: memory, count: 4 + frames.count).reduce(0, &+)
    memory.deallocate()
    // What nobody uses is not read.
    precondition(sum != 0, "beyond the memory lies what cancels it")
  }
}
