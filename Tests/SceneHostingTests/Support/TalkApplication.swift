import HeadlessUIKit

@testable import SceneHosting

@MainActor
protocol RadioDelegate: AnyObject {
  func radio(_ radio: RadioController, played song: String)
}

extension MessageProtocol {
  static let radioDelegate = MessageProtocol(
    "RadioDelegate",
    [MessageDeclaration("radio(_:played:)", "A song was played.", arguments: [.required("song", .string)])])

  static let radio = MessageProtocol(
    "Radio",
    [
      MessageDeclaration(
        "play(_:)", "Plays a song.",
        arguments: [
          .required("song", .string, "Its title."), .optional("volume", .integerIn(0...11)),
          .optional("tags", .array(.choice(["loud", "slow"]))), .optional("speed", .number),
          .optional("live", .boolean), .optional("by", .nullable(.string)), .optional("year", .integer),
        ], result: .object([.required("played", .integer)])),
      MessageDeclaration("jam()", "Fails."),
      MessageDeclaration("hum()", "Answers something else than it declares.", result: .integer),
      MessageDeclaration("echo(_:)", "Answers what it gets.", arguments: [.optional("value", .any)], result: .any),
      MessageDeclaration("switchOff()", "Throws the delegate away."),
      MessageDeclaration("relayout()", "Is told its callbacks.", result: .null),
    ])
}

/// Receives messages, and tells its delegate.
final class RadioController: UIViewController, MessageReceiving {
  struct Jam: Error, CustomStringConvertible {
    let description = String(repeating: "jam", count: 300)
  }

  static let messageProtocols = [MessageProtocol.radio]
  private lazy var link = DelegateLink<any RadioDelegate>(of: self, .radioDelegate)
  private lazy var other = DelegateLink<any RadioDelegate>(of: self, named: "understudy", .radioDelegate)
  override var delegateLinks: [any DelegateLinking] { super.delegateLinks + [link, other] }
  private var played = 0

  func listen(_ delegate: any RadioDelegate) { link.delegate = delegate }
  func listenNext(_ delegate: any RadioDelegate) { other.delegate = delegate }

  func receive(_ message: ReceivedMessage) throws -> MessageValue {
    switch message.name {
    case "play(_:)":
      let song = message["song"].string ?? ""
      played += 1
      link.send("radio(_:played:)", ["song": .string(song)]) { $0.radio(self, played: song) }
      return ["played": .integer(played)]
    case "jam()": throw Jam()
    case "hum()": return "hm"
    case "echo(_:)": return message["value"]
    case "relayout()":
      let child = UIViewController()
      addChild(child)
      link.send("radio(_:played:)", ["song": "between"]) { $0.radio(self, played: "between") }
      child.removeFromParent()
      return nil
    default:
      (UIApplication.shared.delegate as? TalkAppDelegate)?.dropListener()
      return nil
    }
  }
}

/// Hears the radio, by its method and by messages.
final class ListenerController: UIViewController, RadioDelegate, MessageReceiving {
  static let messageProtocols = [MessageProtocol.radioDelegate]
  private let label = UILabel(frame: .zero)

  override func viewDidLoad() {
    super.viewDidLoad()
    label.accessibilityIdentifier = "heard"
    view.addSubview(label)
  }

  func radio(_ radio: RadioController, played song: String) { label.text = song }

  func receive(_ message: ReceivedMessage) throws -> MessageValue {
    label.text = "by name: \(message["song"].string ?? "")"
    return nil
  }
}

/// Hears, but is no controller and receives nothing by name.
final class DeafDelegate: RadioDelegate {
  func radio(_ radio: RadioController, played song: String) {}
}

/// A root that contains a radio; a listener, held by the delegate alone, and a controller without messages.
final class TalkAppDelegate: UIApplicationDelegate {
  private var window: UIWindow?
  private var listener: ListenerController?
  private let deaf = DeafDelegate()

  func dropListener() {
    guard let listener else { return }
    listener.view.removeFromSuperview()
    self.listener = nil
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    self.window = window
    let radio = RadioController()
    let listener = ListenerController()
    radio.listen(listener)
    radio.listenNext(deaf)
    self.listener = listener
    window.rootViewController = radio
    radio.view.addSubview(listener.view)
    window.makeKeyAndVisible()
    return true
  }
}

/// A client of a host with a scene of radio and listener.
@MainActor
struct TalkScene {
  let test: TestHost
  let client: MemoryClient
  let radio: NodeID
  let listener: NodeID

  init() throws {
    test = try TestHost(opening: [])
    test.host.register(ApplicationRegistration("talk") { TalkAppDelegate() })
    try test.host.openScene("talk")
    client = test.client()
    let live = test.host.scenes.first?.application.liveControllers ?? []
    radio = live.first { $0 is RadioController }?.id ?? NodeID(rawValue: 0)
    listener = live.first { $0 is ListenerController }?.id ?? NodeID(rawValue: 0)
  }

  /// Sends a message to the radio, or to what is named after a dot.
  func send(_ message: String, _ arguments: String? = nil, to suffix: String = "") throws -> Answer {
    let members = arguments.map { #","arguments":\#($0)"# } ?? ""
    return try client.call("sendMessage", #"{"to":"\#(radio)\#(suffix)","message":"\#(message)"\#(members)}"#)
  }
}
