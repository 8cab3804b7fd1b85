/// A bar that shows one navigation item, and the way back to the item beneath.
///
/// A navigation controller owns one; a bar can also stand alone, with `items` of its own.
@MainActor
open class UINavigationBar: UIView {
  /// 44 points: the height of a bar without a prompt (R13.10).
  public static let standardHeight: CGFloat = 44
  /// 74 points: the height of a bar with a prompt (R13.10).
  public static let heightWithPrompt: CGFloat = 74

  /// The navigation controller that owns the bar.
  weak var owner: UINavigationController?
  var stack: [UINavigationItem] = []
  weak var shownTitleView: UIView?
  var isUpdatingTitleView = false

  /// A bar with the given frame and no items.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    context.bars.append(self)
  }

  /// The items, the shown one last. Those of a navigation controller's bar are the controller's to set: by hand it is
  /// reported and changes nothing (R13.15).
  open var items: [UINavigationItem]? {
    get { stack }
    set {
      if let owner { return reportForeignItems(owner) }
      show(newValue ?? [])
    }
  }

  /// Sets `items`; the animation has no length here.
  open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }

  /// The item that the bar shows.
  open var topItem: UINavigationItem? { stack.last }

  /// The item that the back button leads to.
  open var backItem: UINavigationItem? { stack.dropLast().last }

  /// What the bar shows now (R13.4); nil without items. Made anew at each read, so it is never out of date.
  public var content: NavigationBarContent? {
    topItem.map { NavigationBarContent(top: $0, beneath: backItem, in: holder) }
  }

  /// The controller that is the nearest to what stands in the bar.
  private var holder: UIViewController? { owner ?? nearestController }

  /// Places the title view in the middle, below the prompt.
  open override func layoutSubviews() { placeTitleView() }

  /// A bar with buttons.
  open override var semanticRole: SemanticRole { .toolbar }
}
