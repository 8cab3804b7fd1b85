/// What a search bar asks and tells. All methods can be left out.
@MainActor
public protocol UISearchBarDelegate: AnyObject {
  /// Whether a person may begin to edit. True unless implemented.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// Editing has begun.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// A person has changed the text.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Whether editing may end. True unless implemented; a bar that leaves its window ends it anyhow.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// Editing has ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// The search key was pressed.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// The cancel button was pressed.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
  /// Lets editing begin.
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  /// Lets editing end.
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
}
