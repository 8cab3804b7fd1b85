import JSONText

/// An answer in short: `id=result` or `id!code reason`, a batch's in brackets, "silence" for none.
package func summary(_ answer: String?) -> String {
  guard let answer else { return "silence" }
  guard let document = try? JSONDocument(parsing: answer) else { return "not JSON: \(answer)" }
  if document.root.kind == .array {
    return "[" + document.root.elements.map(summary).joined(separator: ", ") + "]"
  }
  return summary(document.root)
}

private func summary(_ response: JSONValue) -> String {
  func text(_ value: JSONValue?) -> String {
    guard let value else { return "missing" }
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }
  guard response["jsonrpc"]?.equals("2.0") == true else { return "no version" }
  let id = text(response["id"])
  switch (response["result"], response["error"]) {
  case (let result?, nil): return "\(id)=\(text(result))"
  case (nil, let error?):
    guard error["message"]?.string?.isEmpty == false else { return "no message" }
    return "\(id)!\(text(error["code"])) \(error["data"]?["reason"]?.string ?? "no reason")"
  default: return "neither result nor error, or both"
  }
}
