extension MultipleViewController {
  /// Properties of the container's navigation item that do not follow the selected child: one flag each.
  ///
  /// Singular and plural of the bar items are two flags, as in the original. In mode `faithful` they are independent: with
  /// only the plural locked the singular is still copied onto its first element. In mode `corrected` either of them locks
  /// both, which are one thing (R13.6).
  public struct LockedProperties: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt16
    /// Flags with the given bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The title.
    public static let title = LockedProperties(rawValue: 1)
    /// The prompt.
    public static let prompt = LockedProperties(rawValue: 2)
    /// The button that leads back to the container.
    public static let backBarButtonItem = LockedProperties(rawValue: 4)
    /// Whether the back button is hidden.
    public static let hidesBackButton = LockedProperties(rawValue: 8)
    /// Whether left items stand beside the back button.
    public static let leftItemsSupplementBackButton = LockedProperties(rawValue: 16)
    /// All items on the left.
    public static let leftBarButtonItems = LockedProperties(rawValue: 32)
    /// The first item on the left.
    public static let leftBarButtonItem = LockedProperties(rawValue: 64)
    /// All items on the right.
    public static let rightBarButtonItems = LockedProperties(rawValue: 128)
    /// The first item on the right.
    public static let rightBarButtonItem = LockedProperties(rawValue: 256)
    /// The text of the default back button; the original does not mirror it.
    public static let backButtonTitle = LockedProperties(rawValue: 512)
    /// The items of the toolbar; the original does not mirror them.
    public static let toolbarItems = LockedProperties(rawValue: 1024)

    /// Whether a mirrored property is locked, with singular and plural as one.
    func locks(_ property: UINavigationItem.Property) -> Bool {
      switch property {
      case .title: contains(.title)
      case .prompt: contains(.prompt)
      case .backBarButtonItem: contains(.backBarButtonItem)
      case .backButtonTitle: contains(.backButtonTitle)
      case .hidesBackButton: contains(.hidesBackButton)
      case .leftItemsSupplementBackButton: contains(.leftItemsSupplementBackButton)
      case .leftBarButtonItems: contains(.leftBarButtonItems) || contains(.leftBarButtonItem)
      case .rightBarButtonItems: contains(.rightBarButtonItems) || contains(.rightBarButtonItem)
      // The container's own: the control that selects.
      case .titleView: true
      }
    }
  }
}
