/// A call and its whole answer, as `rpc.discover` shows them.
///
/// It is what happens in a daemon that was started with the three sample scenes (`multiview`, `segments`, `maps`), has another
/// client already, and has been asked for nothing but `after`; a test makes every one of these calls.
struct Example: Sendable {
  /// The epoch in all examples: in its place stands that of the daemon that is asked.
  static let epoch = "e1k8w2m5x9q3ab"

  /// A call that was made before.
  struct Request: Sendable {
    /// The method.
    let method: String
    /// Its parameters by name: a JSON object.
    let parameters: String

    /// A call.
    init(_ method: String, _ parameters: String = "{}") {
      self.method = method
      self.parameters = parameters
    }
  }

  /// What it shows, in a few words.
  let name: String
  /// The calls that were made before, in order.
  let after: [Request]
  /// The parameters by name: a JSON object.
  let parameters: String
  /// The result: compact JSON.
  let result: String

  /// An example.
  init(_ name: String, after: [Request] = [], _ parameters: String = "{}", result: String) {
    self.name = name
    self.after = after
    self.parameters = parameters
    self.result = result
  }
}
