import HeadlessUIKit
import Testing

/// Notes in each appearance callback what it says about its move.
private class Mover: UIViewController {
  let log: Log

  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    log = Log()
    super.init(coder: coder)
  }

  private func note(_ callback: String) {
    let moves = [isMovingToParent ? "to" : nil, isMovingFromParent ? "from" : nil].compactMap(\.self)
    log.note("\(className) \(callback) \(moves.isEmpty ? "-" : moves.joined(separator: "+"))")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    note("didLoad")
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    note("wA")
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    note("isA")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    note("dA")
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    note("wD")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    note("dD")
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    note("didMove")
  }
}

private final class MovedChild: Mover {}
private final class MovedInner: Mover {}

@MainActor
@Suite("R6: moving to and from a parent")
struct R6MovingTests {
  @Test("R6.1, R6.2: a child that is added says so in its appearance callbacks, and nowhere else")
  func added() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let log = Log()
      let child = try application.perform {
        let child = MovedChild(log)
        embed(child, in: stage.root)
        log.note("outside \(child.isMovingToParent)")
        return child
      }
      #expect(
        log.lines == [
          "MovedChild didLoad -", "MovedChild wA to", "MovedChild isA to", "MovedChild didMove -", "outside false",
          "MovedChild dA to",
        ])
      #expect(!child.isMovingToParent)
      #expect(!child.isMovingFromParent)
    }
  }

  @Test("R6.1, R6.2: a child that is removed says so in its disappearance callbacks, and nowhere else")
  func removed() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let log = Log()
      let child = try application.perform {
        let child = MovedChild(log)
        embed(child, in: stage.root)
        return child
      }
      log.lines = []
      try application.perform {
        unembed(child)
        log.note("outside \(child.isMovingFromParent)")
      }
      #expect(log.lines == ["MovedChild wD from", "MovedChild didMove -", "outside false", "MovedChild dD from"])
      #expect(!child.isMovingFromParent)
    }
  }

  @Test("R6.2: a child that is covered and uncovered moves neither way")
  func covered() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let log = Log()
      let child = try application.perform {
        let child = MovedChild(log)
        embed(child, in: stage.root)
        return child
      }
      log.lines = []
      try application.perform { stage.window.isHidden = true }
      try application.perform { stage.window.isHidden = false }
      try application.perform { child.view.removeFromSuperview() }
      try application.perform { stage.root.view.addSubview(child.view) }
      #expect(
        log.lines
          == ["wD -", "dD -", "wA -", "isA -", "dA -", "wD -", "dD -", "wA -", "isA -", "dA -"].map {
            "MovedChild \($0)"
          })
    }
  }

  @Test("R6.2: a child that was added off screen has moved before it appears")
  func addedOffScreen() throws {
    try withScene { application in
      let log = Log()
      _ = try application.perform {
        let parent = Parent()
        embed(MovedChild(log), in: parent)
        return show(parent)
      }
      #expect(log.lines == ["didLoad -", "didMove -", "wA -", "isA -", "dA -"].map { "MovedChild \($0)" })
    }
  }

  @Test("R6.2: a move that has caused one appearance causes no other one, also without didMove")
  func usedUp() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let log = Log()
      try application.perform {
        let child = MovedChild(log)
        stage.root.addChild(child)
        stage.root.view.addSubview(child.view)
      }
      try application.perform { stage.window.isHidden = true }
      try application.perform { stage.window.isHidden = false }
      #expect(
        log.lines
          == ["didLoad -", "wA to", "isA to", "dA to", "wD -", "dD -", "wA -", "isA -", "dA -"].map {
            "MovedChild \($0)"
          })
    }
  }

  @Test("R6.2: an addition that is reversed before the child has appeared is a removal from then on")
  func reversed() throws {
    try withScene { application in
      let stage = try Stage(application) { Parent() }
      let log = Log()
      try application.perform {
        let child = MovedChild(log)
        embed(child, in: stage.root)
        unembed(child)
      }
      #expect(
        log.lines
          == ["didLoad -", "wA to", "isA to", "didMove -", "wD from", "didMove -", "dD from"].map {
            "MovedChild \($0)"
          })
    }
  }

  @Test("R6.2: a removal that was announced and never made leaves no trace in a later addition")
  func announcedOnly() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { Parent() }, Log())
      let child = try application.perform {
        let child = MovedChild(log)
        embed(child, in: stage.root)
        child.willMove(toParent: nil)
        child.didMove(toParent: stage.root)
        return child
      }
      log.lines = []
      try application.perform { stage.window.isHidden = true }
      #expect(log.lines == ["MovedChild wD -", "MovedChild dD -"])
      try application.perform { child.willMove(toParent: nil) }
      try application.perform { child.removeFromParent() }
      log.lines = []
      try application.perform { stage.window.isHidden = false }
      #expect(log.lines == ["MovedChild wA -", "MovedChild isA -", "MovedChild dA -"])
    }
  }

  @Test("R6.4: inside a wrapper only the wrapper moves")
  func wrapper() throws {
    try withScene { application in
      let (stage, log) = (try Stage(application) { Parent() }, Log())
      let wrapper = try application.perform {
        let wrapper = MovedChild(log)
        embed(MovedInner(log), in: wrapper)
        embed(wrapper, in: stage.root)
        return wrapper
      }
      #expect(
        log.lines.filter { $0.hasSuffix("to") } == ["MovedChild wA to", "MovedChild isA to", "MovedChild dA to"])
      log.lines = []
      try application.perform { unembed(wrapper) }
      #expect(
        log.lines == [
          "MovedChild wD from", "MovedInner wD -", "MovedChild didMove -", "MovedChild dD from", "MovedInner dD -",
        ])
    }
  }

  @Test("R6.1: the answer stays the same in what a callback calls, and ends with another controller's callback")
  func nested() throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Parent() }
      try application.perform {
        let child = Child()
        child.onViewWillAppear = { child in
          embed(Grandchild(), in: child)
          log.note("after \(child.isMovingToParent)")
        }
        embed(child, in: stage.root)
      }
      #expect(log.lines == ["after true"])
    }
  }
}
