/// A choice of one out of several segments.
@MainActor
open class UISegmentedControl: UIControl {
  /// The index when nothing is chosen (R15.1).
  public static let noSegment = -1

  private struct Segment {
    var title: String?
    var isEnabled = true
  }

  private var segments: [Segment] = []
  private var selection = UISegmentedControl.noSegment

  /// A control with the given titles and no selection (R15.1).
  public init(items: [String]?) {
    segments = (items ?? []).map { Segment(title: $0) }
    super.init(frame: .zero)
  }

  /// A control without segments.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// How many segments there are.
  open var numberOfSegments: Int { segments.count }

  /// Whether a selection goes again at once.
  open var isMomentary = false

  /// The chosen segment, or `noSegment`. Setting it sends nothing (R15.3).
  ///
  /// - Precondition: `noSegment`, or an index below `numberOfSegments` (R15.5).
  open var selectedSegmentIndex: Int {
    get { selection }
    set {
      precondition(
        newValue == Self.noSegment || segments.indices.contains(newValue),
        "segment \(newValue) was selected of a control with \(segments.count) segments")
      guard selection != newValue else { return }
      selection = newValue
      noteChange()
    }
  }

  /// Inserts a segment; positions beyond the end mean the end (R15.2). The selection follows its segment (R15.4).
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    let index = min(max(index, 0), segments.count)
    segments.insert(Segment(title: title), at: index)
    if selection >= index { selection += 1 }
    noteChange()
  }

  /// Removes a segment; positions beyond the end mean the last one (R15.2). Removing the chosen one leaves none chosen; else
  /// the selection follows its segment (R15.4).
  open func removeSegment(at index: Int, animated: Bool) {
    guard !segments.isEmpty else { return }
    let index = min(max(index, 0), segments.count - 1)
    segments.remove(at: index)
    if selection == index {
      selection = Self.noSegment
    } else if selection > index {
      selection -= 1
    }
    noteChange()
  }

  /// Removes all segments.
  open func removeAllSegments() {
    segments = []
    selection = Self.noSegment
    noteChange()
  }

  /// Changes a title; positions that do not exist change nothing.
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].title != title else { return }
    segments[index].title = title
    noteChange()
  }

  /// A title; nil for positions that do not exist.
  open func titleForSegment(at index: Int) -> String? {
    segments.indices.contains(index) ? segments[index].title : nil
  }

  /// Makes a segment usable or not; positions that do not exist change nothing.
  open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index), segments[index].isEnabled != enabled else { return }
    segments[index].isEnabled = enabled
    noteChange()
  }

  /// Whether a segment can be chosen; false for positions that do not exist.
  open func isEnabledForSegment(at index: Int) -> Bool {
    segments.indices.contains(index) && segments[index].isEnabled
  }

  /// What a person does: taps a segment. `valueChanged` is sent when it was not the chosen one; a momentary control sends it
  /// always and chooses nothing (R15.3). Call it inside `UIApplication.perform`.
  ///
  /// - Parameter index: Below `numberOfSegments`.
  /// - Returns: How many actions were handled.
  /// - Throws: Why it cannot be used; nothing was changed then.
  @discardableResult
  public func userSelectSegment(_ index: Int) throws(TapError) -> Int {
    try checkInteraction()
    precondition(segments.indices.contains(index), "segment \(index) was tapped of \(segments.count) segments")
    guard segments[index].isEnabled else { throw TapError(reason: .disabled) }
    guard isMomentary || selection != index else { return 0 }
    selectedSegmentIndex = index
    let sent = sendActions(for: .valueChanged)
    if isMomentary { selectedSegmentIndex = Self.noSegment }
    return sent
  }

  /// A finger on the control as a whole names no segment: `userSelectSegment` does.
  override func touchEnded(_ event: UIEvent) -> Int { 0 }

  /// A choice of one.
  open override var semanticRole: SemanticRole { .radioGroup }

  /// The chosen index.
  open override var semanticValue: SemanticValue? {
    .selection(selection == Self.noSegment ? nil : selection)
  }
}
