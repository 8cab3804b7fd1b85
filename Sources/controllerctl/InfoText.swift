import JSONText

/// Says for people what `getServerInfo` answers.
enum InfoText {
  /// One line a fact, without a line feed at the end.
  static func make(_ result: [UInt8]) throws(ConnectionFailure) -> [UInt8] {
    let info = try Reading.value(result)
    var lines: [String] = []
    for (name, value) in info.members where value.kind != .object && name != "applications" {
      lines.append(row(name, name == "uptime" ? "\(Int(value.double ?? 0)) s" : value.plain))
    }
    for application in info["applications"]?.elements.map({ $0 }) ?? [] {
      let offers = application["offers"]?.plain ?? ""
      lines.append(row("application", (application["name"]?.plain ?? "?") + (offers.isEmpty ? "" : " (\(offers))")))
    }
    for group in ["limits", "counters"] {
      lines.append(group)
      for (name, value) in info[group]?.members.map({ $0 }) ?? [] { lines.append(row("  " + name, value.plain)) }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// 24 columns hold the longest name.
  private static func row(_ name: String, _ value: String) -> String {
    name + String(repeating: " ", count: max(1, 24 - name.count)) + value
  }
}
