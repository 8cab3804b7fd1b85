/// What a navigation bar shows for the item on top and the one beneath (R13.4, R13.5, R13.7).
///
/// A value: computed anew from the two items, it cannot be out of date.
@MainActor
public struct NavigationBarContent {
  /// The button that leads back.
  public struct BackButton {
    /// Its text.
    public let title: String
    /// The item that the controller beneath has set for it, if it has. Its target and action are not used: pressing it
    /// always pops (R13.5).
    public let item: UIBarButtonItem?
  }

  /// The text of a back button that nobody has named.
  public static let defaultBackTitle = "Back"

  /// The title in the middle; nil while a view stands in its place.
  public let title: String?
  /// The view in place of the title (R13.9).
  public let titleView: UIView?
  /// The line above.
  public let prompt: String?
  /// The back button, which stands leftmost; nil when there is none.
  public let backButton: BackButton?
  /// The items on the left, from left to right, after the back button.
  public let leftItems: [UIBarButtonItem]
  /// The items on the right, from left to right: the reverse of the item's array, whose first is outermost (R13.7).
  public let rightItems: [UIBarButtonItem]

  /// The content for a stack's two upper items.
  ///
  /// - Parameters:
  ///   - top: The item of the controller on top.
  ///   - beneath: The item of the controller beneath; nil for the root, which never has a back button.
  ///   - holder: The controller in whose view the bar stands, if there is one.
  public init(top: UINavigationItem, beneath: UINavigationItem?, in holder: UIViewController? = nil) {
    // R13.9: the view of a controller that has another parent cannot stand in a bar.
    titleView = top.titleView.flatMap { $0.mayStand(under: holder) ? $0 : nil }
    title = titleView == nil ? top.title : nil
    prompt = top.prompt
    leftItems = top.leftBarButtonItems ?? []
    rightItems = (top.rightBarButtonItems ?? []).reversed()
    let leftItemsReplaceIt = !leftItems.isEmpty && !top.leftItemsSupplementBackButton
    if let beneath, !top.hidesBackButton, !leftItemsReplaceIt {
      let text = beneath.backBarButtonItem?.title ?? beneath.backButtonTitle ?? beneath.title
      backButton = BackButton(title: text ?? Self.defaultBackTitle, item: beneath.backBarButtonItem)
    } else {
      backButton = nil
    }
  }
}

extension UIView {
  /// R3.15: the view of a controller that has a parent stands under that one, and under nobody else.
  func mayStand(under controller: UIViewController?) -> Bool {
    guard let parent = owningController?.parent else { return true }
    return parent === controller
  }
}
