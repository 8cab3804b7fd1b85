import HeadlessUIKit
import Testing

/// Clock, notifications, identifiers and the multiview container in odd orders.
@MainActor
struct ServicesRegressionTests {
  @Test("Regression: a timer with an infinite interval does not fire")
  func infiniteInterval() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        _ = Timer.scheduledTimer(withTimeInterval: .infinity, repeats: true) { _ in log.note("fired") }
      }
      try advance(application, by: 1)
      #expect(log.lines == [])
      #expect(application.clock.nextFireTime?.isFinite == true)
    }
  }

  @Test("Regression: the host is told of the next timer also when a timer's turn throws")
  func fireTimeAfterThrow() throws {
    let application = UIApplication(name: "test", clock: .real, isStrict: true)
    var told = 0
    try application.perform {
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in Child().endAppearanceTransition() }
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }
    }
    application.clock.onNextFireTimeChange = { told += 1 }
    #expect(throws: ContractViolation.self) { try application.clock.follow(to: 2) }
    #expect(told == 1)
    #expect(application.clock.nextFireTime == 1)
    application.terminate()
  }

  @Test("Regression: an observer that another one removes is not called any more")
  func observerRemovedWhilePosting() throws {
    try withScene { application in
      let log = Log()
      try application.perform {
        let center = NotificationCenter.default
        final class Registration { var observer: NotificationCenter.Observer? }
        let second = Registration()
        _ = center.addObserver(forName: nil, object: nil) { _ in
          log.note("first")
          if let observer = second.observer { center.removeObserver(observer) }
        }
        second.observer = center.addObserver(forName: nil, object: nil) { _ in log.note("second") }
        center.post(name: Notification.Name("x"), object: nil)
      }
      #expect(log.lines == ["first"])
    }
  }

  @Test("Regression: views with one identifier are found oldest first, whenever they got it")
  func identifierOrder() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let views = (0..<4).map { _ in UIView(frame: .zero) }
        for view in views { stage.root.view.addSubview(view) }
        for index in [2, 0, 3, 1] { views[index].accessibilityIdentifier = "same" }
        #expect(application.viewsOnScreen(identified: "same").map(\.id) == views.map(\.id))
        views[1].accessibilityIdentifier = nil
        views[2].removeFromSuperview()
        #expect(application.viewsOnScreen(identified: "same").map(\.id) == [views[0].id, views[3].id])
      }
    }
  }

  @Test("Regression: a switch sends its primary action however a person moves it, an action for both events once")
  func switchPrimaryAction() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let toggle = UISwitch(frame: .zero)
        stage.root.view.addSubview(toggle)
        toggle.addAction(block {}, for: [.primaryActionTriggered, .valueChanged])
        try #expect(toggle.userSetOn(true) == 1)
        try #expect(toggle.tap() == 1)
        toggle.addAction(block {}, for: .primaryActionTriggered)
        try #expect(toggle.userSetOn(true) == 2)
      }
    }
  }

  // MARK: The multiview container

  final class Redirecting: UIViewController {
    enum Moment: CaseIterable { case didLoad, willAppear, isAppearing, willDisappear }
    let moment: Moment
    weak var container: MultiviewController?
    init(_ moment: Moment, _ container: MultiviewController?) {
      self.moment = moment
      self.container = container
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewDidLoad() {
      super.viewDidLoad()
      if moment == .didLoad { try? container?.displayView(2) }
    }
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      if moment == .willAppear { try? container?.displayView(2) }
    }
    override func viewIsAppearing(_ animated: Bool) {
      super.viewIsAppearing(animated)
      if moment == .isAppearing { try? container?.displayView(2) }
    }
    override func viewWillDisappear(_ animated: Bool) {
      super.viewWillDisappear(animated)
      if moment == .willDisappear { try? container?.displayView(2) }
    }
  }

  @Test(
    "Regression: a displayed view that redirects to another one leaves nothing behind",
    arguments: Redirecting.Moment.allCases)
  func redirection(_ moment: Redirecting.Moment) throws {
    for containment in [MultiviewController.Containment.viewOnly, .contained] {
      try redirect(moment, containment)
    }
  }

  private func redirect(_ moment: Redirecting.Moment, _ containment: MultiviewController.Containment) throws {
    try withScene { application in
      final class Place { weak var container: MultiviewController? }
      let place = Place()
      var views = MultiviewController.Registry()
      views.register(0) { View01() }
      views.register(1) { Redirecting(moment, place.container) }
      views.register(2) { View02() }
      let stage = try Stage(application) { [views] in MultiviewController(views: views, containment: containment) }
      place.container = stage.root
      try application.perform { try stage.root.displayView(1) }
      if moment == .willDisappear {
        try application.perform { try stage.root.displayView(0) }
      }
      #expect(stage.root.displayedView == 2)
      #expect(stage.root.displayedViewController is View02)
      #expect(stage.root.view.subviews.map { $0.owningController?.className } == ["View02"])
      #expect(stage.root.children.map(\.className) == (containment == .contained ? ["View02"] : []))
      #expect(application.liveControllers.map(\.className) == ["MultiviewController", "View02"])
      #expect(stage.root.displayedViewController?.appearanceState == .appeared)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("Regression, S6: a contained view is thrown away, not doubled, when the container's view is loaded again")
  func reloadedContainer() throws {
    final class Remade: MultiviewController {
      override func loadView() { view = UIView(frame: .zero) }
    }
    try withScene(.ios5) { application in
      try application.perform {
        var views = MultiviewController.Registry()
        views.register(1) { View01() }
        let container = Remade(views: views, containment: .contained)
        container.loadViewIfNeeded()
        #expect(application.simulateMemoryWarning().unloaded.map(\.className).contains("Remade"))
        container.loadViewIfNeeded()
        #expect(container.children.count == 1)
      }
    }
  }
}
