/// A weak delegate that is declared: what is sent over it can be seen and sent on the wire, too.
///
///     lazy var delegateLink = DelegateLink<any MapViewControllerDelegate>(of: self, .mapViewControllerDelegate)
///     weak var delegate: (any MapViewControllerDelegate)? {
///       get { delegateLink.delegate }
///       set { delegateLink.delegate = newValue }
///     }
///     override var delegateLinks: [any DelegateLinking] { super.delegateLinks + [delegateLink] }
///
/// A message to a delegate that has gone is no error of the sender's: it is dropped, counted and told (S65).
@MainActor
public final class DelegateLink<Delegate>: DelegateLinking {
  /// What the link is called: the name of the property.
  public let name: String

  /// What is said over the link.
  public let messageProtocol: MessageProtocol

  private let context: SceneContext
  private weak var owner: UIViewController?
  private weak var object: AnyObject?
  private var wasSet = false

  /// A link without a delegate.
  ///
  /// - Parameters:
  ///   - owner: The controller whose delegate it is; not retained.
  ///   - name: The name of the property.
  ///   - messageProtocol: What is said over it.
  public init(of owner: UIViewController, named name: String = "delegate", _ messageProtocol: MessageProtocol) {
    self.owner = owner
    self.name = name
    self.messageProtocol = messageProtocol
    context = owner.context
  }

  /// The delegate, held weakly.
  ///
  /// - Precondition: It is an instance of a class.
  public var delegate: Delegate? {
    get { object as? Delegate }
    set {
      precondition(
        newValue.map { type(of: $0 as Any) is AnyClass } ?? true,
        "a delegate is held weakly: it is an instance of a class")
      object = newValue.map { $0 as AnyObject }
      wasSet = newValue != nil
    }
  }

  /// The delegate, while it lives.
  public var receiver: AnyObject? { object }

  /// How the delegate is.
  public var state: DelegateState {
    if object != nil { return .alive }
    return wasSet ? .dead : .none
  }

  /// Sends a message to the delegate: it is checked, told to those who listen, and the block calls the delegate's method.
  ///
  /// - Parameters:
  ///   - name: The message's name.
  ///   - arguments: What it carries.
  ///   - call: Calls the method. Does not run when there is no delegate any more (S65), or when the message is refused, which
  ///     is reported.
  /// - Returns: What the block gives; nil when it did not run.
  @discardableResult
  public func send<Answer>(
    _ name: String, _ arguments: [String: MessageValue] = [:], _ call: (Delegate) -> Answer
  ) -> Answer? {
    do throws(MessageError) {
      guard let declaration = messageProtocol.message(named: name) else {
        throw .notDeclared(name, declared: [messageProtocol])
      }
      let message = ReceivedMessage(
        messageProtocol: messageProtocol.name, name: name, arguments: arguments, sender: owner)
      guard let object, let delegate = object as? Delegate else {
        try context.drop(message, declaration, drop ?? .deadDelegate)
        return nil
      }
      return try context.send(message, declaration, to: object) { call(delegate) }
    } catch {
      context.report(error, of: name, from: owner)
      return nil
    }
  }
}
