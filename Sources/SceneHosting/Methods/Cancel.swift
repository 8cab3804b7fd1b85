import JSONRPCCore
import JSONText

extension Method {
  /// `cancel {request}`: a call that waits is answered at once, with an error.
  static let cancel = Method(
    "cancel", summary: "Ends the calls of this connection that wait and have an id. Answers how many there were.",
    role: .observe,
    parameters: [.required("request", .anyOf([.string, .number(minimum: nil)]), "The id of the call.")],
    result: .object([.always("cancelled", .integer)]),
    examples: [
      Example("A call that has been answered, and waits no more", #"{"request":7}"#, result: #"{"cancelled":0}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let request = Arguments.given(call.arguments["request"])
    let count = call.host.cancelWaits(of: call.session) { $0.equals(request) }
    writer.beginObject()
    writer.key("cancelled")
    writer.integer(count)
    writer.endObject()
  }
}

extension OwnedRequestID {
  /// Whether the id is this value, however each of them is written. Cost: parsing the id.
  fileprivate func equals(_ value: JSONValue) -> Bool {
    guard let id = try? JSONDocument(parsing: text).root else { return false }
    if let string = id.string { return string == value.string }
    if let integer = id.int64 { return integer == value.int64 }
    return id.double != nil && id.double == value.double
  }
}
