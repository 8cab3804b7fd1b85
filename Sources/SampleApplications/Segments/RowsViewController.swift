import HeadlessUIKit

/// A table of rows that never change. It knows nothing of the container that it is used in.
final class RowsViewController: UITableViewController {
  private let rows: [String]

  init(rows: [String]) {
    self.rows = rows
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) {
    rows = []
    super.init(coder: coder)
  }

  override func shouldAutorotate(to interfaceOrientation: UIInterfaceOrientation) -> Bool { true }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = rows[indexPath.row]
    return cell
  }
}
