import HeadlessUIKit

/// A segmented container of the random programs. It makes its view in code, so that profile ios5 may unload it (R17.4).
final class ReentrantContainer: MultipleViewController, ReentrantControlling {
  weak var world: ReentrantWorld?
  var number = 0

  override func loadView() {
    view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    world?.calls(.viewDidLoad, number)
  }

  /// The content view has gone with the view (R17.9).
  override func viewDidUnload() {
    super.viewDidUnload()
    contentView = nil
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    world?.calls(.viewWillAppear, number)
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    world?.calls(.viewIsAppearing, number)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    world?.calls(.viewDidAppear, number)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    world?.calls(.viewWillDisappear, number)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    world?.calls(.viewDidDisappear, number)
  }

  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    world?.calls(.willMove, number)
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    world?.calls(.didMove, number)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    world?.calls(.viewWillLayoutSubviews, number)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    world?.calls(.viewDidLayoutSubviews, number)
  }
}
