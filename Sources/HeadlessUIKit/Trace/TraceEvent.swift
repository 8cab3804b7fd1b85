/// One callback that the engine sent.
public struct TraceEvent: Sendable, Hashable {
  /// Which callback it was. The raw value is UIKit's base name.
  public enum Kind: String, Sendable, CaseIterable {
    case awakeFromNib, loadView, viewDidLoad
    case viewWillAppear, viewIsAppearing, viewDidAppear
    case viewWillDisappear, viewDidDisappear
    case viewWillLayoutSubviews, viewDidLayoutSubviews
    case viewWillUnload, viewDidUnload
    case willMove, didMove
    case prepare
    case didReceiveMemoryWarning
    case `deinit`

    /// Whether the callback comes with the layout pass, whose number nobody should count on (R2.3).
    public var isLayout: Bool { self == .viewWillLayoutSubviews || self == .viewDidLayoutSubviews }

    var isAppearance: Bool {
      switch self {
      case .viewWillAppear, .viewIsAppearing, .viewDidAppear, .viewWillDisappear, .viewDidDisappear: true
      default: false
      }
    }
  }

  /// The parent that `willMove` and `didMove` tell of.
  public struct Parent: Sendable, Hashable {
    /// The parent's id.
    public let id: NodeID
    /// The parent's class.
    public let className: String
  }

  /// The number of the event in its scene, from 1, without gaps.
  public let sequence: Int
  /// The controller that was called.
  public let controller: NodeID
  /// The controller's class.
  public let className: String
  /// The callback.
  public let event: Kind
  /// The argument of the appearance callbacks; nil for all others.
  public let animated: Bool?
  /// The argument of `willMove` and `didMove`; nil also when there is no parent.
  public let parent: Parent?
  /// The identifier of the segue that `prepare` is for; nil also when it has none.
  public let segue: String?

  /// The event as a line for people and transcripts: class, callback, argument.
  public var line: String {
    switch event {
    case .willMove, .didMove:
      "\(className) \(event.rawValue)(toParent: \(parent?.className ?? "nil"))"
    case .prepare:
      "\(className) \(event.rawValue)(\(segue ?? "nil"))"
    default:
      animated.map { "\(className) \(event.rawValue)(\($0))" } ?? "\(className) \(event.rawValue)"
    }
  }
}
