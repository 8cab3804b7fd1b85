import HeadlessUIKit
import Testing

private final class WarnedDelegate: UIApplicationDelegate {
  let log: Log

  init(log: Log) {
    self.log = log
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    log.note("delegate")
  }
}

@MainActor
@Suite("R17: memory warnings and notifications")
struct R17NotificationTests {
  @Test("R17.1, R17.2: the delegate, then observers of the notification, then the controllers")
  func order() throws {
    try withScene { application in
      let log = Log()
      application.delegate = WarnedDelegate(log: log)
      let child = try application.perform { Child() }
      child.onMemoryWarning = { _ in log.note("controller") }
      try application.perform {
        let token = NotificationCenter.default.addObserver(
          forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
        ) { _ in log.note("observer") }
        _ = application.simulateMemoryWarning()
        NotificationCenter.default.removeObserver(token)
        _ = application.simulateMemoryWarning()
      }
      // Order: section 5, "delegate, notification, all live controllers in creation order".
      #expect(log.lines == ["delegate", "observer", "controller", "delegate", "controller"])
    }
  }
}
