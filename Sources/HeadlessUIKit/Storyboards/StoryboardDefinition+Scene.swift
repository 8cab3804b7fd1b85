extension StoryboardDefinition {
  /// One controller of a storyboard: its class, how its view is made, and where its segues lead.
  @MainActor
  public struct Scene {
    /// The scene's name in its storyboard, by which segues lead to it.
    public let id: String

    /// The storyboard identifier, by which code makes its controller; nil: code cannot.
    public let identifier: String?

    /// The class of its controller.
    public let controllerClass: UIViewController.Type

    /// The segues that begin at it, in the storyboard's order.
    public let segues: [Segue]

    let makeView: (@MainActor () -> UIView)?
    let configure: @MainActor (UIViewController) -> Void
    let connect: @MainActor (UIViewController, UIView) -> Void

    /// A scene whose storyboard identifier is its id.
    public init<Controller: UIViewController>(
      _ identifier: String, _ controller: Controller.Type, segues: [Segue] = [],
      makeView: (@MainActor () -> UIView)? = nil,
      configure: @escaping @MainActor (Controller) -> Void = { _ in },
      connect: @escaping @MainActor (Controller, UIView) -> Void = { _, _ in }
    ) {
      self.init(
        id: identifier, identifier: identifier, controller, segues: segues, makeView: makeView, configure: configure,
        connect: connect)
    }

    /// A scene.
    ///
    /// - Parameters:
    ///   - id: Its name in the storyboard.
    ///   - identifier: Its storyboard identifier; an empty one is none.
    ///   - controller: The class of its controller, which is made by `init(coder:)`.
    ///   - segues: The segues that begin at it.
    ///   - makeView: Makes its view, anew each time the view is loaded; nil: the controller's `loadView` does it alone.
    ///   - configure: Sets what the storyboard says of the controller itself, after `init(coder:)` and before
    ///     `awakeFromNib`: title, navigation item.
    ///   - connect: Connects outlets and actions, after the view was made and its embed segues were performed (R16.3), and
    ///     before `viewDidLoad`.
    public init<Controller: UIViewController>(
      id: String, identifier: String?, _ controller: Controller.Type, segues: [Segue] = [],
      makeView: (@MainActor () -> UIView)? = nil,
      configure: @escaping @MainActor (Controller) -> Void = { _ in },
      connect: @escaping @MainActor (Controller, UIView) -> Void = { _, _ in }
    ) {
      self.id = id
      self.identifier = identifier?.isEmpty == true ? nil : identifier
      controllerClass = controller
      self.segues = segues
      self.makeView = makeView
      // What `init(coder:)` of the class makes is of the class.
      self.configure = { controller in (controller as? Controller).map(configure) }
      self.connect = { controller, view in (controller as? Controller).map { connect($0, view) } }
    }
  }
}
