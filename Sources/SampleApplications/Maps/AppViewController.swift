public import HeadlessUIKit

/// The container of the third source application: a search bar above, a location bar below, and a map embedded between.
public final class AppViewController: UIViewController {
  /// The identifier of the segue that embeds the map.
  static let mapEmbedding = "MapEmbedding"

  // Outlets; nil until the view is loaded, and still during `prepare(for:sender:)`.
  weak var searchBar: UISearchBar?
  weak var locationLabel: UILabel?

  /// The map, since `prepare(for:sender:)`.
  public private(set) var mapViewController: MapViewController?

  /// What is searched for.
  public private(set) var query = ""

  /// The marker that the location bar shows.
  public private(set) var selectedMarker: MapMarker?

  /// Keeps the map, and becomes its delegate: before the view of either is loaded.
  public override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    super.prepare(for: segue, sender: sender)
    guard segue.identifier == Self.mapEmbedding, let map = segue.destination as? MapViewController else { return }
    mapViewController = map
    map.delegate = self
  }

  /// Fills the bars; the view may be loaded more than once (R17.4).
  public override func viewDidLoad() {
    super.viewDidLoad()
    searchBar?.delegate = self
    searchBar?.text = query
    showLocation()
  }

  /// A map can be looked at in every orientation (R18.1).
  public override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }

  private func showLocation() {
    locationLabel?.text = selectedMarker.map { "\($0.title) (\($0.latitude), \($0.longitude))" } ?? "No place selected"
  }
}

extension AppViewController: UISearchBarDelegate {
  /// Marks what is found, and zooms to the first of it.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    query = searchText
    selectedMarker = nil
    showLocation()
    let found = MapMarker.places(matching: searchText)
    mapViewController?.sendMessage(
      "setMarkers", ["markers": .array(found.map(\.messageValue))], from: self
    ) { $0.setMarkers(found) }
    guard let first = found.first else { return }
    mapViewController?.sendMessage("zoomToMarker", ["marker": first.messageValue], from: self) {
      $0.zoomToMarker(first)
    }
  }

  /// The search is done: the keyboard goes.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    searchBar.resignFirstResponder()
  }
}

extension AppViewController: MapViewControllerDelegate, MessageReceiving {
  /// What the map tells it.
  public static var messageProtocols: [MessageProtocol] { [.mapViewControllerDelegate] }

  /// Shows the marker in the location bar.
  public func mapViewController(_ mapViewController: MapViewController, didSelectMarker marker: MapMarker) {
    selectedMarker = marker
    showLocation()
  }

  /// The same, as a message.
  public func receive(_ message: ReceivedMessage) throws -> MessageValue {
    guard let map = message.sender as? MapViewController ?? mapViewController, let marker = MapMarker(message["marker"])
    else { return nil }
    mapViewController(map, didSelectMarker: marker)
    return nil
  }
}
