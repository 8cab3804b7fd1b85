public import HeadlessUIKit

extension MultiviewController.Registry {
  /// The screens of the first source application: one line each.
  @MainActor
  public static var samples: MultiviewController.Registry {
    var views = MultiviewController.Registry()
    views.register(1) { View01() }
    views.register(2) { View02() }
    return views
  }
}
