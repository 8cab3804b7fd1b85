import Glibc

/// The call that the command line asks for.
struct ControlOptions {
  var socket: String
  var scene: String?
  var method: String
  var parameters: String?
}
extension ControlOptions {
  static func fromCommandLine() throws(UsageFailure) -> ControlOptions {
    var a = Array(CommandLine.arguments.dropFirst())
    var s: String?, p = defaultSocket
    while let f = a.first, f.hasPrefix("--"), a.count > 1 { if f == "--scene" { s = a[1] } else { p = a[1] }; a.removeFirst(2) }
    guard a.count >= 2, a[0] == "call", a.count <= 3 else { throw UsageFailure("usage") }
    return ControlOptions(socket: p, scene: s, method: a[1], parameters: a.count > 2 ? a[2] : nil)
  }

  /// Where a daemon listens that was not told otherwise: the same rule as the daemon's.
  static var defaultSocket: String {
    if let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee != 0 {
      return String(cString: directory) + "/controllerd.sock"
    }
    return "/run/controllerd/controllerd.sock"
  }
}
