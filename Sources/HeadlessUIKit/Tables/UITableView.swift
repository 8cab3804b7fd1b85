/// Rows below each other, in sections.
///
/// The engine has no scrolling: all rows have cells, made when the table is laid out, `mostRows` at most.
@MainActor
open class UITableView: UIView {
  /// How a table looks.
  public enum Style: String, Sendable {
    /// Rows without gaps.
    case plain
    /// Sections set apart.
    case grouped
  }

  /// Where a selected row should scroll to: nowhere, for there is no scrolling.
  public enum ScrollPosition: String, Sendable {
    /// Where it is.
    case none
    /// To the top.
    case top
    /// To the middle.
    case middle
    /// To the bottom.
    case bottom
  }

  /// A section as the data source has named it.
  public struct SectionSummary: Hashable, Sendable {
    /// How many rows it has.
    public let rows: Int
    /// The text above it.
    public let header: String?
    /// The text below it.
    public let footer: String?
  }

  /// 10,000 rows and sections: more than a person looks through, and some 20 MB of cells. What comes after them is not
  /// shown, and reported.
  public static let mostRows = 10_000

  /// How the table looks.
  public let style: Style

  var content = TableContent()
  var isCounting = false
  var isRealizing = false

  /// A table of a style, without rows.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
  }

  /// A plain table without rows.
  public override init(frame: CGRect) {
    style = .plain
    super.init(frame: frame)
  }

  // MARK: Rows

  /// Who says what is in the table; not retained.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }

  /// Who is asked and told of selections; not retained.
  open weak var delegate: (any UITableViewDelegate)?

  /// Asks the data source for everything again at the next layout; nothing is selected then. Cost of that: the rows.
  open func reloadData() { forgetRows() }

  /// How many sections there are. The data source is asked after `reloadData` only.
  open var numberOfSections: Int { countedRows().count }

  /// How many rows a section has; 0 for one that does not exist.
  open func numberOfRows(inSection section: Int) -> Int {
    let sections = countedRows()
    return sections.indices.contains(section) ? sections[section].rows : 0
  }

  /// The sections as the data source has named them last; it is not asked.
  public var shownSections: [SectionSummary] { content.sections }

  /// The cell of a row; nil for one that does not exist, or before the layout that makes it.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { content.cell(at: indexPath) }

  /// The row of a cell; nil for one that the table does not show.
  open func indexPath(for cell: UITableViewCell) -> IndexPath? { cell.table === self ? cell.indexPath : nil }

  /// The cells, in the order of their rows.
  open var visibleCells: [UITableViewCell] { content.cells.flatMap { $0 } }

  /// A cell of the identifier that was used before `reloadData`, made ready for another row; nil when there is none.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    takeReusableCell(identifier)
  }

  // MARK: Geometry

  /// How high a row is, in points; 44 at first.
  open var rowHeight: CGFloat = 44 {
    didSet { if rowHeight != oldValue { setNeedsLayout() } }
  }

  /// The size of all rows.
  public internal(set) var contentSize = CGSize.zero

  /// A view above the rows, as wide as the table.
  open var tableHeaderView: UIView? {
    didSet { replaceEdgeView(oldValue, by: tableHeaderView) }
  }

  /// A view below the rows, as wide as the table.
  open var tableFooterView: UIView? {
    didSet { replaceEdgeView(oldValue, by: tableFooterView) }
  }

  /// Makes the cells where needed, and places them.
  open override func layoutSubviews() { layOutRows() }

  /// While the cells are put in, they ask for a layout that is being done.
  open override func setNeedsLayout() { if !isRealizing { super.setNeedsLayout() } }

  // MARK: Selection

  /// Whether a person can select rows.
  open var allowsSelection = true

  /// The row that is selected.
  open var indexPathForSelectedRow: IndexPath? { content.selection }

  /// Selects a row and tells nobody; nil: none. One that does not exist changes nothing.
  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else { return setSelection(nil, animated: animated) }
    if isRow(indexPath) { setSelection(indexPath, animated: animated) }
  }

  /// Deselects a row, if it is selected, and tells nobody.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    if content.selection == indexPath { setSelection(nil, animated: animated) }
  }

  /// What a finger on a row does. The delegate's `willSelectRowAt` may choose another row, or none; then the row that was
  /// selected is deselected (`didDeselectRowAt`), and the row is selected (`didSelectRowAt`), also when it was already.
  /// Call it inside `UIApplication.perform`.
  ///
  /// - Returns: How many actions were handled: 1 when a delegate was told of the selection, else 0.
  /// - Throws: Why the row gets no touch (one that has no cell is not on screen); nothing was changed then.
  @discardableResult
  public func userSelectRow(at indexPath: IndexPath) throws(TapError) -> Int {
    guard let cell = cellForRow(at: indexPath) else { throw TapError(reason: .notInVisibleWindow) }
    try cell.checkTouchable()
    return allowsSelection ? selectByUser(indexPath) : 0
  }

  /// A list.
  open override var semanticRole: SemanticRole { .list }
}
