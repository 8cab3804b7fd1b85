/// One line of a case: what is done on a connection, or has to come on it.
public struct TranscriptStep: Sendable {
  /// What is done, or has to come.
  public enum Action: Sendable {
    /// `-->`: a message is sent, framed.
    case send(TranscriptText)
    /// `==>`: bytes are sent as they are.
    case sendBytes(TranscriptText)
    /// `--> (end)`: our direction is ended.
    case endInput
    /// `--> (close)`: the connection is closed.
    case close
    /// `--> (connect)`: the connection is made, and nothing sent.
    case connect
    /// `<--`: the next message is one of these.
    case expect([JSONPattern])
    /// `<~~`: the next messages are these in any order, for each one of its patterns.
    case expectInAnyOrder([[JSONPattern]])
    /// `<..`: after any number of other messages comes one of these.
    case expectLater([JSONPattern])
    /// `<-- (nothing)`: nothing comes.
    case expectNothing
    /// `<-- (end)`: the peer ends its direction.
    case expectEnd
  }

  /// The line's number, from 1.
  public let line: Int

  /// The connection's letter; "A" where none stands.
  public let connection: String

  /// What is done, or has to come.
  public internal(set) var action: Action
}

extension TranscriptStep {
  /// Whether it only does something and waits for nothing.
  public var isSent: Bool {
    switch action {
    case .send, .sendBytes, .endInput, .close, .connect: true
    case .expect, .expectInAnyOrder, .expectLater, .expectNothing, .expectEnd: false
    }
  }

  /// All patterns of what has to come.
  public var patterns: [JSONPattern] {
    switch action {
    case .expect(let patterns), .expectLater(let patterns): patterns
    case .expectInAnyOrder(let messages): messages.flatMap(\.self)
    default: []
    }
  }

  /// The text that is sent.
  public var sentText: TranscriptText? {
    switch action {
    case .send(let text), .sendBytes(let text): text
    default: nil
    }
  }
}
