extension UIApplication {
  /// Whether a bar on screen shows the item, or a controller on screen that no bar shows has it. Cost: as
  /// `barItemPlacesOnScreen`.
  public static func isOnScreen(_ item: UIBarButtonItem) -> Bool {
    item.context.application?.barItemPlacesOnScreen.contains { $0.item === item } ?? false
  }
}
