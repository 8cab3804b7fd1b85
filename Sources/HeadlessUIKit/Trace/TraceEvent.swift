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
    case willRotate, willAnimateRotation, didRotate
    case willTransition, viewWillTransition, traitCollectionDidChange
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

  /// What the callbacks of rotation, size and traits tell of.
  public enum Change: Sendable, Hashable {
    /// The orientation that comes (`willRotate`, `willAnimateRotation`) or was there before (`didRotate`).
    case orientation(UIInterfaceOrientation)
    /// The size that comes (`viewWillTransition`).
    case size(CGSize)
    /// The traits that come (`willTransition`) or were there before (`traitCollectionDidChange`).
    case traits(UITraitCollection)
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
  /// The argument of the callbacks of rotation, size and traits; nil for all others.
  public let change: Change?

  /// The event as a line for people and transcripts: class, callback, argument.
  public var line: String {
    switch event {
    case .willMove, .didMove:
      "\(className) \(event.rawValue)(toParent: \(parent?.className ?? "nil"))"
    case .prepare:
      "\(className) \(event.rawValue)(\(segue ?? "nil"))"
    case .willRotate, .willAnimateRotation, .didRotate, .willTransition, .viewWillTransition,
      .traitCollectionDidChange:
      "\(className) \(event.rawValue)(\(change?.text ?? ""))"
    default:
      animated.map { "\(className) \(event.rawValue)(\($0))" } ?? "\(className) \(event.rawValue)"
    }
  }
}

extension TraceEvent.Change {
  /// The argument for people: "landscapeLeft", "844x390", "compact regular light leftToRight".
  fileprivate var text: String {
    switch self {
    case .orientation(let orientation): orientation.name
    case .size(let size): "\(Self.plain(size.width))x\(Self.plain(size.height))"
    case .traits(let traits): traits.description
    }
  }

  /// A number without a fraction where it has none.
  private static func plain(_ number: CGFloat) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
