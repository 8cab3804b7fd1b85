/// What a stream with headers means, worked out on the whole of it, one byte after the other, and written down as
/// `FrameRecorder` does: the same rules as the framer's, in another way.
package struct HeaderReference {
  private static let marks = "!#$%&'*+-.^_`|~"
  package static let headerLimit = 4096

  let limit: Int
  private var frames: [String] = []

  package static func frames(of stream: [UInt8], limit: Int) -> [String] {
    var reference = HeaderReference(limit: limit)
    reference.read(stream)
    return reference.frames
  }

  private init(limit: Int) { self.limit = limit }

  private mutating func read(_ stream: [UInt8]) {
    var rest = stream[...]
    while !rest.isEmpty {
      guard let length = readHeader(&rest) else { return }
      let body = Array(rest.prefix(length))
      if length > limit {
        frames.append("tooLong \(length)")
      } else if body.count < length {
        frames.append("malformed: Content-Length is \(length), but the stream ended after \(body.count) bytes")
        return
      } else if !body.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
        frames.append(FrameRecorder.text(body))
      }
      rest = rest.dropFirst(length)
    }
  }

  private mutating func fail(_ text: String) -> Int? {
    frames.append("malformed: " + text)
    return nil
  }

  private mutating func readHeader(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var length: Int?
    var size = 0
    for number in 1... {
      var line: [UInt8] = []
      while line.last != 0x0A {
        guard size < Self.headerLimit else { return fail("the header has more than the 4096 bytes that are allowed") }
        guard let byte = rest.first else { return fail("the stream ended inside the header") }
        rest.removeFirst()
        line.append(byte)
        size += 1
      }
      line.removeLast()
      guard line.last == 0x0D, !line.dropLast().contains(0x0D) else {
        return fail("line \(number) of the header must end with CR LF, and hold neither of them before")
      }
      line.removeLast()
      if line.isEmpty { return length ?? fail("the header has no Content-Length") }
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return fail("line \(number) of the header has no colon") }
      let name = String(decoding: parts[0], as: UTF8.self)
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || Self.marks.contains($0) })
      else { return fail("line \(number) of the header has no valid name before its colon") }
      guard name.lowercased() == "content-length" else { continue }
      guard length == nil else { return fail("line \(number) of the header is a second Content-Length") }
      var value = Array(parts[1])
      while let first = value.first, " \t".utf8.contains(first) { value.removeFirst() }
      while let last = value.last, " \t".utf8.contains(last) { value.removeLast() }
      guard !value.isEmpty, value.allSatisfy({ "0123456789".utf8.contains($0) }) else {
        return fail("Content-Length in line \(number) of the header is not a decimal number")
      }
      length = Int(String(decoding: value, as: UTF8.self)) ?? Int.max
    }
    return nil
  }
}
