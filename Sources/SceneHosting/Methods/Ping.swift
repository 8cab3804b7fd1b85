import JSONRPCCore
import JSONText

extension Method {
  /// `ping`: whether anybody is there.
  static let ping = Method(
    "ping", summary: "Answers \"pong\".", role: .observe, result: .constant("pong"),
    examples: [
      Example(
        "Is anybody there?",
        result: #""pong""#)
    ]
  ) { (_, writer) throws(JSONRPCError) in
    writer.string("pong")
  }
}
