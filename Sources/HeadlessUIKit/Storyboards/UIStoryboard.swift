/// Makes the controllers that a definition describes, a new one each time (R16.8).
@MainActor
public final class UIStoryboard {
  /// What the storyboard says.
  public let definition: StoryboardDefinition

  /// A storyboard.
  public init(_ definition: StoryboardDefinition) {
    self.definition = definition
  }

  /// Makes the controller that the storyboard begins with: `init(coder:)`, then `awakeFromNib` (R1.4). Its view is loaded
  /// when it is read.
  ///
  /// - Returns: Nil when the storyboard begins with none, or when the class refuses to be made, which is reported.
  public func instantiateInitialViewController() -> UIViewController? {
    definition.initialScene.flatMap { instantiate($0, in: .current) }
  }

  /// Makes the controller with the storyboard identifier.
  ///
  /// - Returns: The controller. UIKit raises an exception for an identifier that no scene has; here that, and a class that
  ///   refuses to be made, is reported, and a plain controller stands in.
  public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    guard let scene = definition.scene(identifier: identifier) else {
      let nearest = SpellingHint.nearest(to: identifier, in: definition.identifiers)
      SceneContext.current.report(
        ContractIssue(
          kind: .unknownStoryboardScene, controller: nil, className: "UIStoryboard",
          message: "the storyboard \"\(definition.name)\" has no scene with the identifier \"\(identifier)\"; "
            + "\(nearest.map { "did you mean \"\($0)\"?" } ?? "give the scene that identifier.") A plain controller stands "
            + "in."))
      return UIViewController()
    }
    return instantiate(scene, in: .current) ?? UIViewController()
  }

  /// - Returns: Nil when `init(coder:)` of the class gives none, which is reported.
  func instantiate(_ scene: StoryboardDefinition.Scene, in context: SceneContext) -> UIViewController? {
    let coder = NSCoder(StoryboardLink(storyboard: self, scene: scene))
    guard let controller = context.making({ scene.controllerClass.init(coder: coder) }) else {
      let className = context.className(of: scene.controllerClass)
      context.report(
        ContractIssue(
          kind: .undecodedController, controller: nil, className: className,
          message: "init(coder:) of \(className) gave nil for the scene \"\(scene.id)\" of the storyboard "
            + "\"\(definition.name)\"; call super.init(coder: coder) in it."))
      return nil
    }
    scene.configure(controller)
    controller.dispatch(.awakeFromNib) { controller.awakeFromNib() }
    return controller
  }
}
