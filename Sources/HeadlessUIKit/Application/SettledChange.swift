/// What was changed between two revisions of a scene: which nodes, not how.
///
/// A node that is named may be as it was before, and may be in no tree. Whatever is not named is unchanged.
public struct SettledChange: Sendable {
  /// The revision before.
  public let from: Int
  /// The revision that holds the change.
  public let to: Int
  /// The windows, controllers, views, navigation items and bar items that were changed; the application stands for what
  /// concerns all.
  public let nodes: Set<NodeID>
  /// Those of them that hold other things now, or in another order. The others hold what they held.
  public let structure: Set<NodeID>
  /// More was changed than is kept by name: every node may be another one. `nodes` and `structure` are empty then.
  public let isWhole: Bool
}
