import HeadlessUIKit
import JSONRPCCore

extension HostedScene {
  /// The view that a client means: by node id, else by accessibility identifier, else by visible title.
  ///
  /// Cost: constant for an id, the views with the identifier, or all views on screen for a title.
  ///
  /// - Throws: `targetNotFound`, `targetAmbiguous`.
  func target(_ name: String) throws(JSONRPCError) -> UIView {
    if let id = NodeName.parse(name) {
      if let view = application.view(id) ?? application.controller(id)?.viewIfLoaded { return view }
      throw notFound(name, "no live view has the id")
    }
    let identified = application.viewsOnScreen(identified: name)
    if let view = try only(identified, named: name, by: "identifier") { return view }
    // A label beside a control often has the same text; what can be used is what is meant.
    let titled = application.viewsOnScreen(titled: name)
    let controls = titled.filter { $0 is UIControl || $0 is UISearchBar || $0 is UITableViewCell }
    if let view = try only(controls.isEmpty ? titled : controls, named: name, by: "title") { return view }
    throw notFound(name, "nothing on screen has the identifier or title")
  }

  /// Whether a live controller or view, or a bar item on screen, has the id.
  func holds(_ id: NodeID) -> Bool {
    application.controller(id) != nil || application.view(id) != nil
      || application.barItemPlacesOnScreen.contains { $0.item.id == id }
  }

  /// The segment on screen with the title; nil when there is none. Cost: the views on screen.
  ///
  /// - Throws: `targetAmbiguous`.
  func segment(_ title: String) throws(JSONRPCError) -> (control: UISegmentedControl, index: Int)? {
    let found = application.segmentsOnScreen(titled: title)
    guard found.count > 1 else { return found.first }
    throw ambiguous(found.map { ($0.control.id, $0.control.className) }, named: title, by: "title")
  }

  private func only(_ views: [UIView], named name: String, by what: String) throws(JSONRPCError) -> UIView? {
    guard views.count > 1 else { return views.first }
    throw ambiguous(views.map { ($0.id, $0.className) }, named: name, by: what)
  }

  private func ambiguous(
    _ candidates: [(id: NodeID, className: String)], named name: String, by what: String
  ) -> JSONRPCError {
    ApplicationErrorCode.targetAmbiguous.error(
      "\(candidates.count) things on screen have the \(what) \"\(name.prefix(64))\"; name one by its id.",
      [
        (name: "pointer", value: .string("/params/target")),
        (
          name: "candidates",
          value: .objects(
            candidates.prefix(ApplicationErrorCode.mostNames).map {
              [
                ErrorDetail.Member("id", .string($0.id.description)),
                ErrorDetail.Member("class", .string($0.className)),
              ]
            })
        ),
      ])
  }

  /// The bar item that a client means, with its place: by id, else by accessibility identifier, else by title; nil when
  /// there is none.
  ///
  /// - Throws: `targetAmbiguous`.
  func barItem(_ name: String) throws(JSONRPCError) -> BarItemPlace? {
    let places = application.barItemPlacesOnScreen
    if let id = NodeName.parse(name) { return places.first { $0.item.id == id } }
    let identified = places.filter { $0.item.accessibilityIdentifier == name }
    let found = identified.isEmpty ? places.filter { $0.item.title == name } : identified
    guard found.count > 1 else { return found.first }
    throw ambiguous(
      found.map { ($0.item.id, "UIBarButtonItem") }, named: name, by: identified.isEmpty ? "title" : "identifier")
  }

  /// 256 names are compared for a hint: a screen with more has no use for one.
  private static let mostHints = 256

  private func notFound(_ name: String, _ why: String) -> JSONRPCError {
    let nearest = SpellingHint.nearest(to: name, in: application.namesOnScreen(limit: Self.mostHints))
    let hint = nearest.map { "; did you mean \"\($0.prefix(64))\"?" } ?? ". getTree lists what is there."
    let error = ApplicationErrorCode.targetNotFound.error(
      "There is no target \"\(name.prefix(64))\" in scene \"\(self.name)\": \(why)\(hint)",
      [(name: "pointer", value: .string("/params/target"))])
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  func notInteractive(_ view: UIView, _ error: TapError) -> JSONRPCError {
    notInteractive("\(view.className) \(view.id)", error)
  }

  func notInteractive(_ what: String, _ error: TapError, pointer: String = "/params/target") -> JSONRPCError {
    let why =
      switch error.reason {
      case .disabled: "it is disabled"
      case .hidden: "it, or a view around it, is hidden"
      case .transparent: "it, or a view around it, is transparent"
      case .interactionDisabled: "it, or a view around it, takes no touches"
      case .notInVisibleWindow: "it is not on screen"
      case .refusedByDelegate: "its delegate does not let editing begin"
      }
    return ApplicationErrorCode.targetNotInteractive.error(
      "\(what) cannot be used now: \(why). Nothing was changed.",
      [
        (name: "pointer", value: .string(pointer)), (name: "cause", value: .string(error.reason.rawValue)),
      ])
  }

  func notAccepted(_ view: UIView, pointer: String, _ why: String) -> JSONRPCError {
    ApplicationErrorCode.valueNotAccepted.error(
      "\(view.className) \(view.id) \(why). Nothing was changed.", [(name: "pointer", value: .string(pointer))])
  }
}
