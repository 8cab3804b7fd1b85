extension UINavigationItem {
  /// What a navigation item says.
  public enum Property: String, CaseIterable, Sendable {
    /// `title`
    case title
    /// `prompt`
    case prompt
    /// `titleView`
    case titleView
    /// `backBarButtonItem`
    case backBarButtonItem
    /// `backButtonTitle`
    case backButtonTitle
    /// `hidesBackButton`
    case hidesBackButton
    /// `leftItemsSupplementBackButton`
    case leftItemsSupplementBackButton
    /// `leftBarButtonItems`, and so `leftBarButtonItem`
    case leftBarButtonItems
    /// `rightBarButtonItems`, and so `rightBarButtonItem`
    case rightBarButtonItems
  }
}
