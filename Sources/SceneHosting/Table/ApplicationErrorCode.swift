import HeadlessUIKit
import JSONRPCCore

/// The errors of the application, 1000 to 1099: what is wrong by state, not by schema. The table is frozen: codes are
/// added, never changed.
enum ApplicationErrorCode: Int, CaseIterable, Sendable {
  case sceneNotFound = 1000
  case applicationNotFound = 1001
  case sceneExists = 1002
  case controllerNotFound = 1003
  case targetNotFound = 1004
  case targetAmbiguous = 1005
  case targetNotInteractive = 1006
  case methodNotOffered = 1007
  case viewNotFound = 1008
  case clockIsReal = 1009
  case didNotSettle = 1010
  case subscriptionNotFound = 1011
  case valueNotAccepted = 1012
  case limitReached = 1013
  case notPermitted = 1014
  case segmentNotFound = 1015
  case messageNotDeclared = 1016
  case messageNotAccepted = 1017
  case messageTargetNotFound = 1018
  case waitTimedOut = 1019
  case cancelled = 1020
  case notInBatch = 1021
  case revisionDiffers = 1022
  case keyReused = 1023
  case transactionStopped = 1024
  case clientNotFound = 1025

  /// The stable word in `data.reason`.
  var reason: String { "\(self)" }

  /// What it means, in a sentence.
  var summary: String {
    switch self {
    case .sceneNotFound: "No scene has the name."
    case .applicationNotFound: "No application is registered under the name."
    case .sceneExists: "A scene has the name already."
    case .controllerNotFound: "No live controller of the scene has the id."
    case .targetNotFound: "Nothing on screen has the id, identifier or title."
    case .targetAmbiguous: "Several things on screen have the identifier or title."
    case .targetNotInteractive: "The target cannot be used by a person now."
    case .methodNotOffered: "No hosted scene, or not that controller, offers the method."
    case .viewNotFound: "No view has the number."
    case .clockIsReal: "The scene's clock is real and cannot be moved by hand."
    case .didNotSettle: "The scene's turn queue did not become empty."
    case .subscriptionNotFound: "The connection has no such subscription."
    case .valueNotAccepted: "The target takes no such value."
    case .limitReached: "A limit of the daemon is reached."
    case .notPermitted: "The client's role does not include the method."
    case .segmentNotFound: "No segment has the index."
    case .messageNotDeclared: "The receiver declares no message of the name."
    case .messageNotAccepted: "The message's arguments do not fit its declaration, or its receiver has failed."
    case .messageTargetNotFound: "Nothing that receives messages has the name."
    case .waitTimedOut: "The time of a call that waited is over."
    case .cancelled: "A call that waited was cancelled."
    case .notInBatch: "The method's answer may not be one of a batch's."
    case .revisionDiffers: "The scene is not at the revision that the call rests upon."
    case .keyReused: "The key belongs to another call."
    case .transactionStopped: "A call of the transaction failed; those before it stay, the others were not executed."
    case .clientNotFound: "No client that is connected has the name."
    }
  }

  /// An error with this code.
  func error(_ message: String, _ details: [(name: String, value: ErrorDetail)] = []) -> JSONRPCError {
    JSONRPCError(ErrorCode(rawValue: rawValue), reason: reason, message: message, details: details)
  }

  /// An error about a name that does not exist, with what does: the nearest name, and the first of all names.
  func unknownName(
    _ name: String, what: String, pointer: String, among names: [String], advice: String
  ) -> JSONRPCError {
    let nearest = SpellingHint.nearest(to: name, in: names)
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? advice
    var details: [(name: String, value: ErrorDetail)] = [
      (name: "pointer", value: .string(pointer)),
      (name: "allowed", value: .strings(Array(names.prefix(Self.mostNames)))),
    ]
    if let nearest { details.append((name: "nearest", value: .string(nearest))) }
    return error("There is no \(what) \"\(name.prefix(64))\"; \(hint)", details)
  }

  /// 32 names in an error help; more only fill it.
  static let mostNames = 32
}
