/// A row of a table.
@MainActor
open class UITableViewCell: UIView {
  /// Which texts a cell has.
  public enum CellStyle: String, Sendable {
    /// One text.
    case `default`
    /// A text on the left, a detail on the right.
    case value1
    /// A name on the left, a value beside it.
    case value2
    /// A text, a detail below.
    case subtitle
  }

  /// What stands at the right end of a cell.
  public enum AccessoryType: String, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// An arrow: the row leads on.
    case disclosureIndicator
    /// A button for details, and an arrow.
    case detailDisclosureButton
    /// The row is chosen.
    case checkmark
    /// A button for details.
    case detailButton
  }

  /// Which texts the cell has.
  public let style: CellStyle

  /// The name under which the cell is used again; nil: it is not.
  public let reuseIdentifier: String?

  /// What the row is for; the texts are in it.
  public let contentView: UIView

  /// The table that shows the cell, and where.
  weak var table: UITableView?
  var indexPath: IndexPath?
  private var textLabelIfMade: UILabel?
  private var detailTextLabelIfMade: UILabel?
  private var storedSelection = false

  /// The row that the cell is in its table; nil for a cell in none.
  public var indexPathInTable: IndexPath? { table == nil ? nil : indexPath }

  func stand(in newTable: UITableView, at newPath: IndexPath) {
    guard table !== newTable || indexPath != newPath else { return }
    table = newTable
    indexPath = newPath
    noteChange()
  }

  func leaveTable() {
    table = nil
    indexPath = nil
    noteChange()
  }

  /// A cell of a style.
  public init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
    contentView = UIView(frame: .zero)
    super.init(frame: .zero)
    addSubview(contentView)
  }

  /// A cell with one text that is not used again.
  public override init(frame: CGRect) {
    style = .default
    reuseIdentifier = nil
    contentView = UIView(frame: CGRect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// The main text; made when it is first read.
  open var textLabel: UILabel? {
    if let textLabelIfMade { return textLabelIfMade }
    let label = makeLabel()
    textLabelIfMade = label
    return label
  }

  /// The second text, made when it is first read; nil in style `default`.
  open var detailTextLabel: UILabel? {
    if style == .default { return nil }
    if let detailTextLabelIfMade { return detailTextLabelIfMade }
    let label = makeLabel()
    detailTextLabelIfMade = label
    return label
  }

  private func makeLabel() -> UILabel {
    let label = context.making { UILabel(frame: .zero) }
    contentView.addSubview(label)
    setNeedsLayout()
    return label
  }

  /// What stands at the right end.
  open var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { noteChange() } }
  }

  /// Whether the row is selected. The table sets it.
  open var isSelected: Bool {
    get { storedSelection }
    set { setSelected(newValue, animated: false) }
  }

  /// Shows whether the row is selected; overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    guard storedSelection != selected else { return }
    storedSelection = selected
    noteChange()
  }

  /// The cell will be used for another row; overrides call super.
  open func prepareForReuse() { setSelected(false, animated: false) }

  /// What a finger does: selects the cell's row, see `UITableView.userSelectRow(at:)`. A cell that is in no table does
  /// nothing. Call it inside `UIApplication.perform`.
  ///
  /// - Returns: How many actions were handled: 0 or 1.
  /// - Throws: Why the cell gets no touch; nothing was changed then.
  @discardableResult
  public func tap() throws(TapError) -> Int {
    try checkTouchable()
    guard let table, let indexPath else { return 0 }
    return try table.userSelectRow(at: indexPath)
  }

  /// Places the texts: beside each other, or in style `subtitle` below each other.
  open override func layoutSubviews() {
    contentView.frame = bounds
    let half = CGSize(
      width: style == .subtitle ? bounds.width : bounds.width / 2,
      height: style == .subtitle ? bounds.height / 2 : bounds.height)
    if let detailTextLabelIfMade {
      textLabelIfMade?.frame = CGRect(origin: .zero, size: half)
      detailTextLabelIfMade.frame = CGRect(
        x: bounds.width - half.width, y: bounds.height - half.height, width: half.width, height: half.height)
    } else {
      textLabelIfMade?.frame = bounds
    }
  }

  // MARK: What a front end shows

  /// The texts, unless a label was set.
  open override var accessibilityLabel: String? {
    get {
      if let label = super.accessibilityLabel { return label }
      let texts = [textLabelIfMade?.text, detailTextLabelIfMade?.text].compactMap { $0 }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
    set { super.accessibilityLabel = newValue }
  }

  /// A row.
  open override var semanticRole: SemanticRole { .listItem }

  /// The main text.
  open override var visibleTitle: String? { textLabelIfMade?.text }
}
