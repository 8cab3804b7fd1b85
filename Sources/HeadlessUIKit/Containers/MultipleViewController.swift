/// Shows one of several children, selected by a segmented control in the navigation bar, whose bar then shows what the
/// selected child's navigation item says.
///
/// The container of the second source application. Children are used as they are: they need not know where they are. A
/// segment's title is its child's `navigationItem.title`. Only a child that was selected is loaded (S56). Rotation, memory
/// warnings and appearance reach the children by containment alone.
@MainActor
open class MultipleViewController: UIViewController {
  /// How the container behaves.
  public enum Mode: String, Sendable, CaseIterable {
    /// The bar follows the selected child live, indices follow their children, swaps are UIKit's.
    case corrected
    /// As the original of 2015 does it, with its known faults: the bar is a copy made at the selection, children never hear
    /// `didMove(toParent:)`, the new child has appeared before the old one begins to disappear (S51, S52).
    case faithful
  }

  /// How the container behaves. `corrected`, but in a scene that keeps the faults of its application.
  open var mode: Mode {
    didSet { if mode != oldValue { modeHasChanged() } }
  }

  /// Who is told of selections; not held.
  open weak var delegate: (any MultipleViewControllerDelegate)?

  /// What the container's navigation item keeps for itself, whatever the selected child says.
  open var lockedProperties: LockedProperties = [] {
    didSet { if lockedProperties != oldValue, mode == .corrected { mirrorAll() } }
  }

  /// The index that is selected when the view is loaded and nobody has selected another one before; 0 when there are not so
  /// many children (S53).
  open var initialIndex = 0 {
    didSet { if !hasChosen, mode == .corrected { chooseInitially() } }
  }

  /// Where the selected child's view goes; nil: the container's own view. A view inside that.
  open var contentView: UIView? {
    didSet { if contentView !== oldValue { contentAreaHasChanged() } }
  }

  /// The control that selects. The container makes one and puts it into its navigation item as `titleView`; another one
  /// that it is given stays where it is, and loses the segments that it has.
  open var segmentedControl: UISegmentedControl {
    get { control }
    set { if newValue !== control { use(newValue) } }
  }

  // Mechanics of the extensions.
  var members: [UIViewController] = []
  var index: Int
  /// Somebody has selected a child, or the view was loaded: `initialIndex` has had its time.
  var hasChosen = false
  /// The child whose view stands in the content area.
  var shown: UIViewController?
  var pendingSwap: Swap?
  /// Counts changes of the selection: a callback of one may cause the next, and then that one counts.
  var selections = 0
  var isCrowded = false
  var hasAdvisedReach = false
  private var control = UISegmentedControl(frame: .zero)
  private var controlAction: UIAction?

  /// A container of the given children.
  ///
  /// - Parameters:
  ///   - childViewControllers: The children, in the order of their segments; any number, also none.
  ///   - initialIndex: The child that is selected first. One that belongs to no child is reported.
  public convenience init(childViewControllers: [UIViewController], initialIndex: Int = 0) {
    self.init(nibName: nil, bundle: nil)
    self.initialIndex = initialIndex
    for child in childViewControllers { addViewController(child) }
    if initialIndex != 0, !members.indices.contains(initialIndex) {
      reportOutOfRange(initialIndex, "the first one is selected. Give an initial index below the number of children.")
    }
  }

  /// A container without children.
  public override init(nibName: String?, bundle: Never?) {
    let isFaithful = SceneContext.current.isFaithful
    mode = isFaithful ? .faithful : .corrected
    // The original's index is 0 before there is anything that it could mean.
    index = isFaithful ? 0 : UISegmentedControl.noSegment
    super.init(nibName: nibName, bundle: bundle)
    follow(control)
    navigationItem.titleView = control
  }

  /// A container of a storyboard. Its children are added in code, as to all containers that are not the system's.
  public required init?(coder: NSCoder) {
    let isFaithful = SceneContext.current.isFaithful
    mode = isFaithful ? .faithful : .corrected
    index = isFaithful ? 0 : UISegmentedControl.noSegment
    super.init(coder: coder)
    follow(control)
    navigationItem.titleView = control
  }

  /// Shows the selected child. Overrides call super.
  open override func viewDidLoad() {
    super.viewDidLoad()
    switch mode {
    case .corrected: showSelectionAfterLoading()
    case .faithful: showFaithfullyAfterLoading()
    }
  }

  /// Looks whether anybody can reach the control. Overrides call super.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    adviseIfUnreachable()
  }

  /// What the content area will have when the view has the size.
  open override func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    guard let view = viewIfLoaded, let contentView, contentView.isDescendant(of: view) else { return parentSize }
    return contentView.size(when: view, has: parentSize)
  }

  /// Profile `ios5`: what the selected child answers, since it is what a person looks at. The original asks nobody.
  open override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool {
    guard mode == .corrected, let child = selectedViewController else {
      return super.shouldAutorotate(to: interfaceOrientation)
    }
    return child.shouldAutorotate(to: interfaceOrientation)
  }

  /// The child that is on screen.
  open override var shownController: UIViewController? { shown }

  override func didLoseChild(_ child: UIViewController) { forget(child) }

  override func childDidChangeToolbarItems(_ child: UIViewController) {
    if mode == .corrected, child === selectedViewController { mirrorToolbarItems() }
  }

  private func use(_ newControl: UISegmentedControl) {
    if let controlAction { control.removeAction(controlAction, for: .valueChanged) }
    if navigationItem.titleView === control { navigationItem.titleView = nil }
    let oldControl = exchange(&control, with: newControl)
    rebuildSegments(after: members, in: oldControl)
    follow(newControl)
  }

  private func follow(_ control: UISegmentedControl) {
    let action = UIAction { [weak self] _ in self?.controlHasChanged() }
    controlAction = action
    control.addAction(action, for: .valueChanged)
  }
}
