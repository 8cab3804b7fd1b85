import HeadlessUIKit

extension UIStoryboard {
  /// The storyboard of the third source application.
  static func maps() -> UIStoryboard {
    do throws(StoryboardError) {
      return UIStoryboard(
        try StoryboardDefinition(
          name: "Maps", initial: "app",
          scenes: [
            StoryboardDefinition.Scene(
              "app", AppViewController.self,
              segues: [
                StoryboardDefinition.Segue(AppViewController.mapEmbedding, .embed(container: "mapContainer"), to: "map")
              ],
              makeView: makeAppView,
              connect: { controller, view in
                for subview in view.subviews {
                  if let searchBar = subview as? UISearchBar { controller.searchBar = searchBar }
                  if let label = subview.subviews.first as? UILabel { controller.locationLabel = label }
                }
              }),
            StoryboardDefinition.Scene(
              "map", MapViewController.self, makeView: { UIView(frame: UIScreen.main.bounds) }),
          ]))
    } catch {
      preconditionFailure("the storyboard of the sample is wrong: \(error)")
    }
  }

  /// 44 points, as all bars.
  private static let barHeight: CGFloat = 44

  /// 8 points beside a text.
  private static let margin: CGFloat = 8

  private static func makeAppView() -> UIView {
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let (width, height) = (view.bounds.width, view.bounds.height)
    let searchBar = UISearchBar(frame: CGRect(x: 0, y: 0, width: width, height: barHeight))
    searchBar.placeholder = "Search for a place"
    searchBar.accessibilityIdentifier = "search"
    searchBar.autoresizingMask = .flexibleWidth
    let container = UIView(frame: CGRect(x: 0, y: barHeight, width: width, height: height - 2 * barHeight))
    container.accessibilityIdentifier = "mapContainer"
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let locationBar = UIView(frame: CGRect(x: 0, y: height - barHeight, width: width, height: barHeight))
    locationBar.accessibilityIdentifier = "locationBar"
    locationBar.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    let label = UILabel(frame: CGRect(x: margin, y: 0, width: width - 2 * margin, height: barHeight))
    label.accessibilityIdentifier = "location"
    label.autoresizingMask = .flexibleWidth
    locationBar.addSubview(label)
    for subview in [searchBar, container, locationBar] { view.addSubview(subview) }
    return view
  }
}
