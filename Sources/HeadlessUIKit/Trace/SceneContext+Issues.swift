extension SceneContext {
  /// How many issues a scene keeps. A controller that breaks a contract in a loop must not fill the memory.
  static let issueCapacity = 1024

  /// Notes a broken contract.
  func report(_ kind: ContractIssue.Kind, _ controller: UIViewController, _ message: String) {
    report(
      ContractIssue(kind: kind, controller: controller.id, className: controller.className, message: message))
  }

  func report(_ issue: ContractIssue) {
    if issues.count == Self.issueCapacity { issues.removeFirst(Self.issueCapacity / 2) }
    issues.append(issue)
    // Bounded like the list itself: what one request breaks more often than that is told once too often anyhow.
    if issuesOfRequest.count < Self.issueCapacity { issuesOfRequest.append(issue) }
    onIssue?(issue)
  }

  /// Notes something that works, and that people will not like.
  func advise(_ kind: Advice.Kind, _ controller: UIViewController, _ message: String) {
    let advice = Advice(kind: kind, controller: controller.id, className: controller.className, message: message)
    if self.advice.count == Self.issueCapacity { self.advice.removeFirst(Self.issueCapacity / 2) }
    self.advice.append(advice)
    onAdvice?(advice)
  }
}
