extension UITableView {
  func setSelection(_ selection: IndexPath?, animated: Bool) {
    guard content.selection != selection else { return }
    let old = content.selection.flatMap { content.cell(at: $0) }
    content.selection = selection
    old?.setSelected(false, animated: animated)
    selectCells(animated: animated)
  }

  /// Shows the selection in its cell, if that is there.
  func selectCells(animated: Bool) {
    guard let selection = content.selection, content.isRealized else { return }
    content.cell(at: selection)?.setSelected(true, animated: animated)
  }

  /// Each call may change the rows, the table or the delegate: what follows looks again.
  func selectByUser(_ indexPath: IndexPath) -> Int {
    var chosen = indexPath
    if let delegate {
      guard let answer = delegate.tableView(self, willSelectRowAt: indexPath) else { return 0 }
      chosen = answer
    }
    guard isRow(chosen) else { return 0 }
    if let old = content.selection, old != chosen {
      setSelection(nil, animated: true)
      delegate?.tableView(self, didDeselectRowAt: old)
      guard isRow(chosen) else { return 0 }
    }
    setSelection(chosen, animated: true)
    guard let delegate else { return 0 }
    delegate.tableView(self, didSelectRowAt: chosen)
    return 1
  }
}
