import HeadlessUIKit

// The containers of the transcripts.
final class RuleBookPages: MultipleViewController {}
final class RuleBookInnerPages: MultipleViewController {}
final class RuleBookNav: UINavigationController {}

/// A container that holds any of the two modes' children, added one by one after the mode was set.
@MainActor
func makePages(
  _ children: [UIViewController], mode: MultipleViewController.Mode = .corrected
) -> RuleBookPages {
  let pages = RuleBookPages()
  pages.mode = mode
  for child in children {
    pages.addViewController(child)
  }
  return pages
}

/// Notes what a container's delegate is told, and in which state it finds the container.
@MainActor
final class RuleBookDelegate: MultipleViewControllerDelegate {
  var lines: [String] = []

  func multipleViewController(_ container: MultipleViewController, didSelect child: UIViewController) {
    lines.append(
      "didSelect \(child.className) index \(container.selectedIndex)"
        + " control \(container.segmentedControl.selectedSegmentIndex)")
  }

  func multipleViewController(_ container: MultipleViewController, didReselect child: UIViewController) {
    lines.append("didReselect \(child.className)")
  }
}

/// An item with a text and without an action.
@MainActor
func ruleBookItem(_ title: String) -> UIBarButtonItem {
  UIBarButtonItem(title: title, target: nil, action: nil)
}

@MainActor
func titles(_ items: [UIBarButtonItem]?) -> [String?] {
  (items ?? []).map(\.title)
}

extension UIApplication {
  /// The lines less layout and less what a container tells its children of their being members: when it does so is not
  /// what the transcript is about.
  func lines(withoutMovesInto container: String) -> [String] {
    linesWithoutDeinit.filter { !$0.hasSuffix("Move(toParent: \(container))") }
  }

  /// The lines without layout, and without the argument of the appearance callbacks.
  var linesWithoutAnimated: [String] { linesWithoutDeinit.map(withoutAnimated) }
}

/// A line less "(true)" or "(false)".
func withoutAnimated(_ line: String) -> String {
  for argument in ["(true)", "(false)"] where line.hasSuffix(argument) {
    return String(line.dropLast(argument.count))
  }
  return line
}

/// The lines of one class.
func lines(of className: String, in lines: [String]) -> [String] {
  lines.filter { $0.hasPrefix(className + " ") }
}
