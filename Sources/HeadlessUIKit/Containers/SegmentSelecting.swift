/// What the method `selectSegment` drives: a delegate or a container that shows one of several children.
///
/// An application offers the method when its delegate conforms.
@MainActor
public protocol SegmentSelecting: AnyObject {
  /// How many segments there are.
  var segmentCount: Int { get }

  /// The index of the selected segment; nil when there is none.
  var selectedSegment: Int? { get }

  /// The selected child.
  var selectedViewController: UIViewController? { get }

  /// Whether a person can select a segment. True, unless it is implemented.
  func isSegmentEnabled(_ index: Int) -> Bool

  /// Selects a segment, as a person does.
  ///
  /// - Throws: `SegmentNotFound` for an index without a segment; nothing has changed then (S54).
  func selectSegment(_ index: Int) throws(SegmentNotFound)
}

extension SegmentSelecting {
  /// All segments can be selected.
  public func isSegmentEnabled(_ index: Int) -> Bool { true }
}

extension MultipleViewController: SegmentSelecting {
  /// What its control says; a control that somebody has emptied says nothing.
  public func isSegmentEnabled(_ index: Int) -> Bool {
    segmentedControl.isEnabledForSegment(at: index) || index >= segmentedControl.numberOfSegments
  }

  /// How many children there are.
  public var segmentCount: Int { members.count }

  /// The index of the selected child; nil when there is none.
  public var selectedSegment: Int? { members.indices.contains(index) ? index : nil }

  /// Selects a child.
  public func selectSegment(_ index: Int) throws(SegmentNotFound) { try select(index) }
}
