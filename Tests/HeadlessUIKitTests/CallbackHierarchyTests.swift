import HeadlessUIKit
import Testing

/// What was read before a callback is asked again after it: parents, superviews, and who forwards.
@MainActor
@Suite("Regression: nothing of the hierarchy is trusted across a callback")
struct CallbackHierarchyTests {
  // MARK: Circles

  @Test("R3.1: a child that takes its coming parent in, in willMove, is not added: no circle")
  func circleInWillMove() throws {
    try withScene { application in
      try application.perform {
        let (a, b) = (First(), Second())
        b.onWillMove = { [weak a, weak b] _, parent in if parent != nil, let a { b?.addChild(a) } }
        a.addChild(b)
        #expect(a.parent === b)
        #expect(b.parent == nil)
        #expect(a.children.isEmpty)
        #expect(b.children.map(\.id) == [a.id])
        #expect(a.navigationController == nil)
        #expect(application.issues.map(\.kind) == [.cyclicContainment])
        #expect(application.issues.first?.message.hasSuffix("meanwhile, so it was not added.") == true)
      }
    }
  }

  @Test("R3.1: a longer circle, made in the didMove(nil) of the old parent's removal, is none either")
  func circleInDidMove() throws {
    try withScene { application in
      try application.perform {
        let (a, b, c) = (First(), Second(), Third())
        let old = Parent()
        old.addChild(b)
        b.addChild(c)
        b.onDidMove = { [weak a, weak c] _, parent in if parent == nil, let a { c?.addChild(a) } }
        a.addChild(b)
        #expect(b.parent == nil)
        #expect(a.parent === c)
        #expect(application.issues.map(\.kind) == [.cyclicContainment])
      }
    }
  }

  @Test("R3.1: a child that goes back to its old parent each time it is let go stays there, and that is reported")
  func endlessReturn() throws {
    try withScene { application in
      try application.perform {
        let (old, new, child) = (Parent(), Other(), Child())
        old.addChild(child)
        child.onDidMove = { [weak old] child, parent in if parent == nil { old?.addChild(child) } }
        new.addChild(child)
        child.onDidMove = nil
        #expect(child.parent === old)
        #expect(old.children.map(\.id) == [child.id])
        #expect(new.children.isEmpty)
        #expect(application.issues.contains { $0.kind == .endlessCallbacks })
      }
    }
  }

  @Test("a view that is put into itself, or into its own subview, is reported; nothing stops")
  func circleOfViews() throws {
    try withScene { application in
      try application.perform {
        let (outer, inner) = (UIView(frame: .zero), UIView(frame: .zero))
        outer.addSubview(inner)
        inner.addSubview(outer)
        outer.addSubview(outer)
        #expect(outer.superview == nil)
        #expect(inner.superview === outer)
        #expect(inner.subviews.isEmpty)
        #expect(application.issues.map(\.kind) == [.cyclicContainment, .cyclicContainment])
      }
    }
  }

  @Test("a superview that a callback puts into the coming view is reported; the view is not added")
  func circleOfViewsInCallback() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      var child: Child?
      try application.perform {
        let box = UIView(frame: .zero)
        stage.root.view.addSubview(box)
        let made = Child()
        child = made
        made.onViewWillAppear = { [weak box] in if let box { $0.view.addSubview(box) } }
        box.addSubview(made.view)
        #expect(box.superview === made.view)
        #expect(made.view.superview == nil)
      }
      #expect(application.issues.map(\.kind) == [.cyclicContainment])
      #expect(child?.appearanceState == .disappeared)
      child?.view = nil
      child = nil
    }
  }

  @Test("a window whose root's view is the window, or holds it, is reported")
  func circleOfRoot() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let other = try application.perform { Other() }
      try application.perform {
        other.view = stage.window
        stage.window.rootViewController = other
      }
      #expect(application.issues.map(\.kind) == [.cyclicContainment])
      #expect(stage.window.superview == nil)
      try application.perform {
        other.view = nil
        stage.window.rootViewController = stage.root
      }
      #expect(stage.root.appearanceState == .appeared)
    }
  }

  @Test("a view that moves itself in a callback of its own addition stands in one place only")
  func movesItself() throws {
    final class Mover: UIView {
      weak var goal: UIView?
      var moment = 0
      private func move(_ now: Int) {
        guard now == moment, let goal, superview !== goal else { return }
        self.goal = nil
        goal.addSubview(self)
      }
      override func willMove(toSuperview newSuperview: UIView?) { move(0) }
      override func willMove(toWindow newWindow: UIWindow?) { move(1) }
      override func didMoveToWindow() { move(2) }
      override func didMoveToSuperview() { move(3) }
    }
    for moment in 0...3 {
      for isRemoval in [false, true] {
        try withScene { application in
          let stage = try Stage(application) { Root() }
          try application.perform {
            let (box, goal) = (UIView(frame: .zero), UIView(frame: .zero))
            stage.root.view.addSubview(box)
            if moment > 1 { stage.root.view.addSubview(goal) }
            let mover = Mover(frame: .zero)
            mover.moment = moment
            if !isRemoval { mover.goal = goal }
            box.addSubview(mover)
            mover.goal = goal
            if isRemoval { mover.removeFromSuperview() }
            let holders = [box, goal].filter { $0.subviews.contains { $0 === mover } }
            #expect(holders.count <= 1)
            #expect(mover.superview === holders.first)
            #expect(mover.window === mover.superview?.window)
          }
        }
      }
    }
  }

  @Test("a view that moves itself, or lays itself out, each time it is told to end, and are reported")
  func endlessViews() throws {
    final class Restless: UIView {
      weak var goal: UIView?
      override func willMove(toSuperview newSuperview: UIView?) { goal?.addSubview(self) }
      override func layoutSubviews() {
        setNeedsLayout()
        layoutIfNeeded()
      }
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let view = Restless(frame: .zero)
        view.goal = stage.root.view
        stage.root.view.addSubview(view)
        view.goal = nil
        view.removeFromSuperview()
      }
      #expect(application.issues.first?.kind == .endlessCallbacks)
      application.trace.removeAll()
      let (window, before) = (stage.window, application.issues.count)
      try application.perform {
        let view = Restless(frame: .zero)
        window.addSubview(view)
        view.layoutIfNeeded()
        view.removeFromSuperview()
      }
      #expect(application.issues.count > before)
      #expect(application.issues.last?.kind == .endlessCallbacks)
    }
  }

  // MARK: R17.4

  @Test("R17.4, profile ios5: a view that viewWillUnload puts into a hierarchy is not thrown away")
  func keptInViewWillUnload() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let child = try application.perform { Remakeable() }
      try application.perform { child.loadViewIfNeeded() }
      application.trace.removeAll()
      child.onViewWillUnload = { [weak window = stage.window] in window?.addSubview($0.view) }
      let report = try application.perform { application.simulateMemoryWarning() }
      #expect(report.unloaded == [])
      #expect(child.appearanceState == .appeared)
      #expect(
        application.lines(of: "Remakeable") == [
          "Remakeable didReceiveMemoryWarning", "Remakeable viewWillUnload", "Remakeable viewWillAppear(false)",
          "Remakeable viewDidAppear(false)",
        ])
      try application.perform { child.view.removeFromSuperview() }
    }
  }

  // MARK: R4.4

  @Test(
    "R4.4 over R5: a child of a container that forwards by hand hears nothing of a window's hiding; advice is given")
  func manualContainerInAHiddenWindow() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      let child = try application.perform { Child() }
      try application.perform {
        embed(child, in: stage.root)
        child.beginAppearanceTransition(true, animated: false)
        child.endAppearanceTransition()
      }
      application.trace.removeAll()
      try application.perform { stage.window.isHidden = true }
      #expect(application.advice.map(\.kind) == [.unforwardedAppearance])
      #expect(application.advice.first?.controller == stage.root.id)
      #expect(application.advice.first?.message.contains("Child \(child.id)") == true)
      try application.perform { stage.window.isHidden = false }
      #expect(
        application.trace.linesWithoutLayout == [
          "Manual viewWillDisappear(false)", "Manual viewDidDisappear(false)",
          "Manual viewWillAppear(false)", "Manual viewIsAppearing(false)", "Manual viewDidAppear(false)",
        ])
      #expect(child.appearanceState == .appeared)
      #expect(application.advice.count == 1)
      #expect(application.issues == [])
    }
  }

  @Test("R4.4: a container that forwards by hand as it should gets no advice, nor one that hides and shows in one turn")
  func forwardedByHand() throws {
    try withScene { application in
      let stage = try Stage(application) { ForwardingNode() }
      let child = try application.perform { Child() }
      try application.perform {
        stage.root.addChild(child)
        child.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(child.view)
        child.endAppearanceTransition()
      }
      application.trace.removeAll()
      try application.perform { stage.window.isHidden = true }
      #expect(
        application.trace.linesWithoutLayout == [
          "ForwardingNode viewWillDisappear(false)", "Child viewWillDisappear(false)",
          "ForwardingNode viewDidDisappear(false)", "Child viewDidDisappear(false)",
        ])
      #expect(application.advice == [])
    }
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      try application.perform {
        let child = Child()
        embed(child, in: stage.root)
        child.beginAppearanceTransition(true, animated: false)
        child.endAppearanceTransition()
      }
      try application.perform {
        stage.window.isHidden = true
        stage.window.isHidden = false
      }
      #expect(application.advice == [])
    }
  }
}
