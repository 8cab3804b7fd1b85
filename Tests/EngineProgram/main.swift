// A program of the engine alone, without a daemon, as an author's own tests would be.
import HeadlessUIKit

final class TitleViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "Alone"
  }
}

let application = UIApplication(name: "alone", clock: .virtual)
try application.perform {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320.4, height: 480))
  window.rootViewController = TitleViewController()
  window.makeKeyAndVisible()
}
for line in application.trace.lines { print(line) }
application.terminate()
