/// What runs now, for whoever has to tell it when the process crashes.
///
/// It is kept as machine words at an address that the host gives, where a handler of signals can read it: in a handler
/// nothing of Swift may be called. Without an address nothing is kept. The words are those of `crash_report.h`.
public enum RunningWork {
  /// Where the words are; `wordCount` of them. To be set before anything runs.
  ///
  /// Unchecked: it is set once, before a second thread or a request is there. Checked accesses would cost 93 instructions of
  /// 7,890 a `ping`, and 2,000 of 139,700 a `displayView`.
  @exclusivity(unchecked) public nonisolated(unsafe) static var words: UnsafeMutablePointer<UInt>?

  /// Keeps the sentence of a check that has failed for the handler; the process ends right after it.
  ///
  /// A function, not words: what is stored right before a trap is never read by the program, and release builds leave it out.
  public nonisolated(unsafe) static var keepMessage: (@convention(c) (UnsafePointer<UInt8>?, UInt) -> Void)?

  /// How many words there are.
  public static let wordCount = firstFrame + frameCount * frameWords

  private static let method = 0
  private static let client = 2
  private static let id = 3
  private static let depth = 7
  private static let firstFrame = 8
  private static let frameWords = 16
  private static let frameCount = 16
  private static let nameBytes = 64
  private static let callBytes = 48

  // MARK: Requests

  /// A request begins. The bytes stay where they are until it ends.
  @inline(__always)
  public static func beginRequest(method: UnsafeRawBufferPointer, client number: Int, id bytes: UnsafeRawBufferPointer)
  {
    guard let words else { return }
    words[Self.method] = UInt(bitPattern: method.baseAddress)
    words[Self.method + 1] = UInt(bitPattern: method.count)
    words[client] = UInt(bitPattern: number)
    words[id] = UInt(bitPattern: bytes.baseAddress)
    words[id + 1] = UInt(bitPattern: bytes.count)
  }

  /// The request has ended.
  @inline(__always)
  public static func endRequest() {
    words?[method] = 0
  }

  // MARK: Callbacks

  /// Something of an author's begins: a callback of a controller, an action, a timer. `end` has to follow.
  ///
  /// - Parameters:
  ///   - name: Of the object's class; of the scene, when the id is 0.
  ///   - id: The object's id.
  ///   - call: What is called.
  static func begin(_ name: String, _ id: UInt64 = 0, _ call: String = "") {
    guard let words else { return }
    let outer = words[depth]
    let frame = words + firstFrame + Int(outer % UInt(frameCount)) * frameWords
    // Valid only when all of it is written.
    frame[0] = 0
    frame[1] = UInt(truncatingIfNeeded: id)
    let bytes = UnsafeMutableRawPointer(frame + 2)
    copy(name, to: bytes, room: nameBytes)
    copy(call, to: bytes + nameBytes, room: callBytes)
    frame[0] = outer + 1
    words[depth] = outer + 1
  }

  /// The same of an object that need not be a responder, nor be there.
  @MainActor
  static func begin(of object: AnyObject?, _ call: String) {
    guard words != nil else { return }
    if let responder = object as? UIResponder {
      begin(responder.context.className(of: type(of: responder)), responder.id.rawValue, call)
    } else {
      begin(object.map { String(describing: type(of: $0)) } ?? "nobody's", UInt64.max, call)
    }
  }

  /// What began last has returned.
  static func end() {
    guard let words else { return }
    words[depth] -= 1
  }

  private static func copy(_ text: String, to bytes: UnsafeMutableRawPointer, room: Int) {
    var text = text
    text.withUTF8 { source in
      let count = min(source.count, room - 1)
      if let start = source.baseAddress { bytes.copyMemory(from: start, byteCount: count) }
      bytes.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    }
  }

  // MARK: Failed checks

  /// Ends the process, since a check has failed, with a sentence that is told in release builds too.
  public static func fail(_ message: String, file: StaticString, line: UInt) -> Never {
    guard let keepMessage else { fatalError(message, file: file, line: line) }
    var text = "\(file):\(line): \(message)"
    text.withUTF8 { (bytes) -> Void in
      keepMessage(bytes.baseAddress, UInt(bytes.count))
      Swift.preconditionFailure(message, file: file, line: line)
    }
    fatalError(message, file: file, line: line)
  }
}

// In this module these take the place of the standard library's, whose sentences are lost in release builds.

/// Ends the process when the condition does not hold, and says so in release builds too.
@inline(__always)
func precondition(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition() { RunningWork.fail(message(), file: file, line: line) }
}

/// Ends the process, and says why in release builds too.
func preconditionFailure(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  RunningWork.fail(message, file: file, line: line)
}
