extension UIViewController {
  struct MemoryWarning {
    /// What the default implementation did, if it was reached.
    var outcome: Outcome?

    enum Outcome {
      case unloaded
      case nothingLoaded
      case kept(MemoryWarningReport.KeepReason)
    }
  }

  /// R17.4: unloads the view if the profile does that, nothing holds the view, and it can be made again.
  ///
  /// Without the Objective-C runtime nobody can see whether `loadView` is overridden: what counts is whether the default
  /// one has run, so an override that calls super counts as the default.
  func unloadViewIfPossible() {
    memoryWarning.outcome = unloadOutcome()
    guard case .unloaded = memoryWarning.outcome else { return }
    dispatch(.viewWillUnload) { viewWillUnload() }
    // That may have put the view into a hierarchy, or have thrown it away itself.
    memoryWarning.outcome = unloadOutcome()
    guard case .unloaded = memoryWarning.outcome else { return }
    let old = viewIfLoaded
    setView(nil, tellsChildren: false)
    dispatch(.viewDidUnload) { viewDidUnload() }
    if let old { childrenLosePlace(in: old) }
  }

  private func unloadOutcome() -> MemoryWarning.Outcome {
    guard let view = viewIfLoaded else { return .nothingLoaded }
    guard context.profile.unloadsViewsOnMemoryWarning else { return .kept(.profileKeepsViews) }
    // One that is on its way into a superview is held by whoever adds it.
    guard view.superview == nil, !context.arrivingViews.contains(where: { $0 === view }) else {
      return .kept(.hasSuperview)
    }
    guard nibName != nil || !loading.usedDefault else { return .kept(.cannotBeRemade) }
    return .unloaded
  }

  /// Tells the controller, and notes in the report what came of it.
  func receiveMemoryWarning(into report: inout MemoryWarningReport) {
    memoryWarning.outcome = nil
    report.told.append(MemoryWarningReport.Entry(controller: id, className: className))
    dispatch(.didReceiveMemoryWarning) { didReceiveMemoryWarning() }
    let reason: MemoryWarningReport.KeepReason
    switch memoryWarning.outcome {
    case .unloaded:
      report.unloaded.append(MemoryWarningReport.Entry(controller: id, className: className))
      return
    case .kept(let known):
      reason = known
    case .nothingLoaded:
      return
    case nil:
      reportMissingSuper()
      reason = .superNotCalled
    }
    guard isViewLoaded else { return }
    report.kept.append(MemoryWarningReport.Kept(controller: id, className: className, reason: reason))
  }

  /// R17.7: only where unloading depends on it.
  private func reportMissingSuper() {
    guard context.profile.unloadsViewsOnMemoryWarning else { return }
    context.report(
      .missingMemoryWarningSuper, self,
      "didReceiveMemoryWarning of \(className) \(id) did not call super, so its view can never be unloaded; call "
        + "super.didReceiveMemoryWarning() first.")
  }
}

extension UIApplication {
  /// Posted after the delegate was told of a memory warning, before the controllers are (R17.2).
  public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")

  /// Tells the delegate, the observers of the notification, and every live controller in the order in which they were
  /// made, off screen and unloaded ones too (R17.1 to R17.3). Call it inside `perform`. Cost: the live controllers.
  ///
  /// - Returns: Who was told, whose view was thrown away, whose stayed and why.
  @discardableResult
  public func simulateMemoryWarning() -> MemoryWarningReport {
    var report = MemoryWarningReport()
    report.delegateClass = delegate.map { context.className(of: type(of: $0)) }
    delegate?.applicationDidReceiveMemoryWarning(self)
    report.observers = notificationCenter.post(name: Self.didReceiveMemoryWarningNotification, object: self)
    // Ids, not references: a controller that goes during the warning must not be held by it.
    for id in liveControllers.map(\.id) {
      controller(id)?.receiveMemoryWarning(into: &report)
    }
    return report
  }
}
