import HeadlessUIKit
import JSONRPCCore
import JSONText

extension Method {
  /// `tap {target}`: what a finger does.
  static let tap = Method(
    "tap", summary: "Taps a control, a table's row or a bar item. Answers how many actions were handled.",
    role: .drive,
    offer: .everyScene, parameters: [.target, .scene],
    result: sceneAnswer([.always("target", .nodeID), .always("actions", .integer)]),
    errors: [
      .sceneNotFound, .methodNotOffered, .targetNotFound, .targetAmbiguous, .targetNotInteractive, .valueNotAccepted,
      .didNotSettle,
    ],
    examples: [
      Example(
        "Tap a button by its title", #"{"target":"One!"}"#,
        result: #"{"scene":"multiview","controller":"n6","revision":2,"target":"n8","actions":1}"#)
    ]
  ) { (call, writer) throws(JSONRPCError) in
    let scene = try call.scene()
    let tapped = try scene.run(at: call.now) { () throws(JSONRPCError) in
      let target = Arguments.given(call.arguments.string("target"))
      if let place = try scene.barItem(target) { return try tap(place, in: scene) }
      do throws(JSONRPCError) {
        return try tap(try scene.target(target), in: scene)
      } catch {
        guard error.reason == ApplicationErrorCode.targetNotFound.reason, let segment = try scene.segment(target)
        else { throw error }
        return try tap(segment.control, segment.index, in: scene)
      }
    }
    writer.beginSceneAnswer(scene, controller: tapped.controller)
    writer.key("target")
    writer.nodeID(tapped.id)
    writer.key("actions")
    writer.integer(tapped.actions)
    writer.endSceneAnswer(scene)
  }
}

extension Method {
  private typealias Tapped = (id: NodeID, controller: NodeID?, actions: Int)

  private static func tap(_ view: UIView, in scene: HostedScene) throws(JSONRPCError) -> Tapped {
    let touched = cell(around: view) ?? view
    // The id, not the controller: it must not be held while the tap makes it go (S43).
    let controller = touched.nearestController?.id
    do throws(TapError) {
      switch touched {
      case let control as UIControl: return (control.id, controller, try control.tap())
      case let cell as UITableViewCell: return (cell.id, controller, try cell.tap())
      case let bar as UISearchBar:
        try bar.tap()
        return (bar.id, controller, 0)
      default: break
      }
    } catch {
      throw scene.notInteractive(touched, error)
    }
    throw scene.notAccepted(view, pointer: "/params/target", "is no control and handles no taps")
  }

  private static func tap(
    _ control: UISegmentedControl, _ index: Int, in scene: HostedScene
  ) throws(JSONRPCError) -> Tapped {
    let controller = control.nearestController?.id
    do throws(TapError) {
      return (control.id, controller, try control.userSelectSegment(index))
    } catch {
      throw scene.notInteractive(control, error)
    }
  }

  /// The cell that a finger on the view selects: a control or a search bar in a cell takes the finger itself.
  private static func cell(around view: UIView) -> UITableViewCell? {
    var candidate: UIView? = view
    while let current = candidate, !(current is UIControl), !(current is UISearchBar), !(current is UITableView) {
      if let cell = current as? UITableViewCell { return cell }
      candidate = current.superview
    }
    return nil
  }

  private static func tap(_ place: BarItemPlace, in scene: HostedScene) throws(JSONRPCError) -> Tapped {
    do throws(TapError) {
      return (place.item.id, place.controller, try place.tap())
    } catch {
      throw scene.notInteractive("The bar item \(place.item.id)", error)
    }
  }
}

extension Parameter {
  /// What on screen is meant.
  static let target = Parameter.required(
    "target", .string, "What is meant: a node id, else an accessibility identifier, else a visible title.")
}
