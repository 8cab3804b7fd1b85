public import HeadlessUIKit

/// What a map tells whoever embeds it. The map need not know who that is.
@MainActor
public protocol MapViewControllerDelegate: AnyObject {
  /// A person has tapped a marker.
  func mapViewController(_ mapViewController: MapViewController, didSelectMarker marker: MapMarker)
}

extension MessageProtocol {
  /// `MapViewControllerDelegate`, as others than Swift see it.
  public static let mapViewControllerDelegate = MessageProtocol(
    "MapViewControllerDelegate",
    [
      MessageDeclaration(
        "mapViewController(_:didSelectMarker:)", "A marker of the map was tapped.",
        arguments: [.required("marker", MapMarker.schema)])
    ])

  /// What a container says to a map.
  public static let mapViewController = MessageProtocol(
    "MapViewController",
    [
      MessageDeclaration(
        "setMarkers", "Shows these markers in place of all others.",
        arguments: [
          .required("markers", .array(MapMarker.schema), "\(MapViewController.markerLimit) at most.")
        ]),
      MessageDeclaration(
        "zoomToMarker", "Shows the surroundings of a marker.", arguments: [.required("marker", MapMarker.schema)]),
    ])
}
