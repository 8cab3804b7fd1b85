import JSONText

/// Checks values against JSON Schemas as `rpc.discover` has them, more strictly than JSON Schema does: an object has no
/// members but those that are declared, and a schema has no keywords but those that are checked here.
package enum SchemaCheck {
  /// The first thing that is wrong, for a person, with a pointer to it; nil when the value fits.
  package static func fault(in value: JSONContent, _ schema: JSONContent, at pointer: String = "") -> String? {
    for (keyword, rule) in schema.members.sorted(by: { $0.key < $1.key }) {
      if let fault = fault(in: value, keyword, rule, of: schema) {
        return fault.hasPrefix("/") ? pointer + fault : "\(pointer): \(fault)"
      }
    }
    return nil
  }

  /// A fault below the value begins with its pointer.
  private static func fault(
    in value: JSONContent, _ keyword: String, _ rule: JSONContent, of schema: JSONContent
  ) -> String? {
    switch keyword {
    case "type": return hasType(value, rule.string ?? "") ? nil : "is \(value.kind), not \(rule.string ?? "?")"
    case "enum": return rule.elements.contains(value) ? nil : "\(value) is none of the words"
    case "const": return rule == value ? nil : "\(value) is not \(rule)"
    case "pattern": return isNodeID(value.string ?? "", rule) ? nil : "\(value) is no node id"
    case "minimum": return (value.number ?? .infinity) >= (rule.number ?? .infinity) ? nil : "\(value) is too small"
    case "maximum": return (value.number ?? -.infinity) <= (rule.number ?? -.infinity) ? nil : "\(value) is too large"
    case "items":
      return first(value.elements.enumerated().map { (String($0.offset), $0.element) }) { fault(in: $0, rule) }
    case "properties":
      return first(value.members.sorted { $0.key < $1.key }) { member, name in
        guard let declared = rule.members[name] else { return ": is not declared" }
        return fault(in: member, declared)
      }
    case "required":
      let missing = rule.elements.compactMap(\.string).first { value.members[$0] == nil }
      return missing.map { "\"\($0)\" is missing" }
    case "additionalProperties":
      return first(value.members.sorted { $0.key < $1.key }) { fault(in: $0, rule) }
    case "anyOf":
      let faults = rule.elements.map { fault(in: value, $0) }
      return faults.contains(nil) ? nil : faults.compactMap(\.self).joined(separator: ", and ")
    default: return "the schema has \"\(keyword)\", which these tests do not know"
    }
  }

  private static func first(
    _ members: [(key: String, value: JSONContent)], _ check: (JSONContent, String) -> String?
  ) -> String? {
    for (name, member) in members {
      if let fault = check(member, name) { return JSONPointer.appending(name, to: "") + fault }
    }
    return nil
  }

  private static func first(
    _ members: [(key: String, value: JSONContent)], _ check: (JSONContent) -> String?
  ) -> String? {
    first(members) { member, _ in check(member) }
  }

  private static func hasType(_ value: JSONContent, _ type: String) -> Bool {
    type == "integer" ? value.number.map { $0.rounded() == $0 } ?? false : value.kind == type
  }

  /// The one pattern that the daemon writes.
  private static func isNodeID(_ text: String, _ pattern: JSONContent) -> Bool {
    guard pattern == "^n[1-9][0-9]*$", text.first == "n", let first = text.dropFirst().first else { return false }
    return first != "0" && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
