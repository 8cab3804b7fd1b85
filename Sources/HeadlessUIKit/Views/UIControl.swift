/// A view that sends actions when a person uses it.
@MainActor
open class UIControl: UIView {
  /// What a person did, or what came of it.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits, UIKit's own.
    public let rawValue: UInt
    /// Events with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A finger came down inside.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A finger came down again, soon after the last time.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger moves inside.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// A finger moves outside.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// A finger moves back inside.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger moves outside from inside.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger was lifted inside.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A finger was lifted outside.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The touch was called off.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The value was changed by a person.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// What the control is mainly for.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// Typing has begun.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// Something was typed.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Typing has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Typing has ended with Return.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All touch events.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All editing events.
    public static let allEditingEvents = Event(rawValue: 0xF0000)
    /// All events.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// The states of a control, which a button's titles are set for.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits, UIKit's own.
    public let rawValue: UInt
    /// States with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Usable, untouched.
    public static let normal: State = []
    /// A finger is on it.
    public static let highlighted = State(rawValue: 1 << 0)
    /// Not usable.
    public static let disabled = State(rawValue: 1 << 1)
    /// Chosen.
    public static let selected = State(rawValue: 1 << 2)
  }

  private struct Entry {
    weak var target: (any ActionTarget)?
    /// The target was given as nil: the chain is asked. A target that has gone is no such thing (R14.2).
    let usesChain: Bool
    let selector: Selector?
    let action: UIAction?
    var events: Event

    /// The target has gone.
    @MainActor var isDead: Bool { !usesChain && action == nil && target == nil }
  }

  private var entries: [Entry] = []

  /// Whether the control can be used.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { noteChange() } }
  }

  /// Whether the control is shown as chosen.
  open var isSelected = false {
    didSet { if isSelected != oldValue { noteChange() } }
  }

  /// Whether a finger is on the control.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { noteChange() } }
  }

  /// The state that the control is in.
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  // MARK: Targets and actions

  /// Sends the action to the target at the events.
  ///
  /// The target is not retained (R14.2); nil asks the responder chain, from the control upwards (R14.4). The same target and
  /// action again only adds events: it is called once.
  open func addTarget(_ target: (any ActionTarget)?, action: Selector, for events: Event) {
    entries.removeAll { $0.isDead }
    if let index = entries.firstIndex(where: {
      $0.selector == action && $0.target === target && $0.usesChain == (target == nil)
    }) {
      entries[index].events.formUnion(events)
      return
    }
    entries.append(
      Entry(target: target, usesChain: target == nil, selector: action, action: nil, events: events))
  }

  /// Stops sending the action to the target at the events; nil for target or action means any.
  open func removeTarget(_ target: (any ActionTarget)?, action: Selector?, for events: Event) {
    for index in entries.indices where entries[index].action == nil {
      guard target == nil || entries[index].target === target else { continue }
      guard action == nil || entries[index].selector == action else { continue }
      entries[index].events.subtract(events)
    }
    entries.removeAll { $0.events.isEmpty }
  }

  /// Runs the action at the events. An action with the same identifier is replaced.
  open func addAction(_ action: UIAction, for events: Event) {
    if let index = entries.firstIndex(where: { $0.action === action }) {
      entries[index].events.formUnion(events)
      return
    }
    if let identifier = action.identifier {
      entries.removeAll { $0.action?.identifier == identifier }
    }
    entries.append(Entry(target: nil, usesChain: false, selector: nil, action: action, events: events))
  }

  /// Stops running the action at the events.
  open func removeAction(_ action: UIAction, for events: Event) {
    guard let index = entries.firstIndex(where: { $0.action === action }) else { return }
    entries[index].events.subtract(events)
    entries.removeAll { $0.events.isEmpty }
  }

  /// The actions that the target gets at the event; nil when there are none.
  open func actions(forTarget target: (any ActionTarget)?, forControlEvent event: Event) -> [String]? {
    let names = entries.filter {
      $0.target === target && $0.usesChain == (target == nil) && !$0.events.isDisjoint(with: event)
    }.compactMap { $0.selector?.description }
    return names.isEmpty ? nil : names
  }

  /// The events that anything is registered for whose target is still there.
  public var allControlEvents: Event {
    entries.reduce(into: []) { if !$1.isDead { $0.formUnion($1.events) } }
  }

  /// Sends all actions of the events, in the order in which they were added.
  ///
  /// - Returns: How many were handled.
  @discardableResult
  open func sendActions(for events: Event) -> Int {
    send(events, event: nil)
  }

  /// Sends one action; subclasses can see it here.
  @discardableResult
  open func sendAction(_ action: Selector, to target: (any ActionTarget)?, for event: UIEvent?) -> Bool {
    context.application?.sendAction(action, to: target, from: self, for: event) ?? false
  }

  /// What the control itself does when a finger was lifted inside: by default its primary action.
  ///
  /// - Returns: How many actions were handled.
  func touchEnded(_ event: UIEvent) -> Int {
    send(.primaryActionTriggered, event: event)
  }

  func send(_ events: Event, event: UIEvent?) -> Int {
    var sent = 0
    // The entries hold nobody but actions; a target is held while its own method runs, and no longer.
    for entry in entries where !entry.events.isDisjoint(with: events) {
      if let action = entry.action {
        action.run(from: self)
        sent += 1
      } else if let selector = entry.selector, entry.usesChain || entry.target != nil {
        if sendAction(selector, to: entry.target, for: event) { sent += 1 }
      }
    }
    return sent
  }
}
