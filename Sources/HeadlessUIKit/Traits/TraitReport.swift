/// What came of asking for other traits.
public struct TraitReport: Sendable, Hashable {
  /// The traits now. When callbacks of the change have asked for others, these are the last ones.
  public internal(set) var traits: UITraitCollection
  /// Whether the scene has other traits by what was asked. Not when a callback has asked: it is done when the change that
  /// is under way is over.
  public internal(set) var changed = false
}
