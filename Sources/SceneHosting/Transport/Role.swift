/// What a client may do. Each role may do what the ones before it may.
public enum Role: String, CaseIterable, Comparable, Sendable {
  /// Look and listen.
  case observe
  /// Also use what is on screen.
  case drive
  /// Also open and close scenes, move their clocks, and send clients away.
  case administer

  /// Whether a role may do less than another one.
  public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .observe: 0
    case .drive: 1
    case .administer: 2
    }
  }
}
