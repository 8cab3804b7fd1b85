import HeadlessUIKit

/// All notifications that the daemon sends. What sends them is in `SceneHost+Events.swift`; the tests' clients take none that
/// is not here.
enum NotificationTable {
  /// In the order in which `rpc.discover` lists them.
  static let all: [ServerNotification] = [
    trace, issue, advice, message, delta, resync, sceneOpened, sceneClosed, notFollowed, lost, goodbye,
  ]

  private static let trace = ServerNotification(
    "trace", summary: "A callback was sent to a controller.", kind: .trace,
    parameters: .object([
      .always("scene", .string), .always("sequence", .integer), .always("controller", .nodeID),
      .always("class", .string), .always("event", .choice(TraceEvent.Kind.allCases.map(\.rawValue))),
      .sometimes("animated", .boolean), .sometimes("parent", .nullable(.nodeID)),
      .sometimes("segue", .nullable(.string)),
      .sometimes("orientation", .choice(UIInterfaceOrientation.allCases.map(\.name))),
      .sometimes("size", .array(.number(minimum: nil))), .sometimes("traits", Method.traitsSchema),
    ]))

  private static let issue = ServerNotification(
    "issue", summary: "A contract was broken.", kind: .trace,
    parameters: .object([.always("scene", .string)] + Method.issueProperties))

  private static let advice = ServerNotification(
    "advice", summary: "Something works, and people will not like it.", kind: .trace,
    parameters: .object([
      .always("scene", .string), .always("advice", .string), .always("controller", .nullable(.nodeID)),
      .always("class", .string), .always("message", .string),
    ]))

  private static let message = ServerNotification(
    "message", summary: "A declared message is about to be received, or was dropped.", kind: .messages,
    parameters: .object([
      .always("scene", .string), .always("from", .nullable(.nodeID)), .always("to", .nullable(.nodeID)),
      .always("protocol", .string), .always("message", .string), .always("arguments", .map(.any)),
      .always("delivered", .boolean),
      .sometimes("cause", .choice(MessageEvent.Drop.allCases.map(\.rawValue))),
    ]))

  private static let delta = ServerNotification(
    "delta", summary: "A scene's state was changed; what led from one revision to another.", kind: .state,
    parameters: StateAnswer.deltaSchema)

  private static let resync = ServerNotification(
    "resync", summary: "A scene's state as it is now, in place of the deltas that the client has not been sent.",
    kind: .state,
    parameters: .object([
      .always("scene", .string), .always("stream", .string), .always("epoch", .string), .always("revision", .integer),
      .always("reason", .choice(StreamPosition.Behind.Reason.allCases.map(\.rawValue))),
      .sometimes(
        "merged",
        .object([.always("from", .integer), .always("deltas", .integer), .always("seconds", .number(minimum: 0))])),
      .always("root", .nullable(.nodeID)), .always("focus", .nullable(.nodeID)),
      .always("nodes", .map(NodeWriter.nodeSchema)),
    ]))

  private static let sceneOpened = ServerNotification(
    "sceneOpened", summary: "A scene was opened.", kind: .scenes,
    parameters: .object([.always("scene", .string)] + Method.sceneDescription))

  private static let sceneClosed = ServerNotification(
    "sceneClosed", summary: "A scene was closed; also told to those who follow its state.", kind: .scenes,
    parameters: .object([.always("scene", .string), .always("revision", .integer)]))

  private static let notFollowed = ServerNotification(
    "notFollowed",
    summary: "A scene was opened whose state a subscription covers, and too many scopes of it are followed.",
    kind: .state,
    parameters: .object([
      .always("scene", .string), .always("subscription", .string), .always("limitName", .string),
      .always("limit", .integer),
    ]))

  private static let lost = ServerNotification(
    "lost", summary: "Events were dropped, as the client did not read.", kind: nil,
    parameters: .object([.always("events", .integer), .always("limitName", .string), .always("limit", .integer)]))

  private static let goodbye = ServerNotification(
    "goodbye", summary: "The daemon is about to close the connection; nothing follows.", kind: nil,
    parameters: .object([.always("reason", .string)]))
}
