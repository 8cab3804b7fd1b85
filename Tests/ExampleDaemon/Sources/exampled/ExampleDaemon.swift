import ControllerHost
import HeadlessUIKit

@main
struct ExampleDaemon {
  static func main() {
    let daemon = ControllerDaemon(name: "exampled")
    daemon.register("hello") { HelloAppDelegate() }
    daemon.main()
  }
}
