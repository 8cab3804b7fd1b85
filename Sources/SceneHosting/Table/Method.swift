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

  /// The name, lowerCamelCase, verb first.
  let name: String
  /// What it does, in a sentence.
  let summary: String
  /// What a client must be allowed to use it.
  let role: Role
  /// All parameters, in the order in which they can be given by position.
  let parameters: [Parameter]
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

  /// A row of the table.
  init(
    _ name: String, summary: String, role: Role, offer: Offer = .daemon, parameters: [Parameter] = [], result: Schema,
    errors: [ApplicationErrorCode] = [], examples: [Example] = [], since: Int = 1, handler: @escaping Handler
  ) {
    self.name = name
    self.summary = summary
    self.role = role
    self.offer = offer
    self.parameters = parameters
    self.result = result
    self.errors = errors
    self.examples = examples
    self.since = since
    self.handler = handler
  }

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
