/// What of messages a scene keeps.
struct MessageTraffic {
  /// How many messages are being received, each inside the one before.
  var depth = 0
  /// How many messages the present request has sent.
  var sentByRequest = 0
  /// A loop is reported once a request: it would fill the journal.
  var hasReportedLoop = false
  var counters = MessageCounters()
  var onMessage: (@MainActor (MessageEvent) -> Void)?

  mutating func beginRequest() {
    sentByRequest = 0
    hasReportedLoop = false
  }
}

extension SceneContext {
  /// Delivers a message by its name.
  func deliver(
    _ message: ReceivedMessage, _ declaration: MessageDeclaration, to receiver: any MessageReceiving
  ) throws(MessageError) -> MessageValue {
    let outcome = try send(message, declaration, to: receiver) { () -> Result<MessageValue, MessageError> in
      do {
        return .success(try receiver.receive(message))
      } catch {
        return .failure(.receiverFailed("\(error)", declaration))
      }
    }
    let result = try outcome.get()
    guard !result.isDeeper(than: MessageValue.depthLimit) else { throw .resultTooDeep(declaration) }
    if let fault = declaration.result.fault(in: result) { throw .resultNotAccepted(fault, declaration) }
    return result
  }

  /// Checks a message, tells of it, and lets it be received.
  func send<Answer>(
    _ message: ReceivedMessage, _ declaration: MessageDeclaration, to receiver: AnyObject, _ call: () -> Answer
  ) throws(MessageError) -> Answer {
    try check(message, declaration)
    tell(message, to: (receiver as? UIResponder)?.id, drop: nil)
    messages.depth += 1
    defer { messages.depth -= 1 }
    return call()
  }

  /// Checks a message that goes nowhere, counts it and tells of it.
  func drop(
    _ message: ReceivedMessage, _ declaration: MessageDeclaration, _ why: MessageEvent.Drop
  ) throws(MessageError) {
    try check(message, declaration)
    tell(message, to: nil, drop: why)
  }

  private func check(_ message: ReceivedMessage, _ declaration: MessageDeclaration) throws(MessageError) {
    guard messages.depth < UIApplication.messageDepthLimit else { throw .nestedTooDeep }
    // Outside a turn (in a `Task`) there is no request that would set the count back.
    if application?.isInTurn == true {
      guard messages.sentByRequest < UIApplication.messageLimit else { throw .tooMany }
      messages.sentByRequest += 1
    }
    guard !MessageValue.object(message.arguments).isDeeper(than: MessageValue.depthLimit) else {
      throw .argumentsTooDeep(declaration)
    }
    if let fault = declaration.fault(in: message.arguments) { throw .argumentsNotAccepted(fault, declaration) }
  }

  private func tell(_ message: ReceivedMessage, to receiver: NodeID?, drop: MessageEvent.Drop?) {
    messages.counters.sent += 1
    if drop != nil { messages.counters.dropped += 1 }
    guard let onMessage = messages.onMessage else { return }
    onMessage(
      MessageEvent(
        from: message.sender?.id, to: receiver, messageProtocol: message.messageProtocol, message: message.name,
        arguments: message.arguments, drop: drop))
  }

  /// A message that Swift code sends and that is refused is an error of its author's.
  func report(_ error: MessageError, of name: String, from sender: UIViewController?) {
    if error == .nestedTooDeep || error == .tooMany {
      guard !messages.hasReportedLoop else { return }
      messages.hasReportedLoop = true
    }
    report(
      ContractIssue(
        kind: .refusedMessage, controller: sender?.id, className: sender?.className ?? "MessageReceiving",
        message: "the message \"\(name)\" was not sent: \(error)."))
  }
}
