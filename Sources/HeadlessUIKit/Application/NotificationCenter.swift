/// What is told to observers, by name.
public struct Notification {
  /// The name of a notification.
  public struct Name: Hashable, Sendable, RawRepresentable {
    /// The name, as a string.
    public let rawValue: String

    /// A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What happened.
  public let name: Name
  /// Whom it happened to.
  public let object: AnyObject?
  /// More about it.
  public let userInfo: [AnyHashable: Any]?
}

/// The notifications of one scene.
@MainActor
public final class NotificationCenter {
  /// A registration; keep it to end it with `removeObserver`.
  @MainActor
  public final class Observer {
    let name: Notification.Name?
    let object: ObjectIdentifier?
    let block: @MainActor (Notification) -> Void
    var isRegistered = true

    init(name: Notification.Name?, object: ObjectIdentifier?, block: @escaping @MainActor (Notification) -> Void) {
      self.name = name
      self.object = object
      self.block = block
    }
  }

  private var observers: [Observer] = []

  init() {}

  /// The centre of the scene that runs.
  ///
  /// - Precondition: A scene runs, as for `UIApplication.shared`.
  public static var `default`: NotificationCenter { UIApplication.shared.notificationCenter }

  /// Registers a block. It is called in the turn in which the notification is posted.
  ///
  /// - Parameters:
  ///   - name: Which notifications; nil: all.
  ///   - object: Whose; nil: anybody's. Not retained.
  ///   - queue: There are no queues here; give nil.
  ///   - block: What is called; retained until `removeObserver`.
  /// - Returns: What `removeObserver` takes.
  public func addObserver(
    forName name: Notification.Name?, object: AnyObject?, queue: Never? = nil,
    using block: @escaping @MainActor (Notification) -> Void
  ) -> Observer {
    let observer = Observer(name: name, object: object.map { ObjectIdentifier($0) }, block: block)
    observers.append(observer)
    return observer
  }

  /// Ends a registration.
  public func removeObserver(_ observer: Observer) {
    observer.isRegistered = false
    observers.removeAll { $0 === observer }
  }

  /// Calls the observers, in the order of their registration, before it returns. An observer that another one removes
  /// meanwhile is not called.
  ///
  /// - Returns: How many were called.
  @discardableResult
  public func post(name: Notification.Name, object: AnyObject?, userInfo: [AnyHashable: Any]? = nil) -> Int {
    var called = 0
    let notification = Notification(name: name, object: object, userInfo: userInfo)
    let identity = object.map { ObjectIdentifier($0) }
    for observer in observers
    where (observer.name == nil || observer.name == name) && (observer.object == nil || observer.object == identity) {
      guard observer.isRegistered else { continue }
      called += 1
      observer.block(notification)
    }
    return called
  }

  func removeAll() {
    for observer in exchange(&observers, with: []) { observer.isRegistered = false }
  }
}
