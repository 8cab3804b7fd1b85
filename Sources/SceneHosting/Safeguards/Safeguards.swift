/// What a client may add to a call so that it is safe to send it late, or again.
struct Safeguards: OptionSet {
  let rawValue: UInt8

  /// `ifRevision`: the call is executed only if its scene has not changed since.
  static let revision = Safeguards(rawValue: 1)
  /// `key`: the call is executed once, however often it is sent.
  static let key = Safeguards(rawValue: 2)
  static let all: Safeguards = [.revision, .key]

  /// The parameters, which stand last, by position too.
  var parameters: [Parameter] {
    (contains(.revision) ? [.ifRevision] : []) + (contains(.key) ? [.key] : [])
  }

  /// The errors that a call can have by them.
  var errors: [ApplicationErrorCode] {
    (contains(.revision) ? [.revisionDiffers] : [])
      + (contains(.key) ? [.keyReused, .valueNotAccepted, .limitReached] : [])
  }
}

extension Parameter {
  /// The revision that a call rests upon.
  static let ifRevision = Parameter.optional(
    "ifRevision", .integer, "The scene's revision that the call rests upon; with another one nothing is done.")

  /// The name of a call that is executed once.
  static let key = Parameter.optional(
    "key", .string,
    "A name of the client's own for this call, 1 to 128 bytes: sent again with it, the call is not executed, and answered "
      + "as before.")
}
