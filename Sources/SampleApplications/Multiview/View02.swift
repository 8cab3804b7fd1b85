import HeadlessUIKit

/// The second screen: a button that asks the delegate for the first one.
final class View02: UIViewController {
  override func viewDidLoad() {
    let button = UIButton(type: .roundedRect)
    button.frame = CGRect(x: 40, y: 40, width: 240, height: 30)
    button.setTitle("Two!", for: .normal)
    // The action captures nothing: the switch destroys this controller while the action still runs.
    button.addAction(UIAction { _ in UIApplication.displayView(1) }, for: .touchUpInside)
    view.addSubview(button)
    super.viewDidLoad()
  }
}
