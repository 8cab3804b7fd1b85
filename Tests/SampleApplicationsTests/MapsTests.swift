import HeadlessUIKit
import SampleApplications
import Testing

/// Launches the third source application, runs the body, ends the scene, and expects that nothing is left of it.
@MainActor
func withMaps(
  _ profile: UIApplication.Profile = .latest, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (UIApplication, AppViewController, MapViewController) throws -> Void
) throws {
  let application = UIApplication(name: "test", profile: profile, clock: .virtual)
  try application.perform {
    application.delegate = MapsAppDelegate()
    application.launch()
  }
  try run(application, body)
  application.terminate()
  #expect(application.liveControllerCount == 0, sourceLocation: sourceLocation)
  #expect(application.liveViewCount == 0, sourceLocation: sourceLocation)
}

/// Holds the controllers no longer than the body runs.
@MainActor
private func run(
  _ application: UIApplication, _ body: (UIApplication, AppViewController, MapViewController) throws -> Void
) throws {
  let app = try #require((application.delegate as? MapsAppDelegate)?.appViewController)
  try body(application, app, try #require(app.mapViewController))
}

@MainActor
extension UIApplication {
  /// Types into the search bar; the callbacks that it caused, layout left out.
  func search(_ text: String) throws -> [String] {
    try callbacks { try (viewsOnScreen(identified: "search").first as? UISearchBar)?.enterText(text) }
  }

  /// What the location bar shows.
  var location: String? { (viewsOnScreen(identified: "location").first as? UILabel)?.text }

  /// The titles of the markers on the map.
  var markerTitles: [String] {
    viewsOnScreen(identified: "map").first?.subviews.compactMap { ($0 as? UIButton)?.currentTitle } ?? []
  }

  func tapMarker(_ title: String) throws {
    let button = viewsOnScreen(titled: title).first { $0 is UIButton } as? UIButton
    try #require(button).tap()
  }
}

@MainActor
@Suite("Seed 003: maps") struct MapsTests {
  private static let loading = [
    "AppViewController awakeFromNib", "AppViewController loadView", "MapViewController awakeFromNib",
    "AppViewController prepare(MapEmbedding)", "MapViewController willMove(toParent: AppViewController)",
    "MapViewController loadView", "MapViewController viewDidLoad",
    "MapViewController didMove(toParent: AppViewController)", "AppViewController viewDidLoad",
  ]

  @Test("seed 003, R16.3, S64: prepare comes before both viewDidLoads, the map's before the container's (latest)")
  func launch() throws {
    try withMaps { application, _, _ in
      #expect(
        application.trace.linesWithoutLayout
          == Self.loading + [
            "AppViewController viewWillAppear(false)", "MapViewController viewWillAppear(false)",
            "AppViewController viewIsAppearing(false)", "MapViewController viewIsAppearing(false)",
            "AppViewController viewDidAppear(false)", "MapViewController viewDidAppear(false)",
          ])
      #expect(application.issues.isEmpty)
      #expect(application.revision == 1)
    }
  }

  @Test("seed 003, R16.3, S64: the same on ios5, which has no viewIsAppearing")
  func launchIOS5() throws {
    try withMaps(.ios5) { application, _, _ in
      #expect(
        application.trace.linesWithoutLayout
          == Self.loading + [
            "AppViewController viewWillAppear(false)", "MapViewController viewWillAppear(false)",
            "AppViewController viewDidAppear(false)", "MapViewController viewDidAppear(false)",
          ])
      #expect(application.issues.isEmpty)
    }
  }

  @Test("seed 003: a search bar above, a location bar below, the map embedded between, filling its container")
  func layout() throws {
    try withMaps { application, app, map in
      let view = try #require(app.viewIfLoaded)
      let (width, height) = (view.bounds.width, view.bounds.height)
      #expect(view.subviews.map(\.accessibilityIdentifier) == ["search", "mapContainer", "locationBar"])
      #expect(
        view.subviews.map(\.frame) == [
          CGRect(x: 0, y: 0, width: width, height: 44), CGRect(x: 0, y: 44, width: width, height: height - 88),
          CGRect(x: 0, y: height - 44, width: width, height: 44),
        ])
      #expect(map.view.superview === view.subviews[1])
      #expect(map.view.frame == CGRect(x: 0, y: 0, width: width, height: height - 88))
      #expect(app.children.map(\.id) == [map.id])
      #expect(application.location == "No place selected")
      // The bars keep their height, the map takes the rest.
      try application.perform { view.frame = CGRect(x: 0, y: 0, width: 480, height: 320) }
      #expect(map.view.frame == CGRect(x: 0, y: 0, width: 480, height: 232))
      #expect(view.subviews[2].frame == CGRect(x: 0, y: 276, width: 480, height: 44))
    }
  }

  /// Searches, and expects no callback but those of layout.
  private func expectQuiet(_ application: UIApplication, _ text: String) throws {
    let callbacks = try application.search(text)
    #expect(callbacks == [])
  }

  @Test("seed 003: searching sets the markers and zooms to the first; an empty search takes them away")
  func search() throws {
    try withMaps { application, app, map in
      try expectQuiet(application, "bER")
      #expect(application.markerTitles == ["Berlin", "Bern"])
      #expect(map.markers.map(\.title) == ["Berlin", "Bern"])
      #expect(map.zoomedMarker?.title == "Berlin")
      #expect(map.view.accessibilityLabel == "Around Berlin")
      let buttons = map.view.subviews.compactMap { $0 as? UIButton }
      #expect(buttons.map(\.isSelected) == [true, false])
      #expect(buttons.first?.center == CGPoint(x: map.view.bounds.midX, y: map.view.bounds.midY))
      try expectQuiet(application, "zzz")
      #expect(application.markerTitles == [] && map.zoomedMarker == nil)
      try expectQuiet(application, "o")
      #expect(application.markerTitles == ["Buenos Aires", "Cairo", "Nairobi", "Oslo", "San Francisco", "Tokyo"])
      try expectQuiet(application, "")
      #expect(application.markerTitles == [] && map.view.accessibilityLabel == "The world")
      #expect(app.query == "")
    }
  }

  @Test(
    "seed 003: a tap on a marker is told to the weak delegate, which shows it in the location bar; a search clears it")
  func tap() throws {
    try withMaps { application, app, map in
      #expect(map.delegate === app)
      _ = try application.search("par")
      let callbacks = try application.callbacks { try application.tapMarker("Paris") }
      #expect(callbacks == [])
      #expect(application.location == "Paris (48.86, 2.35)")
      #expect(app.selectedMarker?.title == "Paris")
      _ = try application.search("pari")
      #expect(application.location == "No place selected")
    }
  }

  @Test("seed 003: the messages of a search and of a tap, in order: two to the map, one to its delegate")
  func messages() throws {
    try withMaps { application, app, map in
      var lines: [String] = []
      application.onMessage = { event in
        lines.append("\(event.message) \(event.from == app.id) \(event.to == map.id) \(event.isDelivered)")
      }
      _ = try application.search("oslo")
      try application.perform { try application.tapMarker("Oslo") }
      #expect(
        lines == [
          "setMarkers true true true", "zoomToMarker true true true",
          "mapViewController(_:didSelectMarker:) false false true",
        ])
      #expect(application.issues.isEmpty)
      application.onMessage = nil
    }
  }

  @Test("by their names the messages do the same; more markers than a map shows make it fail")
  func byName() throws {
    try withMaps { application, app, map in
      let lima: MessageValue = ["title": "Lima", "latitude": -12, "longitude": -77.04]
      try application.perform {
        try map.sendMessage("setMarkers", ["markers": [lima]])
        try map.sendMessage("zoomToMarker", ["marker": lima])
        try map.delegateLinks.first?.forward("mapViewController(_:didSelectMarker:)", ["marker": lima], of: map)
      }
      #expect(application.markerTitles == ["Lima"] && map.zoomedMarker?.latitude == -12)
      #expect(application.location == "Lima (-12.0, -77.04)")
      let many = MessageValue.array(Array(repeating: lima, count: MapViewController.markerLimit + 1))
      var failure: MessageError?
      try application.perform {
        do throws(MessageError) { try map.sendMessage("setMarkers", ["markers": many]) } catch { failure = error }
      }
      #expect(failure?.description == "the receiver has failed: a map shows 1000 markers at most; got 1001")
      #expect(map.markers.count == 1)
      let beyond: MessageValue = ["title": "Pole", "latitude": 91, "longitude": 0]
      try application.perform {
        do throws(MessageError) {
          try app.sendMessage("mapViewController(_:didSelectMarker:)", ["marker": beyond])
        } catch { failure = error }
      }
      #expect(
        failure?.description == "the argument \"marker.latitude\" must be a number from -90 to 90; got 91")
    }
  }

  @Test("S65: the container is released while the map is held elsewhere: its delegate is nil, a tap does nothing")
  func deadDelegate() throws {
    let application = UIApplication(name: "test", clock: .virtual)
    try application.perform {
      application.delegate = MapsAppDelegate()
      application.launch()
    }
    _ = try application.search("tokyo")
    let map = try #require((application.delegate as? MapsAppDelegate)?.appViewController?.mapViewController)
    try application.perform { (application.delegate as? MapsAppDelegate)?.window?.rootViewController = nil }
    #expect(
      application.trace.linesWithoutLayout.suffix(5) == [
        "AppViewController viewWillDisappear(false)", "MapViewController viewWillDisappear(false)",
        "AppViewController viewDidDisappear(false)", "MapViewController viewDidDisappear(false)",
        "AppViewController deinit",
      ])
    #expect(map.delegate == nil && map.parent == nil)
    #expect(map.delegateLinks.map(\.state) == [.dead])
    // The map is shown alone, and used.
    let window = try application.perform {
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = map
      window.makeKeyAndVisible()
      return window
    }
    try application.perform { try application.tapMarker("Tokyo") }
    #expect(window.rootViewController === map)
    #expect(application.messageCounters.sent == 3 && application.messageCounters.dropped == 1)
    #expect(application.issues.isEmpty)
    application.terminate()
  }

  @Test("S10: on latest a memory warning tells both, and keeps both views, on screen and off")
  func memoryWarning() throws {
    try withMaps { application, app, map in
      let views = [app.view, map.view]
      let callbacks = try application.callbacks { _ = application.simulateMemoryWarning() }
      #expect(
        callbacks == [
          "AppViewController didReceiveMemoryWarning", "MapViewController didReceiveMemoryWarning",
        ])
      #expect(app.view === views[0] && map.view === views[1])
    }
  }

  @Test("S7: off screen on ios5 both views go and come again, with the same map, its markers, and what was selected")
  func memoryWarningOffScreen() throws {
    try withMaps(.ios5) { application, app, map in
      _ = try application.search("nairobi")
      try application.perform { try application.tapMarker("Nairobi") }
      let window = try #require(app.view.window)
      try application.perform { window.rootViewController = UIViewController() }
      application.trace.removeAll()
      _ = try application.perform { application.simulateMemoryWarning() }
      try application.perform { window.rootViewController = app }
      #expect(
        application.trace.linesWithoutLayout == [
          "AppViewController didReceiveMemoryWarning", "AppViewController viewWillUnload",
          "AppViewController viewDidUnload", "MapViewController didReceiveMemoryWarning",
          "MapViewController viewWillUnload", "MapViewController viewDidUnload",
          "UIViewController didReceiveMemoryWarning", "AppViewController loadView",
          "AppViewController prepare(MapEmbedding)", "MapViewController loadView", "MapViewController viewDidLoad",
          "AppViewController viewDidLoad",
          "UIViewController viewWillDisappear(false)", "AppViewController viewWillAppear(false)",
          "MapViewController viewWillAppear(false)", "UIViewController viewDidDisappear(false)",
          "UIViewController deinit", "AppViewController viewDidAppear(false)", "MapViewController viewDidAppear(false)",
        ])
      #expect(app.children.map(\.id) == [map.id])
      #expect(application.markerTitles == ["Nairobi"])
      #expect(application.location == "Nairobi (-1.29, 36.82)")
      #expect((application.viewsOnScreen(identified: "search").first as? UISearchBar)?.text == "nairobi")
      #expect(application.issues.isEmpty)
    }
  }

  @Test("R18.1, R18.2: on ios5 the container is asked and told of a rotation, then its map; bars and map follow")
  func rotateIOS5() throws {
    try withMaps(.ios5) { application, app, map in
      let callbacks = try application.callbacks { application.rotate(to: .landscapeLeft) }
      #expect(
        callbacks == [
          "AppViewController willRotate(landscapeLeft)", "MapViewController willRotate(landscapeLeft)",
          "AppViewController willAnimateRotation(landscapeLeft)",
          "MapViewController willAnimateRotation(landscapeLeft)", "AppViewController didRotate(portrait)",
          "MapViewController didRotate(portrait)",
        ])
      #expect(app.view.bounds.size == CGSize(width: 480, height: 320))
      #expect(map.view.frame == CGRect(x: 0, y: 0, width: 480, height: 232))
      #expect(application.issues.isEmpty)
    }
  }

  @Test(
    "R18.3, R18.4: on latest a rotation is a change of size and traits; bars and map follow, markers are placed anew")
  func rotate() throws {
    try withMaps { application, app, map in
      _ = try application.search("lima")
      let callbacks = try application.callbacks { application.rotate(to: .landscapeLeft) }
      #expect(
        callbacks == [
          "AppViewController willTransition(compact compact light leftToRight)",
          "MapViewController willTransition(compact compact light leftToRight)",
          "AppViewController viewWillTransition(844x390)", "MapViewController viewWillTransition(844x390)",
          "AppViewController traitCollectionDidChange(compact regular light leftToRight)",
          "MapViewController traitCollectionDidChange(compact regular light leftToRight)",
        ])
      #expect(app.view.bounds.size == CGSize(width: 844, height: 390))
      #expect(map.view.frame == CGRect(x: 0, y: 0, width: 844, height: 302))
      #expect(map.view.subviews.first?.center == CGPoint(x: 422, y: 151))
      #expect(application.issues.isEmpty)
    }
  }

  @Test("both protocols are declared: the container receives the map's, the map its container's")
  func declared() {
    #expect(AppViewController.messageProtocols.map(\.name) == ["MapViewControllerDelegate"])
    #expect(MapViewController.messageProtocols.map(\.name) == ["MapViewController"])
    #expect(MapMarker.places.allSatisfy { MapMarker($0.messageValue) == $0 })
    #expect(MapMarker.places.allSatisfy { MapMarker.schema.fault(in: $0.messageValue) == nil })
    #expect(MapMarker("x") == nil)
  }
}
