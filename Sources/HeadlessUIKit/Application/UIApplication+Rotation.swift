extension UIApplication {
  /// How the interface stands.
  public var statusBarOrientation: UIInterfaceOrientation { context.environment.orientation }

  /// The scene's traits.
  public var traitCollection: UITraitCollection { context.environment.traits }

  /// How long a rotation takes on a device, in seconds. Controllers are told this; here a rotation takes no time.
  public static let rotationDuration: TimeInterval = 0.3

  /// Turns the interface, if the root of the front window supports it; without one nobody objects. A window to which
  /// controllers' views were only added has the controller of the first one as its root. Call it inside `perform`.
  ///
  /// The sides of the screen and of all windows are swapped, shown or not, and views follow by their masks. In profile
  /// `ios5` the shown roots and those below them get the rotation callbacks (R18.1, R18.2), else the callbacks of size and
  /// traits (R18.4); with a size that stays the same, as upside down, there are none of these. All of it has happened when
  /// this returns: nothing waits for the clock, though controllers are told of 0.3 seconds.
  ///
  /// The present orientation, and the unknown one, change nothing. In a callback of a change the rotation is done when that
  /// is over; callbacks that ask for more than 100 are stopped, and reported. Cost: the views of the windows.
  @discardableResult
  public func rotate(to orientation: UIInterfaceOrientation) -> RotationReport {
    var report = RotationReport(orientation: statusBarOrientation)
    guard !context.environment.isChanging else {
      deferChange(.orientation(orientation))
      report.cause = .deferred
      return report
    }
    changeEnvironment { turn(to: orientation, &report) }
    report.orientation = statusBarOrientation
    return report
  }

  /// Gives the scene other traits. Call it inside `perform`.
  ///
  /// Shown roots and those below them get `willTransition`, and after the layout `traitCollectionDidChange`; in profile
  /// `ios5`, which knows neither, nobody is told. What was asked for stays, also when the interface turns; `unspecified`
  /// gives back what the device has. In a callback of a change it is done when that is over, as in `rotate(to:)`. Cost: the
  /// views of the windows.
  ///
  /// - Parameters:
  ///   - horizontalSizeClass: Room in width; nil: as before.
  ///   - verticalSizeClass: Room in height; nil: as before.
  ///   - userInterfaceStyle: Bright or dark; nil: as before.
  ///   - layoutDirection: Where lines begin; nil: as before.
  @discardableResult
  public func setTraits(
    horizontalSizeClass: UIUserInterfaceSizeClass? = nil, verticalSizeClass: UIUserInterfaceSizeClass? = nil,
    userInterfaceStyle: UIUserInterfaceStyle? = nil, layoutDirection: UITraitEnvironmentLayoutDirection? = nil
  ) -> TraitReport {
    let wishes = TraitWishes(
      horizontalSizeClass: horizontalSizeClass, verticalSizeClass: verticalSizeClass,
      userInterfaceStyle: userInterfaceStyle, layoutDirection: layoutDirection)
    var report = TraitReport(traits: traitCollection)
    guard !context.environment.isChanging else {
      deferChange(.traits(wishes))
      return report
    }
    changeEnvironment { report.changed = change(wishes) }
    report.traits = traitCollection
    return report
  }

  // MARK: A window's size

  /// Gives a window another size, as a program does on a desktop. Call it inside `perform`.
  ///
  /// Its root and those below that are on screen get `viewWillTransition` first, then the views follow by their masks and
  /// are laid out, then the coordinator's animations and completions run (R18.4). In profile `ios5` only the views follow.
  /// Screen, orientation and traits stay. Cost: the views of the window.
  ///
  /// - Parameters:
  ///   - window: A window of this scene.
  ///   - size: The new size, in points.
  public func resize(_ window: UIWindow, to size: CGSize) {
    window.frame.size = size
  }

  /// Makes a change of a window's size, with its callbacks. In a callback of another change, where who is told has been
  /// settled already, nobody is told of this one.
  func change(sizeOf window: UIWindow, by setFrame: (CGRect) -> Void, to frame: CGRect) {
    guard !context.environment.isChanging, context.profile.sendsTransitions, !window.isHidden else {
      return setFrame(frame)
    }
    changeEnvironment { EnvironmentTransition.resize(window, to: frame, by: setFrame) }
  }

  // MARK: One at a time

  /// 100 changes, each out of the callbacks of one before, are a loop.
  private static let changeLimit = 100

  private func deferChange(_ change: EnvironmentChange) {
    // One more than are done: so it is seen that there are too many.
    guard context.environment.waiting.count <= Self.changeLimit else { return }
    context.environment.waiting.append(change)
  }

  /// Makes a change, then those that callbacks have asked for meanwhile.
  private func changeEnvironment(_ first: () -> Void) {
    context.environment.isChanging = true
    defer {
      context.environment.isChanging = false
      context.environment.waiting = []
    }
    first()
    var rounds = 0
    while let next = context.environment.waiting.first, !context.hasEnded {
      context.environment.waiting.removeFirst()
      guard rounds < Self.changeLimit else { return reportEndlessRotation() }
      rounds += 1
      switch next {
      case .orientation(let orientation):
        var report = RotationReport(orientation: statusBarOrientation)
        turn(to: orientation, &report)
      case .traits(let wishes):
        _ = change(wishes)
      }
    }
  }

  private func reportEndlessRotation() {
    context.report(
      ContractIssue(
        kind: .endlessRotation, controller: nil, className: "UIApplication",
        message: "callbacks of a rotation or of other traits have asked for \(Self.changeLimit) more of them, one "
          + "after the other; the rest was dropped. Do not rotate, or set traits, each time a callback tells of it."))
  }

  // MARK: Rotation

  private func turn(to orientation: UIInterfaceOrientation, _ report: inout RotationReport) {
    guard orientation != statusBarOrientation, orientation != .unknown else {
      report.cause = .alreadyThere
      return
    }
    if let refuser = refuser(of: orientation) {
      report.cause = .refused
      report.refusedBy = RotationReport.Entry(controller: refuser.id, className: refuser.className)
      return
    }
    // Who was asked may have ended the scene.
    guard !context.hasEnded else { return }
    EnvironmentTransition(self, to: orientation, context.environment.wishes).run()
    report.rotated = true
  }

  /// R18.1, R18.3: the root of the front window decides alone; seed 000 has none but the view that it adds.
  private func refuser(of orientation: UIInterfaceOrientation) -> UIViewController? {
    guard let root = frontWindow?.outermostViewController else { return nil }
    let accepts =
      profile.sendsRotationCallbacks
      ? root.shouldAutorotate(to: orientation)
      : root.shouldAutorotate && root.supportedInterfaceOrientations.contains(orientation)
    return accepts ? nil : root
  }

  // MARK: Traits

  private func change(_ wishes: TraitWishes) -> Bool {
    let wishes = wishes.applied(to: context.environment.wishes)
    guard Environment.traits(statusBarOrientation, wishes) != traitCollection else {
      // What the device has now was asked for: it stays when the interface turns.
      context.environment.change(to: statusBarOrientation, wishes)
      return false
    }
    EnvironmentTransition(self, to: statusBarOrientation, wishes).run()
    return true
  }
}
