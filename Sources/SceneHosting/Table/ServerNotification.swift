/// A kind of message that the daemon sends of its own accord: the counterpart of `Method`. `rpc.discover` is written from
/// them; they are in `NotificationTable`.
struct ServerNotification: Sendable {
  /// The name, as `method` has it.
  let name: String
  /// When it comes, in a sentence.
  let summary: String
  /// The kind of subscription that brings it; nil: it comes without one.
  let kind: Subscription.Kind?
  /// What `params` looks like.
  let parameters: Schema
  /// The level of the protocol with which it came.
  let since: Int

  /// A row of the table.
  init(_ name: String, summary: String, kind: Subscription.Kind?, parameters: Schema, since: Int = 1) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.parameters = parameters
    self.since = since
  }
}
