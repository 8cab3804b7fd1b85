/// A bar with items, usually at the bottom.
///
/// A navigation controller owns one, which shows its top controller's `toolbarItems` (R13.13); a toolbar can also stand
/// alone.
@MainActor
open class UIToolbar: UIView {
  /// 44 points: a toolbar's height.
  public static let standardHeight: CGFloat = 44

  /// The navigation controller that owns the toolbar.
  weak var owner: UINavigationController?

  /// A toolbar with the given frame and no items.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    context.bars.append(self)
  }

  /// The items, from left to right.
  open var items: [UIBarButtonItem]? {
    didSet { if !UINavigationItem.areSame(items, oldValue) { noteStructure() } }
  }

  /// Sets `items`; the animation has no length here.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  /// A bar with buttons.
  open override var semanticRole: SemanticRole { .toolbar }
}
