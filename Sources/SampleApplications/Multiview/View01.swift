import HeadlessUIKit

/// The first screen: a button that asks the delegate for the second one.
final class View01: UIViewController {
  override func viewDidLoad() {
    let button = UIButton(type: .roundedRect)
    button.frame = CGRect(x: 40, y: 40, width: 240, height: 30)
    button.setTitle("One!", for: .normal)
    // The action captures nothing: the switch destroys this controller while the action still runs.
    button.addAction(UIAction { _ in UIApplication.displayView(2) }, for: .touchUpInside)
    view.addSubview(button)
    super.viewDidLoad()
  }
}
