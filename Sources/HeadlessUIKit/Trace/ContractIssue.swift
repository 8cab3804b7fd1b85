/// A contract of UIKit that a controller or a container broke, with a sentence that says what to do.
public struct ContractIssue: Sendable, Hashable {
  /// What kind of contract it was.
  public enum Kind: String, Sendable, CaseIterable {
    /// `endAppearanceTransition` without a begin (R5).
    case unbalancedAppearanceCall
    /// An appearance callback was called by hand (R4.4).
    case directAppearanceCall
    /// A child's view stands under a controller that is not its parent (R3.15).
    case hierarchyInconsistency
    /// `didMove(toParent:)` names a controller that is not the parent (R3.7), or a transition was begun by hand on a
    /// controller that has none (S30).
    case notAChild
    /// A controller, or a view, would be put inside itself.
    case cyclicContainment
    /// Callbacks have caused ever more callbacks: inside each other, or one round after another.
    case endlessCallbacks
    /// A container was to show a child that it does not have.
    case indexOutOfRange
    /// `transition(from:to:…)` with others than two children, or in a container that forwards by hand (R7.1).
    case misusedTransition
    /// A container that keeps its children itself was given one, or a bar of it other items, by hand (R3.8, R13.15).
    case misusedContainer
    /// A table's data source has more rows than are shown.
    case tooManyRows
    /// Callbacks of a rotation or of other traits have asked for ever more of them.
    case endlessRotation
    /// `loadView` left no view (R1.3).
    case missingView
    /// An override of `didReceiveMemoryWarning` did not call super (R17.7).
    case missingMemoryWarningSuper
    /// A timer of a controller was still running when the controller was let go (S44).
    case forgottenTimer
    /// A controller was still the accelerometer's delegate when it was let go (S44).
    case forgottenAccelerometerDelegate
    /// A controller was let go by its container and lives on (S44).
    case leakedController
    /// A target was given with an action that it does not have.
    case unrecognizedSelector
    /// A controller has no segue with the identifier, or comes from no storyboard (R16.2).
    case unknownSegue
    /// A view that a segue names is not in its controller's view: the container of an embed segue, or a control (R16.3).
    case missingSegueView
    /// The container view of an embed segue that code performs has something in it already (R16.3).
    case occupiedContainer
    /// A storyboard has no scene with the identifier (R16.8).
    case unknownStoryboardScene
    /// `init(coder:)` of a storyboard's controller gave nil.
    case undecodedController
    /// A message that a controller has sent is not declared, does not fit its declaration, or is one too many.
    case refusedMessage
  }

  /// What was broken.
  public let kind: Kind
  /// The controller it is about, if there is one.
  public let controller: NodeID?
  /// The class of that controller, or of the object that broke the contract.
  public let className: String
  /// What happened and what to do about it, in a sentence or two.
  public let message: String
}
