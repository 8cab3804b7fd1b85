/// One performance of a segue: from whom, to whom, and what is done.
///
/// `prepare(for:sender:)` of the source is given it before `perform` runs. Subclasses override `perform`.
@MainActor
open class UIStoryboardSegue {
  /// What the segue is called; nil: nothing.
  public let identifier: String?

  /// The controller that the segue begins at.
  public let source: UIViewController

  /// The controller that the segue leads to; its outlets are nil until its view is loaded (R16.1).
  public let destination: UIViewController

  private var performHandler: (@MainActor () -> Void)?

  /// A segue. The engine makes those of a storyboard.
  public required init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
  }

  /// A segue that runs a block.
  public convenience init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping @MainActor () -> Void
  ) {
    self.init(identifier: identifier, source: source, destination: destination)
    self.performHandler = performHandler
  }

  /// Does what the segue is there for. By default the block that it was made with, if any.
  open func perform() { performHandler?() }
}
