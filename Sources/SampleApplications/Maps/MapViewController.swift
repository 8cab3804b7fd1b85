public import HeadlessUIKit

/// A map with markers that can be tapped; it tells its delegate, and knows nothing else of who embeds it.
public final class MapViewController: UIViewController, MessageReceiving {
  /// What a container says to it.
  public static let messageProtocols = [MessageProtocol.mapViewController]

  /// 1,000 markers: each is a button, and more than that nobody can tell apart on a screen.
  public nonisolated static let markerLimit = 1000

  /// The markers that are shown.
  public private(set) var markers: [MapMarker] = []

  /// The marker whose surroundings are shown; nil: the whole world.
  public private(set) var zoomedMarker: MapMarker?

  private lazy var delegateLink = DelegateLink<any MapViewControllerDelegate>(of: self, .mapViewControllerDelegate)

  /// Who is told of taps; not retained.
  public var delegate: (any MapViewControllerDelegate)? {
    get { delegateLink.delegate }
    set { delegateLink.delegate = newValue }
  }

  /// The delegate, as clients see it.
  public override var delegateLinks: [any DelegateLinking] { super.delegateLinks + [delegateLink] }

  /// Shows markers in place of all others, and the whole world.
  public func setMarkers(_ markers: [MapMarker]) {
    self.markers = markers
    zoomedMarker = nil
    if isViewLoaded { makeButtons() }
  }

  /// Shows the surroundings of a marker.
  public func zoomToMarker(_ marker: MapMarker) {
    zoomedMarker = marker
    if isViewLoaded { showZoom() }
  }

  /// Does what a message asks for.
  ///
  /// - Throws: `TooManyMarkers`.
  public func receive(_ message: ReceivedMessage) throws -> MessageValue {
    if message.name == "setMarkers" {
      let markers = message["markers"].array ?? []
      guard markers.count <= Self.markerLimit else { throw TooManyMarkers(count: markers.count) }
      setMarkers(markers.compactMap { MapMarker($0) })
    } else if let marker = MapMarker(message["marker"]) {
      zoomToMarker(marker)
    }
    return nil
  }

  // MARK: The map

  private var buttons: [UIButton] = []

  /// Shows what was set before the view was there; it may be loaded more than once (R17.4).
  public override func viewDidLoad() {
    super.viewDidLoad()
    view.accessibilityIdentifier = "map"
    makeButtons()
  }

  /// Places the markers: the world is as wide as the view.
  public override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    placeButtons()
  }

  private func makeButtons() {
    for button in buttons { button.removeFromSuperview() }
    buttons = markers.map { marker in
      let button = UIButton(type: .roundedRect)
      button.setTitle(marker.title, for: .normal)
      button.addAction(UIAction { [weak self] _ in self?.select(marker) }, for: .touchUpInside)
      view.addSubview(button)
      return button
    }
    showZoom()
  }

  private func select(_ marker: MapMarker) {
    delegateLink.send("mapViewController(_:didSelectMarker:)", ["marker": marker.messageValue]) {
      $0.mapViewController(self, didSelectMarker: marker)
    }
  }

  private func showZoom() {
    view.accessibilityLabel = zoomedMarker.map { "Around \($0.title)" } ?? "The world"
    for (button, marker) in zip(buttons, markers) { button.isSelected = marker == zoomedMarker }
    view.setNeedsLayout()
  }

  /// 20 degrees: a country and its neighbours.
  private static let zoomedSpan = 20.0
  private static let worldSpan = 360.0
  private static let buttonSize = CGSize(width: 120, height: 30)

  /// An equirectangular map: a degree has the same length everywhere.
  private func placeButtons() {
    let pointsPerDegree = view.bounds.width / (zoomedMarker == nil ? Self.worldSpan : Self.zoomedSpan)
    for (button, marker) in zip(buttons, markers) {
      let east = marker.longitude - (zoomedMarker?.longitude ?? 0)
      let south = (zoomedMarker?.latitude ?? 0) - marker.latitude
      button.frame = CGRect(
        x: view.bounds.midX + east * pointsPerDegree - Self.buttonSize.width / 2,
        y: view.bounds.midY + south * pointsPerDegree - Self.buttonSize.height / 2, width: Self.buttonSize.width,
        height: Self.buttonSize.height)
    }
  }
}
