import Glibc
struct BenchOptions {
  var target: LoadTarget
  var connections = 50
  var depth = 1
  var seconds = 3.0
  var answers: UInt64?
  var printsJSON = false
  nonisolated(unsafe) static let standardError = fdopen(2, "w")
  static func fromCommandLine() -> BenchOptions {
    let a = CommandLine.arguments
    var o = a[1] == "--redis" ? BenchOptions(target: .redis(path: a[2], valueSize: Int(a[3])!)) : BenchOptions(target: .daemon(path: a[2], method: a[3], params: nil))
    if a.count > 4 { o.depth = Int(a[4])! }
    if a.count > 5 { o.seconds = Double(a[5])! }
    if a.count > 6 { o.answers = UInt64(a[6])! }
    return o
  }
}
