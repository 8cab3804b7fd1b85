import HeadlessUIKit
import JSONRPCCore
import JSONText

/// Messages between the engine and the wire: values in, errors out.
enum MessageWire {
  /// The arguments that a client has sent; none when they were left out.
  ///
  /// - Throws: `messageNotAccepted` for more nesting than a message may have.
  static func values(of arguments: JSONValue?) throws(JSONRPCError) -> [String: MessageValue] {
    guard let arguments else { return [:] }
    guard let values = value(of: arguments, depth: MessageValue.depthLimit)?.object else {
      throw ApplicationErrorCode.messageNotAccepted.error(
        "The arguments have more than \(MessageValue.depthLimit) arrays and objects inside one another. Nothing was sent.",
        [(name: "cause", value: .string("tooDeep")), (name: "pointer", value: .string("/params/arguments"))]
          + JSONRPCError.limitDetails("messageValueDepth", MessageValue.depthLimit))
    }
    return values
  }

  /// - Returns: Nil when more arrays and objects are inside one another than are left.
  private static func value(of value: JSONValue, depth: Int) -> MessageValue? {
    switch value.kind {
    case .null: return .null
    case .boolean: return .bool(value.bool ?? false)
    case .integer: return .integer(Int(value.int64 ?? 0))
    case .real: return .number(value.double ?? 0)
    case .string: return .string(value.string ?? "")
    case .array:
      guard depth > 0 else { return nil }
      var elements: [MessageValue] = []
      for element in value.elements {
        guard let element = Self.value(of: element, depth: depth - 1) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case .object:
      guard depth > 0 else { return nil }
      var members: [String: MessageValue] = [:]
      for (name, member) in value.members {
        guard let member = Self.value(of: member, depth: depth - 1) else { return nil }
        members[name] = member
      }
      return .object(members)
    }
  }

  // MARK: Errors

  static func error(_ error: MessageError, message: String, to: String) -> JSONRPCError {
    switch error {
    case .notDeclared(let name, let declared): return notDeclared(name, declared, to: to)
    case .notReceiving(let className, let messageProtocol):
      return ApplicationErrorCode.messageTargetNotFound.error(
        "The delegate \"\(to.prefix(64))\" is a \(className), which receives no messages of \(messageProtocol) by their "
          + "names. Nothing was sent.",
        [(name: "pointer", value: .string("/params/to")), (name: "cause", value: .string("notReceiving"))])
    case .argumentsNotAccepted(let fault, let declaration):
      return notAccepted("wrongArguments", "Nothing was sent", error, declaration, fault, pointer: true)
    case .argumentsTooDeep(let declaration):
      return notAccepted("tooDeep", "Nothing was sent", error, declaration)
    case .receiverFailed(_, let declaration):
      return notAccepted("receiverFailed", "What it had done before stays done", error, declaration)
    case .resultNotAccepted(let fault, let declaration):
      return notAccepted("wrongResult", "What it has done stays done", error, declaration, fault)
    case .resultTooDeep(let declaration):
      return notAccepted("resultTooDeep", "What it has done stays done", error, declaration)
    case .nestedTooDeep:
      return tooMany(error, message, "messageDepth", UIApplication.messageDepthLimit)
    case .tooMany:
      return tooMany(error, message, "messages", UIApplication.messageLimit)
    }
  }

  private static func notDeclared(_ name: String, _ declared: [MessageProtocol], to: String) -> JSONRPCError {
    let names = declared.flatMap(\.messages).map(\.name)
    let nearest = SpellingHint.nearest(to: name, in: names)
    let advice =
      nearest.map { "did you mean \"\($0)\"?" }
      ?? "declared: \(names.prefix(ApplicationErrorCode.mostNames).joined(separator: ", "))."
    let error = ApplicationErrorCode.messageNotDeclared.error(
      "\"\(to.prefix(64))\" has no message \"\(name.prefix(64))\"; \(advice) Nothing was sent.",
      [
        (name: "pointer", value: .string("/params/message")),
        (name: "allowed", value: .strings(Array(names.prefix(ApplicationErrorCode.mostNames)))),
        (name: "declared", value: .json { $0.messageProtocols(declared) }),
      ])
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  private static func notAccepted(
    _ cause: String, _ effect: String, _ error: MessageError, _ declaration: MessageDeclaration,
    _ fault: MessageFault? = nil, pointer: Bool = false
  ) -> JSONRPCError {
    var details: [(name: String, value: ErrorDetail)] = [(name: "cause", value: .string(cause))]
    if let fault {
      let base = pointer ? "/params/arguments" : ""
      details += [
        (name: "pointer", value: .string(self.pointer(along: fault.path, from: base))),
        (name: "fault", value: .string(fault.reason.rawValue)), (name: "expected", value: .string(fault.expected)),
        (name: "got", value: .string(fault.got)),
      ]
      if fault.reason == .unknownMember {
        details.append((name: "allowed", value: .strings(Array(fault.allowed.prefix(ApplicationErrorCode.mostNames)))))
      }
      if let nearest = fault.nearest { details.append((name: "nearest", value: .string(nearest))) }
    }
    details.append((name: "declared", value: .json { $0.messageDeclaration(declaration) }))
    return ApplicationErrorCode.messageNotAccepted.error(
      "\(declaration.name): \(shortened("\(error)")). \(effect).", details)
  }

  private static func tooMany(
    _ error: MessageError, _ message: String, _ limit: String, _ value: Int
  ) -> JSONRPCError {
    ApplicationErrorCode.messageNotAccepted.error(
      "\(message.prefix(64)): \(error).",
      [(name: "cause", value: .string("loop"))] + JSONRPCError.limitDetails(limit, value))
  }

  /// 512 bytes of what a receiver says: an error is a sentence, not a document.
  private static let shownBytes = 512

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > shownBytes else { return text }
    return String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + "…"
  }

  private static func pointer(along path: [MessageFault.Step], from base: String) -> String {
    path.reduce(base) { pointer, step in
      switch step {
      // 64 characters: a name is sent back by its beginning.
      case .member(let name): JSONPointer.appending(String(name.prefix(64)), to: pointer)
      case .element(let index): JSONPointer.appending(index, to: pointer)
      }
    }
  }
}

extension ErrorDetail {
  /// What a block writes: one value.
  fileprivate static func json(_ write: (inout JSONWriter) -> Void) -> ErrorDetail {
    var writer = JSONWriter(capacity: 512)
    write(&writer)
    return .json(writer.bytes)
  }
}
