/// Who was told of a memory warning, and what it freed.
public struct MemoryWarningReport: Sendable, Hashable {
  /// A controller.
  public struct Entry: Sendable, Hashable {
    /// The controller's id.
    public let controller: NodeID
    /// The controller's class.
    public let className: String
  }

  /// Why a loaded view stayed.
  public enum KeepReason: String, Sendable, CaseIterable {
    /// The profile never unloads views (R17.5).
    case profileKeepsViews
    /// The view is in a hierarchy (R17.4).
    case hasSuperview
    /// Neither a nib nor an override of `loadView` could make it again (R17.4).
    case cannotBeRemade
    /// An override of `didReceiveMemoryWarning` did not call super (R17.7).
    case superNotCalled
  }

  /// A controller whose loaded view stayed.
  public struct Kept: Sendable, Hashable {
    /// The controller's id.
    public let controller: NodeID
    /// The controller's class.
    public let className: String
    /// Why it stayed.
    public let reason: KeepReason
  }

  /// The class of the application's delegate, which was told first; nil when there is none.
  public internal(set) var delegateClass: String?
  /// How many observers of the notification were told, after the delegate.
  public internal(set) var observers = 0
  /// The controllers that were told, in order: all that are alive (R17.1).
  public internal(set) var told: [Entry] = []
  /// The controllers whose views were thrown away.
  public internal(set) var unloaded: [Entry] = []
  /// The controllers whose views were loaded and stayed.
  public internal(set) var kept: [Kept] = []
}
