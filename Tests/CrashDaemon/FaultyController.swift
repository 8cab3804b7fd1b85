import Glibc
import HeadlessUIKit

/// What a controller can do to its daemon.
enum Fault: String, CaseIterable {
  case trap, check, overflow, memory, abort, loop, print, complaints
}

/// A controller that has a fault in `viewDidLoad`.
final class FaultyController: UIViewController {
  var fault = Fault.trap

  override func viewDidLoad() {
    super.viewDidLoad()
    switch fault {
    case .trap: useMissingElement([])
    case .check: declareTwice()
    case .overflow: _ = recurse(1)
    case .memory: readNothing()
    case .abort: Glibc.abort()
    case .loop: loopForEver()
    case .print: printMuch()
    case .complaints: for _ in 0..<1000 { viewWillAppear(false) }
    }
  }

  @inline(never) private func useMissingElement(_ numbers: [Int]) { Swift.print(numbers[numbers.count + 1]) }

  @inline(never) private func declareTwice() {
    let message = MessageDeclaration("greet()", "Says hello.", arguments: [])
    _ = MessageProtocol("Twice", [message, message])
  }

  @inline(never) private func recurse(_ depth: Int) -> Int {
    // What an optimizer cannot make a loop of: the result is needed after the call.
    depth == 0 ? 0 : Int(Double(recurse(depth &+ 1)) * 0.5)
  }

  @inline(never) private func readNothing() {
    // An address that the compiler cannot know.
    let address = UInt(getpid()) &- UInt(getpid()) &+ 8
    Swift.print(UnsafePointer<Int>(bitPattern: address)?.pointee ?? 0)
  }

  @inline(never) private func loopForEver() {
    while getpid() != 0 {}
  }

  /// More than a pipe holds.
  private func printMuch() {
    for number in 0..<10_000 { Swift.print("line \(number) of what a controller prints") }
  }
}
