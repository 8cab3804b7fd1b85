import JSONRPCCore
import JSONText

extension Method {
  /// `unsubscribe {subscription}`: no more events of it; nothing of it follows the answer.
  static let unsubscribe = Method(
    "unsubscribe", summary: "Ends a subscription of this connection.", role: .observe,
    parameters: [.required("subscription", .string, "The name that subscribe has answered.")],
    result: .object([.always("subscription", .string)]), errors: [.subscriptionNotFound],
    examples: [
      Example(
        "End it",
        after: [.init("subscribe", #"{"kinds":["trace"]}"#)],
        #"{"subscription":"s1"}"#,
        result: #"{"subscription":"s1"}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let name = Arguments.given(call.arguments.string("subscription"))
    guard let index = call.session.subscriptions.firstIndex(where: { $0.name == name }) else {
      throw ApplicationErrorCode.subscriptionNotFound.error(
        "This connection has no subscription \"\(name.prefix(64))\"; subscriptions belong to the connection that made them.",
        [
          (name: "pointer", value: .string("/params/subscription")),
          (
            name: "allowed",
            value: .strings(call.session.subscriptions.prefix(ApplicationErrorCode.mostNames).map(\.name))
          ),
        ])
    }
    call.session.unsubscribe(at: index)
    writer.beginObject()
    writer.key("subscription")
    writer.string(name)
    writer.endObject()
  }
}
