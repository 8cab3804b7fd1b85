/// What a navigation bar shows for one controller.
@MainActor
open class UINavigationItem {
  nonisolated let context: SceneContext

  /// The name of this item on the wire.
  public nonisolated let id: NodeID

  /// An item with a title, in the scene that runs.
  public init(title: String) {
    context = .current
    id = context.identifiers.next()
    self.title = title
  }

  /// Bars and containers that follow the item.
  var observers = NavigationItemObservers()

  private func changed(_ property: Property) {
    context.noteStructure(of: id)
    // A copy: who is told may begin or end to follow the item.
    let told = observers
    told.tell(of: self, property)
  }

  /// The title in the middle of the bar.
  open var title: String? {
    didSet { if title != oldValue { changed(.title) } }
  }

  /// A line above the title; makes the bar higher (R13.10).
  open var prompt: String? {
    didSet { if prompt != oldValue { changed(.prompt) } }
  }

  /// A view in place of the title, for the top item only (R13.9).
  open var titleView: UIView? {
    didSet { if titleView !== oldValue { changed(.titleView) } }
  }

  /// The button that leads back *to* this item, shown while the next one is on top (R13.5).
  open var backBarButtonItem: UIBarButtonItem? {
    didSet { if backBarButtonItem !== oldValue { changed(.backBarButtonItem) } }
  }

  /// The text of the default back button that leads to this item (R13.4).
  open var backButtonTitle: String? {
    didSet { if backButtonTitle != oldValue { changed(.backButtonTitle) } }
  }

  /// Whether no back button is shown while this item is on top (R13.4).
  open var hidesBackButton = false {
    didSet { if hidesBackButton != oldValue { changed(.hidesBackButton) } }
  }

  /// Whether the left items stand beside the back button instead of in its place (R13.4).
  open var leftItemsSupplementBackButton = false {
    didSet { if leftItemsSupplementBackButton != oldValue { changed(.leftItemsSupplementBackButton) } }
  }

  /// The items on the left, from left to right.
  open var leftBarButtonItems: [UIBarButtonItem]? {
    didSet { if !Self.areSame(leftBarButtonItems, oldValue) { changed(.leftBarButtonItems) } }
  }

  /// The items on the right, from right to left (R13.7).
  open var rightBarButtonItems: [UIBarButtonItem]? {
    didSet { if !Self.areSame(rightBarButtonItems, oldValue) { changed(.rightBarButtonItems) } }
  }

  /// A view on the first of `leftBarButtonItems` (R13.6): setting replaces it, nil removes it.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = Self.replacingFirst(of: leftBarButtonItems, with: newValue) }
  }

  /// A view on the first of `rightBarButtonItems` (R13.6): setting replaces it, nil removes it.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = Self.replacingFirst(of: rightBarButtonItems, with: newValue) }
  }

  /// Sets the left items; the animation has no length here.
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
  /// Sets the first left item; the animation has no length here.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Sets the right items; the animation has no length here.
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
  /// Sets the first right item; the animation has no length here.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
  /// Shows or hides the back button; the animation has no length here.
  open func setHidesBackButton(_ hides: Bool, animated: Bool) { hidesBackButton = hides }

  static func areSame(_ items: [UIBarButtonItem]?, _ others: [UIBarButtonItem]?) -> Bool {
    items?.map(ObjectIdentifier.init) == others?.map(ObjectIdentifier.init)
  }

  /// R13.6: an item that is in the array already moves to the front; nil takes the first one out.
  private static func replacingFirst(of items: [UIBarButtonItem]?, with item: UIBarButtonItem?) -> [UIBarButtonItem]? {
    var result = items ?? []
    guard let item else {
      if !result.isEmpty { result.removeFirst() }
      return result.isEmpty ? nil : result
    }
    if let index = result.firstIndex(where: { $0 === item }) {
      result.remove(at: index)
    } else if !result.isEmpty {
      result.removeFirst()
    }
    result.insert(item, at: 0)
    return result
  }
}
