import HeadlessUIKit
import SampleApplications

/// A screen that somebody else wrote: it knows the application only by its delegate.
final class View03: UIViewController {
  override func viewDidLoad() {
    let button = UIButton(type: .roundedRect)
    button.setTitle("Three!", for: .normal)
    button.addAction(
      UIAction { _ in try? (UIApplication.shared.delegate as? MultiviewAppDelegate)?.displayView(1) },
      for: .touchUpInside)
    view.addSubview(button)
    super.viewDidLoad()
  }
}
