/// The scalar of the engine's geometry, in points.
///
/// On Apple's systems `CGFloat` converts to and from `Double` without a word; here it is `Double`.
public typealias CGFloat = Double
