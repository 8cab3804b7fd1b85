/// Tells the scene that a controller or a view has gone; it is part of that object and goes with it.
///
/// On the main actor that happens at once. A `Task.detached` that captures a controller may drop the last reference
/// elsewhere: then the scene hears of it on the main actor a little later. The objects themselves cannot have an isolated
/// `deinit`: every author's own would have to be declared so, too.
@MainActor
final class LifeToken {
  private var context: SceneContext?
  private var id = NodeID(rawValue: 0)
  /// Of a controller; nil: a view.
  private var controllerClass: String?
  /// Of a view.
  var identifier: String?
  private var isWindow = false

  func begin(_ context: SceneContext, _ id: NodeID, controllerClass: String? = nil, isWindow: Bool = false) {
    self.context = context
    self.id = id
    self.isWindow = isWindow
    self.controllerClass = controllerClass
  }

  isolated deinit {
    guard let context else { return }
    if let controllerClass {
      context.controllerIsGone(id, className: controllerClass)
    } else {
      context.viewIsGone(id, identifier: identifier, isWindow: isWindow)
    }
  }
}
