/// Makes cases of lines.
struct TranscriptReader {
  /// What stands before the first heading, for all cases.
  private var common = TranscriptCase(
    rules: [], title: "", line: 0, requirements: [], usesHeaders: false, ignoresNotifications: false)
  private var cases: [TranscriptCase] = []
  private var current: TranscriptCase?
  private var known = Transcript.givenValues
  /// What is required, until it is said how that is found out: by the message of a `?->`, and then its `?<-`.
  private var pending: (requirement: String, line: Int, asked: TranscriptText?)?

  private static let arrows = ["-->", "==>", "<--", "<~~", "<..", "|--", "?->", "?<-"]
  private static let lines =
    "a line is # and a comment, ## and a heading, an arrow (\(arrows.joined(separator: " "))) "
    + "behind a connection's letter or none, or one of requires:, framing:, notifications:, finally:"

  mutating func read(_ line: String, number: Int) throws(TranscriptSyntaxError) {
    if line.hasPrefix("## ") {
      try checkPending()
      try begin(String(line.dropFirst(3)), number)
    } else if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) {
      return
    } else if let (connection, arrow, text) = Self.arrow(line) {
      try readArrow(connection, arrow, text, number)
    } else if let colon = line.firstIndex(of: ":") {
      try checkPending()
      let text = line[line.index(after: colon)...].drop { $0 == " " }
      try readDirective(String(line[..<colon]), String(text), number)
    } else {
      throw TranscriptSyntaxError(Self.lines)
    }
  }

  mutating func finish() throws(TranscriptSyntaxError) -> [TranscriptCase] {
    try checkPending()
    try end()
    return cases
  }

  // MARK: Cases

  private mutating func begin(_ heading: String, _ number: Int) throws(TranscriptSyntaxError) {
    try end()
    let parts = heading.split(separator: ":", maxSplits: 1).map(String.init)
    let rules = parts.first?.split(separator: " ").map(String.init) ?? []
    guard parts.count == 2, !rules.isEmpty else {
      throw TranscriptSyntaxError("a heading names rules and says what they are about: ## J6 J16: what is shown")
    }
    current = TranscriptCase(
      rules: rules, title: String(parts[1].drop { $0 == " " }), line: number, requirements: common.requirements,
      usesHeaders: common.usesHeaders, ignoresNotifications: common.ignoresNotifications)
  }

  private mutating func end() throws(TranscriptSyntaxError) {
    guard let finished = current else { return }
    guard !finished.steps.isEmpty else {
      throw TranscriptSyntaxError("the case has no exchange", line: finished.line)
    }
    cases.append(finished)
    current = nil
    known = Transcript.givenValues
  }

  private func checkPending() throws(TranscriptSyntaxError) {
    guard let pending else { return }
    throw TranscriptSyntaxError(
      "requires: \(pending.requirement) is followed by ?-> and ?<-, by which it is found out; only 'method NAME' and "
        + "'no parameters' are not", line: pending.line)
  }

  private mutating func readDirective(
    _ name: String, _ text: String, _ number: Int
  ) throws(TranscriptSyntaxError) {
    var target = current ?? common
    guard target.steps.isEmpty || name == "finally" else {
      throw TranscriptSyntaxError("\(name): stands before the first exchange of a case, or of the file")
    }
    switch (name, text) {
    case ("requires", "no parameters"):
      target.requirements.append(TranscriptRequirement(text: text, probe: .noParameters))
    case ("requires", _) where text.hasPrefix("method "):
      let method = String(text.dropFirst("method ".count))
      target.requirements.append(TranscriptRequirement(text: text, probe: .method(method)))
    case ("requires", _): pending = (text, number, nil)
    case ("framing", "headers"): target.usesHeaders = true
    case ("notifications", "ignored"): target.ignoresNotifications = true
    case ("notifications", "expected"): target.ignoresNotifications = false
    case ("finally", ""):
      guard current != nil, target.cleanup == nil else {
        throw TranscriptSyntaxError("finally: stands once in a case, before what is done in any event")
      }
      target.cleanup = target.steps.count
    default: throw TranscriptSyntaxError("\(Self.lines); framing: is headers, notifications: is ignored or expected")
    }
    if current == nil { common = target } else { current = target }
  }

  // MARK: Exchanges

  /// The connection, the arrow and the text of a line.
  private static func arrow(_ line: String) -> (String, String, String)? {
    let letter = line.first.flatMap { ("A"..."Z").contains($0) ? String($0) : nil }
    let rest = line.dropFirst(letter == nil ? 0 : 1)
    guard let arrow = arrows.first(where: rest.hasPrefix) else { return nil }
    let text = rest.dropFirst(arrow.count)
    guard text.isEmpty || text.first == " " else { return nil }
    return (letter ?? "A", arrow, String(text.dropFirst()))
  }

  private mutating func readArrow(
    _ connection: String, _ arrow: String, _ text: String, _ number: Int
  ) throws(TranscriptSyntaxError) {
    if arrow == "?->" || arrow == "?<-" { return try readProbe(arrow, text) }
    try checkPending()
    guard current != nil else { throw TranscriptSyntaxError("an exchange stands below a heading, ## RULES: title") }
    switch (arrow, text) {
    case ("-->", "(end)"): add(.endInput, connection, number)
    case ("-->", "(close)"): add(.close, connection, number)
    case ("-->", "(connect)"): add(.connect, connection, number)
    case ("-->", _): add(.send(try check(try TranscriptText(text))), connection, number)
    case ("==>", _): add(.sendBytes(try check(try TranscriptText(text, hasEscapes: true))), connection, number)
    case ("<--", "(nothing)"): add(.expectNothing, connection, number)
    case ("<--", "(end)"): add(.expectEnd, connection, number)
    case ("<--", _): add(.expect([try pattern(text)]), connection, number)
    case ("<..", _): add(.expectLater([try pattern(text)]), connection, number)
    case ("<~~", _): try addInAnyOrder(try pattern(text), connection, number)
    default: try addAlternative(try pattern(text))
    }
  }

  private mutating func readProbe(_ arrow: String, _ text: String) throws(TranscriptSyntaxError) {
    guard var found = pending, (found.asked == nil) == (arrow == "?->") else {
      throw TranscriptSyntaxError("?-> and then ?<- stand below requires:, and say how that is found out")
    }
    guard let asked = found.asked else {
      found.asked = try check(try TranscriptText(text))
      pending = found
      return
    }
    let requirement = TranscriptRequirement(text: found.requirement, probe: .exchange(asked, try pattern(text)))
    if current == nil {
      common.requirements.append(requirement)
    } else {
      current?.requirements.append(requirement)
    }
    pending = nil
  }

  private mutating func add(_ action: TranscriptStep.Action, _ connection: String, _ line: Int) {
    current?.steps.append(TranscriptStep(line: line, connection: connection, action: action))
  }

  private mutating func addInAnyOrder(
    _ pattern: JSONPattern, _ connection: String, _ line: Int
  ) throws(TranscriptSyntaxError) {
    if let last = current?.steps.indices.last, let step = current?.steps[last], step.connection == connection,
      case .expectInAnyOrder(let messages) = step.action, current?.cleanup != last + 1
    {
      current?.steps[last].action = .expectInAnyOrder(messages + [[pattern]])
    } else {
      add(.expectInAnyOrder([[pattern]]), connection, line)
    }
  }

  private mutating func addAlternative(_ pattern: JSONPattern) throws(TranscriptSyntaxError) {
    guard let last = current?.steps.indices.last, let step = current?.steps[last] else {
      throw TranscriptSyntaxError("|-- stands below what would do as well")
    }
    switch step.action {
    case .expect(let patterns): current?.steps[last].action = .expect(patterns + [pattern])
    case .expectLater(let patterns): current?.steps[last].action = .expectLater(patterns + [pattern])
    case .expectInAnyOrder(let messages):
      let alternatives = (messages.last ?? []) + [pattern]
      current?.steps[last].action = .expectInAnyOrder(messages.dropLast() + [alternatives])
    default: throw TranscriptSyntaxError("|-- stands below what would do as well: <--, <~~, <.. or another |--")
    }
  }

  private mutating func pattern(_ text: String) throws(TranscriptSyntaxError) -> JSONPattern {
    let pattern = try JSONPattern(try TranscriptMarks.repeated(text))
    // What a pattern sets further on in itself is found out when it is compared.
    known.formUnion(pattern.sets)
    try check(uses: pattern.uses)
    return pattern
  }

  private func check(_ text: TranscriptText) throws(TranscriptSyntaxError) -> TranscriptText {
    try check(uses: text.uses)
    return text
  }

  private func check(uses names: Set<String>) throws(TranscriptSyntaxError) {
    guard let unknown = names.subtracting(known).min() else { return }
    throw TranscriptSyntaxError(
      "<get:\(unknown)>: nothing above it in this case sets it with <set:\(unknown)>, and it is none of "
        + Transcript.givenValues.sorted().joined(separator: ", "))
  }
}
