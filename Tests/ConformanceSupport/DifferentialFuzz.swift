import JSONRPCCore
import JSONText

/// Holds the scanner against Jansson, and the processor against both, for one text after the other.
package struct DifferentialFuzz {
  /// How many texts were accepted by both, refused by both, or judged differently, by the documented difference.
  package private(set) var executions = 0
  package private(set) var accepted = 0
  package private(set) var refused = 0
  package private(set) var explained: [String: Int] = [:]
  /// Lines that the processor answered, and to which a handler gave a result.
  package private(set) var answered = 0
  package private(set) var results = 0
  /// What nothing explains.
  package private(set) var finds: [String] = []

  private let server = SpecificationServer(keepsLog: false)
  private var writer = JSONWriter()

  /// How many finds are enough.
  package static let mostFinds = 10

  package init() {}

  package mutating func check(_ text: [UInt8]) {
    executions += 1
    text.withUnsafeBytes { bytes in
      let error = Self.syntaxError(in: bytes)
      if let find = compare(bytes, error) { report(find, text) }
      writer.removeAll(keepingCapacity: true)
      server.answer(bytes, into: &writer)
      if let find = judgeAnswer(error) { report(find, text) }
    }
  }

  private mutating func report(_ find: String, _ text: [UInt8]) {
    finds.append(
      "execution \(executions): \(find): \(String(decoding: text, as: UTF8.self).debugDescription), bytes \(text)")
  }

  private static func syntaxError(
    in bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONScanner.defaultDepthLimit
  ) -> JSONSyntaxError? {
    do throws(JSONSyntaxError) {
      try JSONScanner.validate(bytes, depthLimit: depthLimit)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Scanner and Jansson

  /// - Returns: What is wrong.
  private mutating func compare(_ bytes: UnsafeRawBufferPointer, _ error: JSONSyntaxError?) -> String? {
    let jansson = JanssonVerdict(bytes)
    let document: JSONDocument?
    let reason: String?
    do throws(JSONValueError) {
      document = try JSONDocument(parsing: bytes)
      reason = nil
    } catch {
      document = nil
      reason = error.reason
    }
    switch (error, jansson) {
    case (nil, .accepted):
      accepted += 1
      guard let document else { return "JSONDocument refuses it (\(reason ?? "")), Jansson does not" }
      return differenceInValues(bytes, document)
    case (nil, .numberRange):
      explained["number range", default: 0] += 1
      return reason == "integerOutOfRange" || reason == "realOutOfRange" ? nil : "explained as \(reason ?? "accepted")"
    case (nil, .nullInName):
      explained["NUL in a name", default: 0] += 1
      return reason == "nullCharacterInKey" ? nil : "explained as \(reason ?? "accepted")"
    case (nil, .refused(let code)): return "the scanner accepts it, Jansson does not, with code \(code)"
    case (let error?, .accepted):
      guard let difference = Self.difference(bytes, error) else {
        return "the scanner refuses it with \(error.kind) at \(error.offset), Jansson does not"
      }
      explained[difference, default: 0] += 1
    case (_?, _): refused += 1
    }
    return reason == error?.kind.rawValue
      ? nil : "the scanner says \(error?.kind.rawValue ?? ""), JSONDocument \(reason ?? "")"
  }

  /// Why the scanner may refuse what Jansson accepts, nil when nothing explains it.
  private static func difference(_ bytes: UnsafeRawBufferPointer, _ error: JSONSyntaxError) -> String? {
    if error.kind == .tooDeep {
      guard openContainers(in: bytes[..<error.offset]) == JSONScanner.defaultDepthLimit else { return nil }
      guard let deeper = syntaxError(in: bytes, depthLimit: JSONScanner.greatestDepthLimit) else { return "depth" }
      return deeper.kind == .tooDeep ? "depth" : difference(bytes, deeper).map { "depth, \($0)" }
    }
    // Jansson swallows a raw NUL behind a number or a word: without it the text must be right.
    let place = error.offset
    guard place > 0, place < bytes.count, bytes[place] == 0, "0123456789els".utf8.contains(bytes[place - 1]) else {
      return nil
    }
    let text = Array(bytes[..<place]) + bytes[(place + 1)...]
    return text.withUnsafeBytes { text in
      guard let next = syntaxError(in: text) else { return "raw NUL" }
      return difference(text, next) == nil ? nil : "raw NUL"
    }
  }

  /// How many arrays and objects are open at the end of the beginning of a text.
  private static func openContainers(in bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    var open = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      default: break
      }
    }
    return open
  }

  // MARK: Values

  private func differenceInValues(_ bytes: UnsafeRawBufferPointer, _ document: JSONDocument) -> String? {
    var scanner = JSONScanner(bytes)
    do throws(JSONSyntaxError) {
      return try difference(&scanner, document.root, level: 1)
    } catch {
      return "a second scan fails with \(error.kind)"
    }
  }

  /// Walks over the text and Jansson's tree side by side.
  private func difference(
    _ scanner: inout JSONScanner, _ value: JSONValue, level: Int
  ) throws(JSONSyntaxError) -> String? {
    if level > JSONScanner.defaultDepthLimit, value.kind == .array || value.kind == .object {
      return "it is nested \(level) levels deep"
    }
    switch try scanner.peekKind() {
    case .object:
      var cursor = try scanner.beginObject()
      var members = value.members.makeIterator()
      while let name = try scanner.nextMember(&cursor) {
        guard let member = members.next() else { return "Jansson has fewer members" }
        let scanned = JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: scanner.bytes[name.contents]))
        guard member.name.utf8.elementsEqual(scanned) else { return "Jansson has a member \(member.name)" }
        if let difference = try difference(&scanner, member.value, level: level + 1) { return difference }
      }
      return members.next() == nil ? nil : "Jansson has more members"
    case .array:
      guard value.kind == .array else { return "Jansson has \(value.kind), not an array" }
      var cursor = try scanner.beginArray()
      var elements = value.elements.makeIterator()
      while try scanner.nextElement(&cursor) {
        guard let element = elements.next() else { return "Jansson has fewer elements" }
        if let difference = try difference(&scanner, element, level: level + 1) { return difference }
      }
      return elements.next() == nil ? nil : "Jansson has more elements"
    case .string, .integer, .real, .boolean, .null:
      let token = try scanner.scanValue()
      return isEqual(token, value, in: scanner.bytes)
        ? nil : "a \(token.kind) at \(token.start) is another value for Jansson"
    }
  }

  private func isEqual(_ token: JSONToken, _ value: JSONValue, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard token.kind == value.kind else { return false }
    let lexeme = UnsafeRawBufferPointer(rebasing: bytes[token.range])
    switch token.kind {
    case .string:
      let contents = JSONScanner.decoded(UnsafeRawBufferPointer(rebasing: bytes[token.contents]))
      return value.withUTF8 { $0.elementsEqual(contents) } == true
    case .integer: return value.int64 == Int64(String(decoding: lexeme, as: UTF8.self))
    case .real: return value.double?.bitPattern == Double(String(decoding: lexeme, as: UTF8.self))?.bitPattern
    case .boolean: return value.bool == (lexeme.first == UInt8(ascii: "t"))
    case .null: return value.isNull
    case .object, .array: return false
    }
  }

  // MARK: Processor

  /// - Returns: What is wrong with the answer to a text that has this error.
  private mutating func judgeAnswer(_ error: JSONSyntaxError?) -> String? {
    guard !writer.isEmpty else { return error == nil ? nil : "no answer to what is not JSON" }
    answered += 1
    let answer = writer.bytes
    return answer.withUnsafeBytes { line in
      guard line.last == UInt8(ascii: "\n"), line.dropLast().allSatisfy({ $0 != UInt8(ascii: "\n") }) else {
        return "the answer is not one line"
      }
      let text = UnsafeRawBufferPointer(rebasing: line.dropLast())
      // Ids and echoed bytes come back with whatever numbers and names they have.
      if case .refused(let code) = JanssonVerdict(text) { return "the answer is not JSON for Jansson, code \(code)" }
      if let fault = Self.syntaxError(in: text, depthLimit: 128) { return "the answer is not JSON: \(fault.kind)" }
      guard let root = try? JSONDocument(validated: text).root else { return nil }
      if root.kind == .object, root["result"] != nil { results += 1 }
      let parseError = root.kind == .object && root["error"]?["code"]?.int64 == -32700 ? root["error"]?["data"] : nil
      guard let error else { return parseError == nil ? nil : "a parse error for what is JSON" }
      guard let parseError else { return "no parse error for what is not JSON" }
      let isRight =
        parseError["reason"]?.string == error.kind.rawValue && parseError["offset"]?.int64 == Int64(error.offset)
        && root["id"]?.isNull == true
      return isRight ? nil : "another parse error than the scanner's \(error.kind) at \(error.offset)"
    }
  }
}
