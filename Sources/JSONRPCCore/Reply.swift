/// What a handler has done about the answer of a request.
public enum Reply: Sendable, Hashable {
  /// Its result stands in the writer.
  case written
  /// It is given later, with `MessageProcessor.answer`, or never; what stands in the writer is dropped.
  case deferred
}
