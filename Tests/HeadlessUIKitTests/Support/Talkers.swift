import HeadlessUIKit

@MainActor
protocol TalkerDelegate: AnyObject {
  func talker(_ talker: Talker, said text: String) -> Bool
}

extension MessageProtocol {
  static let talkerDelegate = MessageProtocol(
    "TalkerDelegate",
    [
      MessageDeclaration(
        "talker(_:said:)", "The talker has said something.", arguments: [.required("text", .string)], result: .boolean)
    ])

  static let talking = MessageProtocol(
    "Talking",
    [
      MessageDeclaration(
        "say(_:times:)", "Says something.",
        arguments: [.required("text", .string), .optional("times", .integerIn(1...3))], result: .integer),
      MessageDeclaration("fail()", "Fails."),
      MessageDeclaration("lie()", "Answers something else than it declares.", result: .integer),
      MessageDeclaration("nest()", "Answers too deep a value.", result: .any),
      MessageDeclaration("carry(_:)", "Carries anything.", arguments: [.required("value", .any)], result: .any),
      MessageDeclaration("again()", "Sends itself again, twice.", result: .any),
    ])
}

/// Why a talker fails.
struct Hoarse: Error, CustomStringConvertible {
  var description: String { "hoarse" }
}

/// Receives messages, and tells its delegate.
final class Talker: HookedController, MessageReceiving {
  static let messageProtocols = [MessageProtocol.talking]

  private(set) lazy var delegateLink = DelegateLink<any TalkerDelegate>(of: self, .talkerDelegate)
  override var delegateLinks: [any DelegateLinking] { super.delegateLinks + [delegateLink] }
  var delegate: (any TalkerDelegate)? {
    get { delegateLink.delegate }
    set { delegateLink.delegate = newValue }
  }
  /// How often a message was received.
  private(set) var received = 0
  /// How many were refused that it has sent itself.
  private(set) var refused: [MessageError] = []

  /// What the child tells its delegate.
  @discardableResult
  func tell(_ text: String) -> Bool? {
    delegateLink.send("talker(_:said:)", ["text": .string(text)]) { $0.talker(self, said: text) }
  }

  func receive(_ message: ReceivedMessage) throws -> MessageValue {
    received += 1
    switch message.name {
    case "say(_:times:)":
      let times = message["times"].integer ?? 1
      for _ in 0..<times { tell(message["text"].string ?? "") }
      return .integer(times)
    case "fail()": throw Hoarse()
    case "lie()": return "many"
    case "nest()": return Self.nested(MessageValue.depthLimit + 1)
    case "carry(_:)": return message["value"]
    default:
      for _ in 0..<2 {
        do throws(MessageError) { try sendMessage("again()", from: self) } catch { refused.append(error) }
      }
      return nil
    }
  }

  /// Lists inside one another.
  static func nested(_ depth: Int) -> MessageValue {
    (0..<depth).reduce(nil) { value, _ in [value] }
  }
}

/// Hears what a talker says, by the method or by the message.
final class Listener: HookedController, TalkerDelegate, MessageReceiving {
  static let messageProtocols = [MessageProtocol.talkerDelegate]
  let log = Log()

  func talker(_ talker: Talker, said text: String) -> Bool {
    log.note("\(talker.className) said \(text)")
    return text != "no"
  }

  func receive(_ message: ReceivedMessage) throws -> MessageValue {
    guard let talker = message.sender as? Talker else { throw Hoarse() }
    return .bool(self.talker(talker, said: message["text"].string ?? ""))
  }
}

/// Hears, but receives no messages by their names.
final class DeafListener: TalkerDelegate {
  func talker(_ talker: Talker, said text: String) -> Bool { true }
}

extension UIApplication {
  /// Notes the messages as lines.
  func noteMessages(in log: Log) {
    onMessage = { event in
      let from = event.from.map { _ in "a controller" } ?? "nobody"
      let to = event.to.map { _ in "a controller" } ?? "nobody"
      log.note(
        "\(event.messageProtocol).\(event.message) from \(from) to \(to): \(event.drop?.rawValue ?? "delivered")")
    }
  }
}
