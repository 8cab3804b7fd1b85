/// A controller: owns a view, is told when it comes and goes, and can hold other controllers.
///
/// The callbacks below are sent by the engine, each recorded in the scene's trace before it runs. Overrides call super.
@MainActor
open class UIViewController: UIResponder {
  /// The first of the stored properties: what they hold goes after it, so `deinit` is traced before what it causes.
  private let life = LifeToken()

  /// The controller's class, as it is called in traces and on the wire.
  public nonisolated let className: String

  /// The name of the nib that the view would come from; a controller with one can make its view again (R17.4).
  public let nibName: String?

  // Mechanics of the extensions, one group a file.
  var loading = Loading()
  var appearance = Appearance()
  var containmentState = ContainmentState()
  /// Apart from the rest of the state: it is read often, and a read of the whole would copy a weak reference.
  ///
  /// Not checked for overlapping accesses, nor are the properties below that say so, which costs several times the access:
  /// they are only read and assigned, so that no access lasts.
  @exclusivity(unchecked) final weak var parentReference: UIViewController?
  var memoryWarning = MemoryWarning()
  var storyboardLink: StoryboardLink?
  @exclusivity(unchecked) final var navigationItemStorage: UINavigationItem?
  /// True while the window takes the controller's view out: the window is its container then.
  var isHeldByWindow = false

  /// A controller without a nib.
  public override convenience init() {
    self.init(nibName: nil, bundle: nil)
  }

  /// A controller whose view would come from a nib. There are no nibs here: the name only says that the view can be made
  /// again.
  ///
  /// - Parameters:
  ///   - nibName: The name of the nib.
  ///   - bundle: There are no bundles here; give nil.
  public init(nibName: String?, bundle: Never?) {
    className = SceneContext.current.className(of: Self.self)
    self.nibName = nibName
    super.init()
    life.begin(context, id, controllerClass: className)
    context.register(self)
  }

  /// A controller of a storyboard's scene; one that was made by hand from a coder that describes nothing is a controller
  /// without a nib.
  ///
  /// A subclass that has designated initialisers of its own implements it too; most call `super.init(coder: coder)`.
  public required init?(coder: NSCoder) {
    className = SceneContext.current.className(of: Self.self)
    nibName = Self.nibName(of: coder.link)
    super.init()
    storyboardLink = coder.link
    life.begin(context, id, controllerClass: className)
    context.register(self)
  }

  // MARK: Storyboard

  /// The controller was made from a storyboard. Its outlets are not connected yet (R1.4). Overrides call super.
  open func awakeFromNib() {}

  /// Whether a segue may be performed. Asked before anything is made, for a segue that a control performs (R16.1) and for an
  /// embed segue (R16.3), not for one that code performs (R16.2).
  ///
  /// - Parameters:
  ///   - identifier: What the segue is called; empty when it has no identifier.
  ///   - sender: The control; nil for an embed segue.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

  /// A segue is about to be performed. The destination is there, and its view is not loaded; during an embed segue this
  /// controller's own outlets are not connected yet (R16.3).
  ///
  /// - Parameters:
  ///   - segue: The segue, with source and destination.
  ///   - sender: The control, or what was given to `performSegue`; nil for an embed segue.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

  /// Performs a segue of the controller's scene, without asking `shouldPerformSegue` (R16.2). A segue that it does not have
  /// is reported, and nothing is done.
  ///
  /// An embed segue whose container view holds something already is reported, and nothing is done. One whose child is still
  /// there, with its view taken out of the container view, shows it again.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    performSegueInCode(identifier, sender: sender)
  }

  // MARK: View

  /// The controller's root view. The first read loads it (R1.1); setting nil unloads it (R1.5).
  ///
  /// As in UIKit nil can be set but is never read.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get { loadedView() }
    set { setView(newValue) }
  }

  /// Makes the view and assigns it to `view`. By default the view that the storyboard describes, else a plain view of the
  /// screen's size.
  ///
  /// An override must leave a view behind (R1.3) and need not call super.
  open func loadView() {
    makeDefaultView()
  }

  /// The view was loaded.
  open func viewDidLoad() {}

  /// The view is about to be thrown away; only in profile `ios5` (R17.4).
  open func viewWillUnload() {}

  /// The view was thrown away; only in profile `ios5` (R17.4).
  open func viewDidUnload() {}

  // MARK: Appearance

  /// The view is about to come on screen.
  open func viewWillAppear(_ animated: Bool) { checkDispatch(.viewWillAppear) }

  /// The view is in its window, laid out; not in profile `ios5` (R2.2).
  open func viewIsAppearing(_ animated: Bool) { checkDispatch(.viewIsAppearing) }

  /// The view is on screen.
  open func viewDidAppear(_ animated: Bool) { checkDispatch(.viewDidAppear) }

  /// The view is about to leave the screen.
  open func viewWillDisappear(_ animated: Bool) { checkDispatch(.viewWillDisappear) }

  /// The view is off screen.
  open func viewDidDisappear(_ animated: Bool) { checkDispatch(.viewDidDisappear) }

  /// The view is about to lay out its subviews (R2.3).
  open func viewWillLayoutSubviews() {}

  /// The view has laid out its subviews (R2.3).
  open func viewDidLayoutSubviews() {}

  // MARK: Containment

  /// Whether the controller's own appearance is repeated on its children (R4.1). A container that answers false calls
  /// `beginAppearanceTransition` and `endAppearanceTransition` on them itself (R4.4).
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Makes a controller a child, after its present parent has let it go (R3.1).
  ///
  /// Sends `willMove(toParent:)`; `didMove(toParent:)` is left to the caller (R3.2). Overrides must call super.
  open func addChild(_ child: UIViewController) { add(child) }

  /// Ends being a child: sends `didMove(toParent: nil)`, leaves the view where it is (R3.4). Overrides must call super.
  open func removeFromParent() { leaveParent() }

  /// A container is about to take the controller in, or to let it go (R3.3). Overrides call super, which traces the calls
  /// that container code makes by hand.
  open func willMove(toParent parent: UIViewController?) {
    traceMove(.willMove, parent)
    noteMove(.willMove, parent)
  }

  /// A container has taken the controller in, or has let it go (R3.2). Overrides call super, which traces the calls that
  /// container code makes by hand.
  open func didMove(toParent parent: UIViewController?) {
    traceMove(.didMove, parent)
    noteMove(.didMove, parent)
  }

  /// Whether the appearance that a callback tells of comes from the controller being added to its parent. True only
  /// inside the appearance callbacks, and only when they begin between `addChild` and `didMove(toParent:)` (R6.1, R6.2).
  open var isMovingToParent: Bool { isMoving(.toParent) }

  /// Whether the disappearance that a callback tells of comes from the controller being taken out of its parent. True
  /// only inside the appearance callbacks, and only when they begin between `willMove(toParent: nil)` and the end of
  /// `removeFromParent` (R6.1, R6.2).
  open var isMovingFromParent: Bool { isMoving(.fromParent) }

  /// Swaps the view of a child for that of another one (R7).
  ///
  /// The new view is put in front of the old one's superview (this controller's view, when it has none) before the
  /// animations, the old one is taken out at their end: `viewWillAppear` of the new child, `viewWillDisappear` of the old
  /// one, views and animations at once; when the scene's clock has gone on by the duration, or in the next turn without
  /// one, `viewDidDisappear` of the old, `viewDidAppear` of the new child, completion. Off screen the views are swapped
  /// without callbacks (R7.4). `addChild` and `willMove(toParent: nil)` are left to the caller before, `removeFromParent`
  /// and `didMove(toParent:)` in the completion. A scene that is closed before drops the completion.
  ///
  /// Both must be children of this controller, two different ones, and appearance must be forwarded automatically: else
  /// that is reported, nothing is changed, and the completion is never called (R7.1).
  ///
  /// - Parameters:
  ///   - fromViewController: The child whose view goes.
  ///   - toViewController: The child whose view comes; loaded if it is not.
  ///   - duration: How long it takes, in seconds; 0 or less: no animation.
  ///   - options: How it would be drawn.
  ///   - animations: Changes of views, made at once.
  ///   - completion: What follows; false: another transition has reversed this one.
  open func transition(
    from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
    options: UIView.AnimationOptions = [], animations: (() -> Void)? = nil,
    completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    swapChildren(fromViewController, toViewController, duration, animations, completion)
  }

  // MARK: Rotation

  /// Whether the interface may stand so; the root of the front window is asked before a rotation, in profile `ios5` only.
  /// UIKit's `shouldAutorotateToInterfaceOrientation`. Only portrait by default (R18.1).
  open func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool {
    interfaceOrientation == .portrait
  }

  /// Whether the root of the front window lets the interface turn at all; not asked in profile `ios5` (R18.3).
  open var shouldAutorotate: Bool { true }

  /// The orientations that the root of the front window supports; not asked in profile `ios5`. All but upside down by
  /// default, as on a phone. Children are not asked unless an override does so (R18.3).
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }

  /// Whether the rotation callbacks of profile `ios5` are repeated on the children. As one flag decided on appearance and
  /// rotation then, by default what `shouldAutomaticallyForwardAppearanceMethods` says (R4.5).
  open var shouldAutomaticallyForwardRotationMethods: Bool { shouldAutomaticallyForwardAppearanceMethods }

  /// The interface is about to turn; only in profile `ios5` (R18.1). Overrides call super, which traces calls by hand.
  ///
  /// - Parameters:
  ///   - toInterfaceOrientation: How it will stand.
  ///   - duration: How long that takes on a device, in seconds; here it takes no time.
  open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {
    traceByHand(.willRotate, .orientation(toInterfaceOrientation))
  }

  /// The interface has its new size and is laid out; only in profile `ios5` (R18.1). Overrides call super.
  open func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {
    traceByHand(.willAnimateRotation, .orientation(toInterfaceOrientation))
  }

  /// The interface has turned; only in profile `ios5` (R18.1). Overrides call super.
  open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
    traceByHand(.didRotate, .orientation(fromInterfaceOrientation))
  }

  // MARK: Size and traits

  /// The view is about to get another size; not in profile `ios5`. The default implementation tells the children whose
  /// size will change too, so an override that does not call super cuts them off (R18.4, R18.5).
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    traceByHand(.viewWillTransition, .size(size))
    forward(size, coordinator)
  }

  /// The traits are about to change; not in profile `ios5`. The default implementation tells the children, so an override
  /// that does not call super cuts them off (R18.4).
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    traceByHand(.willTransition, .traits(newCollection))
    forward(newCollection, coordinator)
  }

  /// The present traits: those of the scene.
  open var traitCollection: UITraitCollection { context.environment.traits }

  /// The traits were changed, and so was the layout; not in profile `ios5`. Children are told after their parent, whatever
  /// it does (R18.4).
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The size that a child is told of when this controller's view gets the given one: by default the same, whatever the
  /// child's view will have. A container that gives its children less room overrides it. Asked once for each child that is
  /// on screen; one whose view has that size already is not told (R18.5).
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    parentSize
  }

  /// The size that the view would like to have. The parent is told of another one; not in profile `ios5` (R18.5).
  open var preferredContentSize = CGSize.zero {
    didSet { if preferredContentSize != oldValue { preferredContentSizeWasSet() } }
  }

  /// A child would like to have another size. Does nothing unless overridden (R18.5).
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  // MARK: Messages

  /// The controller's weak delegates that are declared, so that a client can see them and send in their place. None by
  /// default; overrides add theirs to super's.
  open var delegateLinks: [any DelegateLinking] { [] }

  // MARK: Memory

  /// Memory is short. The default may unload the view (R17.4); overrides call super (R17.7).
  open func didReceiveMemoryWarning() { unloadViewIfPossible() }

  // MARK: Title

  /// What the controller is called. Also written to its navigation item (R13.2).
  open var title: String? {
    didSet {
      // The last one to write the item's title wins, also with what the controller is called already (R13.2).
      navigationItemStorage?.title = title
      if title != oldValue { context.noteChange(of: id) }
    }
  }

  /// What a bar shows for this controller; made at the first read, with the controller's title (R13.1).
  open var navigationItem: UINavigationItem { loadedNavigationItem() }

  // MARK: Bars

  /// The items that a navigation controller's toolbar shows while this controller is on top (R13.13).
  open var toolbarItems: [UIBarButtonItem]? {
    didSet { if !UINavigationItem.areSame(toolbarItems, oldValue) { toolbarItemsDidChange() } }
  }

  /// Sets `toolbarItems`; the animation has no length here.
  open func setToolbarItems(_ items: [UIBarButtonItem]?, animated: Bool) { toolbarItems = items }

  /// A child has other toolbar items. Containers that show them look here.
  func childDidChangeToolbarItems(_ child: UIViewController) {}

  // MARK: Containers

  /// The view is loaded and `viewDidLoad` was sent, whatever an override of that did.
  func viewWasLoaded() {}

  /// A child is one no more; `didMove(toParent: nil)` comes next.
  func didLoseChild(_ child: UIViewController) {}

  /// The controller inside this one that a person looks at; nil when there is none.
  ///
  /// By default the frontmost child whose view is inside this controller's, else the controller of the frontmost such
  /// view. Containers know better.
  open var shownController: UIViewController? { frontmostController }

  /// What the controller is, in AccessKit's words.
  open var semanticRole: SemanticRole { .pane }

  // MARK: Responder chain

  override var isOnScreenForInput: Bool { viewIfLoaded?.isInVisibleWindow == true }

  /// R14.5: the superview of the controller's view.
  open override var next: UIResponder? { viewIfLoaded?.superview }
}
