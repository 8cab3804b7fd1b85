import JSONRPCCore
import JSONText

/// One method: its name, parameters and documentation, and what it does.
///
/// Instances are the rows of the method table, one file each under `Methods/`. `rpc.discover` is written from them. A class,
/// so that a call passes a row on without copying what is in it.
@MainActor
final class Method {
  /// Who may be asked for the method.
  enum Offer {
    /// The daemon itself.
    case daemon
    /// Every scene.
    case everyScene
    /// Scenes whose application's delegate conforms to `ViewDisplaying`.
    case viewDisplaying
    /// Scenes whose application's delegate conforms to `SegmentSelecting`.
    case segmentSelecting
  }

  typealias Handler = @MainActor (Call, inout JSONWriter) throws(JSONRPCError) -> Void
  typealias WaitingHandler = @MainActor (Call) throws(JSONRPCError) -> Waiting

  /// The name, lowerCamelCase, verb first.
  let name: String
  /// What it does, in a sentence.
  let summary: String
  /// What a client must be allowed to use it.
  let role: Role
  /// All parameters, in the order in which they can be given by position: the method's own, then its safeguards.
  let parameters: [Parameter]
  /// How many parameters there are up to the last one that must be given.
  let requiredCount: Int
  /// Where `ifRevision` and `key` stand among the parameters; nil where the method has none.
  let placeOfRevision: Int?
  let placeOfKey: Int?
  /// What the result looks like.
  let result: Schema
  /// Which errors of the application it can answer with, beside those that the host answers for all methods.
  let errors: [ApplicationErrorCode]
  /// Calls with their answers; at least one.
  let examples: [Example]
  /// The level of the protocol with which it came.
  let since: Int

  let offer: Offer
  let handler: Handler
  /// What a call of the method waits for; nil when it is always answered at once.
  let waitingHandler: WaitingHandler?
  /// Whether a call can be on terms of its own: it waits, or was given what its safeguards ask for.
  let isSpecial: Bool
  /// Whether a call may be answered later than those that follow it: it cannot stand in a batch then.
  let waits: Bool

  /// A row of the table.
  ///
  /// - Parameters:
  ///   - parameters: The method's own, `controller` and `scene`.
  ///   - safeguards: What makes it safe to send a call late or again; nil: all, for a method that is more than observing.
  ///   - errors: Which errors it can answer with, beside those of its safeguards.
  init(
    _ name: String, summary: String, role: Role, safeguards: Safeguards? = nil, offer: Offer = .daemon,
    parameters: [Parameter] = [], result: Schema, errors: [ApplicationErrorCode] = [],
    examples: [Example] = [], since: Int = 1, handler: @escaping Handler
  ) {
    let safeguards = safeguards ?? (role == .observe ? [] : .all)
    self.name = name
    self.summary = summary
    self.role = role
    self.offer = offer
    self.parameters = parameters + safeguards.parameters
    requiredCount = Self.requiredCount(parameters)
    placeOfRevision = self.parameters.firstIndex { $0 == .ifRevision }
    placeOfKey = self.parameters.firstIndex { $0 == .key }
    self.result = result
    self.errors = errors + safeguards.errors.filter { !errors.contains($0) }
    self.examples = examples
    self.since = since
    self.handler = handler
    waitingHandler = nil
    waits = false
    isSpecial = !safeguards.isEmpty
  }

  /// A row of the table, of a method whose answer may come later.
  ///
  /// - Parameters:
  ///   - errors: Which errors it can answer with, beside those of waiting.
  ///   - waiting: Says what the call waits for. It must not change anything: a call may be refused after it.
  init(
    _ name: String, summary: String, role: Role, offer: Offer, parameters: [Parameter], result: Schema,
    errors: [ApplicationErrorCode], examples: [Example], since: Int = 1, waiting: @escaping WaitingHandler
  ) {
    self.name = name
    self.summary = summary
    self.role = role
    self.offer = offer
    self.parameters = parameters
    requiredCount = Self.requiredCount(parameters)
    placeOfRevision = nil
    placeOfKey = nil
    self.result = result
    self.errors = errors + [.limitReached, .waitTimedOut, .cancelled, .notInBatch]
    handler = { (_, _) throws(JSONRPCError) in preconditionFailure("a call that waits was answered like others") }
    waitingHandler = waiting
    waits = true
    self.examples = examples
    self.since = since
    isSpecial = true
  }

  private static func requiredCount(_ parameters: [Parameter]) -> Int {
    (parameters.lastIndex { $0.isRequired } ?? -1) + 1
  }

  /// Whether a call of the method can be one of a transaction: it changes a scene, as a person would, and is no transaction.
  var canBeInTransaction: Bool { role == .drive && placeOfRevision != nil && self !== Method.transaction }

  /// The parameters less the safeguards, which are of a whole request.
  var ownParameters: [Parameter] { Array(parameters[..<(placeOfRevision ?? placeOfKey ?? parameters.count)]) }

  /// Whether a scene's application offers the method. Decided by its class alone, never by live state.
  func isOffered(by registration: ApplicationRegistration) -> Bool {
    switch offer {
    case .daemon: false
    case .everyScene: true
    case .viewDisplaying: registration.displaysViews
    case .segmentSelecting: registration.selectsSegments
    }
  }

  /// All errors of the application that it can answer with: its own, and those of the host. Any method can be beyond a role
  /// but the observer's, and beyond the room that a batch's answers have.
  var allErrors: [ApplicationErrorCode] {
    let common: [ApplicationErrorCode] = role == .observe ? [.limitReached] : [.notPermitted, .limitReached]
    return errors + common.filter { !errors.contains($0) }
  }

  /// What every answer that concerns a scene begins with.
  nonisolated static func sceneAnswer(_ properties: [Schema.Property]) -> Schema {
    .object(
      [.always("scene", .string), .always("controller", .nullable(.nodeID)), .always("revision", .integer)]
        + properties + [.sometimes("issues", .array(issueSchema))])
  }

  /// A broken contract, as answers and notifications tell of it.
  nonisolated static let issueSchema = Schema.object(issueProperties)

  nonisolated static let issueProperties: [Schema.Property] = [
    .always("issue", .string), .always("controller", .nullable(.nodeID)), .always("class", .string),
    .always("message", .string),
  ]

  /// A controller that is shown, with its title.
  nonisolated static let shownControllerSchema = Schema.nullable(
    .object([.always("id", .nodeID), .always("class", .string), .always("title", .nullable(.string))]))

  /// A controller, by id and class.
  nonisolated static let controllerSchema = Schema.object([.always("controller", .nodeID), .always("class", .string)])
}
