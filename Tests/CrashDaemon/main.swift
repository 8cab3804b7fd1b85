// A daemon whose controllers do what ends a daemon, each when its button is tapped.
import ControllerHost

let daemon = ControllerDaemon(name: "crashd")
daemon.register("crash") { CrashAppDelegate() }
daemon.main()
