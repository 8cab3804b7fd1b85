/// What in a message's arguments, or in what it answers, does not fit the declaration.
public struct MessageFault: Sendable, Hashable {
  /// One step from a value to one inside it.
  public enum Step: Sendable, Hashable {
    /// A named value.
    case member(String)
    /// An element, from 0.
    case element(Int)
  }

  /// What kind of fault it is.
  public enum Reason: String, Sendable {
    /// The value is of another kind, or out of range.
    case wrongValue
    /// A value that must be given is missing.
    case missingMember
    /// A value has a name that is not declared.
    case unknownMember
  }

  /// 64 characters of a name that is not declared: enough to find it by.
  static let shownName = 64

  /// Where it is, from the outermost value.
  public private(set) var path: [Step]
  /// What kind of fault it is.
  public let reason: Reason
  /// What is declared, for a person.
  public let expected: String
  /// What there was, for a person.
  public let got: String
  /// The names that are declared, for a name that is not.
  public let allowed: [String]
  /// The declared name that was probably meant.
  public let nearest: String?

  init(
    path: [Step], reason: Reason, expected: String, got: String, allowed: [String] = [], nearest: String? = nil
  ) {
    self.path = path
    self.reason = reason
    self.expected = expected
    self.got = got
    self.allowed = allowed
    self.nearest = nearest
  }

  /// The same fault, seen from a value around it.
  func inside(_ step: Step) -> MessageFault {
    var fault = self
    fault.path.insert(step, at: 0)
    return fault
  }

  /// Where it is, for a person: "markers[2].title"; empty for the whole value.
  public var place: String {
    path.reduce("") { place, step in
      switch step {
      case .member(let name): "\(place)\(place.isEmpty ? "" : ".")\(name.prefix(Self.shownName))"
      case .element(let index): "\(place)[\(index)]"
      }
    }
  }
}
