import HeadlessUIKit
import Testing

/// What was read before a callback is asked again after it: appearance. Each of these was a fault.
@MainActor
@Suite("Regression: nothing of an appearance is trusted across a callback")
struct CallbackTrustTests {
  /// The lines of both profiles; only `latest` sends `viewIsAppearing`.
  private func lines(_ profile: UIApplication.Profile, _ lines: [String]) -> [String] {
    lines.filter { profile == .latest || !$0.contains("viewIsAppearing") }
  }

  // MARK: R2.1

  @Test("R2.1: begin by hand before the view was read loads it first", arguments: UIApplication.Profile.allCases)
  func beginLoads(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Child()
        stage.root.addChild(child)
        child.beginAppearanceTransition(true, animated: false)
        stage.root.view.addSubview(child.view)
        child.endAppearanceTransition()
        child.didMove(toParent: stage.root)
      }
      // Order: R2.1, R4.6.
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Child willMove(toParent: Root)", "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
              "Child viewIsAppearing(false)", "Child viewDidAppear(false)", "Child didMove(toParent: Root)",
            ]))
      #expect(application.issues == [])
    }
  }

  @Test("R2.1: begin and end alone load the view; only appearing does", arguments: UIApplication.Profile.allCases)
  func onlyAppearingLoads(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let (child, other) = (Child(), Other())
        stage.root.addChild(child)
        stage.root.addChild(other)
        child.beginAppearanceTransition(true, animated: true)
        child.endAppearanceTransition()
        other.beginAppearanceTransition(false, animated: true)
        #expect(!other.isViewLoaded)
      }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Child willMove(toParent: Root)", "Other willMove(toParent: Root)", "Child loadView", "Child viewDidLoad",
              "Child viewWillAppear(true)", "Child viewIsAppearing(true)", "Child viewDidAppear(true)",
            ]))
    }
  }

  @Test("R2.1, R5: begun while the parent is off screen, it is loaded when the parent appears")
  func waitingChildIsLoadedLate() throws {
    try withScene { application in
      let root = try application.perform {
        let (root, child) = (Root(), Child())
        root.addChild(child)
        child.beginAppearanceTransition(true, animated: false)
        #expect(!child.isViewLoaded)
        return root
      }
      application.trace.removeAll()
      try application.perform {
        show(root)
        root.children.first?.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Root loadView", "Root viewDidLoad", "Root viewWillAppear(false)",
          "Child loadView", "Child viewDidLoad", "Child viewWillAppear(false)",
          "Root viewIsAppearing(false)", "Root viewDidAppear(false)",
          "Child viewIsAppearing(false)", "Child viewDidAppear(false)",
        ])
    }
  }

  // MARK: R2.7

  @Test("R2.7: a container that is removed in its own viewIsAppearing, or its child's, comes again with its children")
  func removedInViewIsAppearing() throws {
    for removesInChild in [false, true] {
      try withScene { application in
        let stage = try Stage(application) { Root() }
        let (parent, child) = try application.perform { (Parent(), Child()) }
        let hook: HookedController.Hook = { [weak parent, weak child] _ in
          parent?.onViewIsAppearing = nil
          child?.onViewIsAppearing = nil
          if let parent { unembed(parent) }
        }
        if removesInChild { child.onViewIsAppearing = hook } else { parent.onViewIsAppearing = hook }
        try application.perform {
          embed(child, in: parent)
          application.trace.removeAll()
          embed(parent, in: stage.root)
        }
        #expect(
          application.trace.linesWithoutLayout == [
            "Parent willMove(toParent: Root)", "Parent viewWillAppear(false)", "Child viewWillAppear(false)",
            "Parent viewIsAppearing(false)",
          ] + (removesInChild ? ["Child viewIsAppearing(false)"] : []) + [
            "Parent willMove(toParent: nil)", "Parent viewWillDisappear(false)", "Child viewWillDisappear(false)",
            "Parent didMove(toParent: nil)", "Parent didMove(toParent: Root)",
            "Parent viewDidDisappear(false)", "Child viewDidDisappear(false)",
          ])
        for _ in 0..<2 {
          application.trace.removeAll()
          try application.perform { embed(parent, in: stage.root) }
          try application.perform { unembed(parent) }
          #expect(
            application.trace.linesWithoutLayout == [
              "Parent willMove(toParent: Root)", "Parent viewWillAppear(false)", "Child viewWillAppear(false)",
              "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)", "Parent didMove(toParent: Root)",
              "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
              "Parent willMove(toParent: nil)", "Parent viewWillDisappear(false)", "Child viewWillDisappear(false)",
              "Parent didMove(toParent: nil)", "Parent viewDidDisappear(false)", "Child viewDidDisappear(false)",
            ])
        }
      }
    }
  }

  @Test(
    "R2.7, R4.1: reversed in the parent's viewWillDisappear, the child hears both",
    arguments: UIApplication.Profile.allCases)
  func reversedInViewWillDisappear(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let parent = try application.perform { Parent() }
      try application.perform {
        embed(Child(), in: parent)
        embed(parent, in: stage.root)
      }
      application.trace.removeAll()
      parent.onViewWillDisappear = { $0.beginAppearanceTransition(true, animated: true) }
      try application.perform {
        parent.beginAppearanceTransition(false, animated: false)
        parent.endAppearanceTransition()
      }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Parent viewWillDisappear(false)", "Parent viewWillAppear(true)", "Child viewWillDisappear(true)",
              "Child viewWillAppear(true)", "Parent viewIsAppearing(true)", "Child viewIsAppearing(true)",
              "Parent viewDidAppear(true)", "Child viewDidAppear(true)",
            ]))
      #expect(AppearanceChecker.violations(in: application.trace.events, startingSettled: true) == [])
    }
  }

  @Test(
    "R2.7: moved to another window in its viewWillDisappear, it appears there and is taken out from there",
    arguments: UIApplication.Profile.allCases)
  func movedToAnotherWindow(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (other, parent) = try application.perform { (show(Other()), Parent()) }
      try application.perform {
        embed(Child(), in: parent)
        embed(parent, in: stage.root)
      }
      application.trace.removeAll()
      parent.onViewWillDisappear = { [weak other] in
        $0.onViewWillDisappear = nil
        other?.addSubview($0.view)
      }
      try application.perform { parent.view.removeFromSuperview() }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Parent viewWillDisappear(false)", "Parent viewWillAppear(false)", "Child viewWillDisappear(false)",
              "Child viewWillAppear(false)", "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)",
              "Parent viewWillDisappear(false)", "Child viewWillDisappear(false)",
              "Parent viewDidDisappear(false)", "Child viewDidDisappear(false)",
            ]))
      #expect(parent.view.superview == nil)
    }
  }

  @Test("R2.2: an appearance that its viewIsAppearing reverses has no viewDidAppear")
  func reversedInViewIsAppearing() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Child()
        stage.root.addChild(child)
        child.onViewIsAppearing = { $0.beginAppearanceTransition(false, animated: false) }
        child.beginAppearanceTransition(true, animated: false)
        child.endAppearanceTransition()
        child.endAppearanceTransition()
      }
      #expect(
        application.lines(of: "Child").filter { $0.contains("ppear") } == [
          "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Child viewWillDisappear(false)",
          "Child viewDidDisappear(false)",
        ])
    }
  }

  // MARK: R3.10, R3.14

  @Test("R3.10, R4.2: a root that is wrapped in a new container in one turn", arguments: UIApplication.Profile.allCases)
  func wrappedRoot(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Child() }
      let container = try application.perform { Parent() }
      try application.perform {
        stage.window.rootViewController = nil
        embed(stage.root, in: container)
        stage.window.rootViewController = container
      }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Child viewWillDisappear(false)", "Child willMove(toParent: Parent)", "Parent loadView",
              "Parent viewDidLoad", "Child didMove(toParent: Parent)", "Parent viewWillAppear(false)",
              "Child viewWillAppear(false)", "Parent viewIsAppearing(false)", "Child viewIsAppearing(false)",
              "Parent viewDidAppear(false)", "Child viewDidAppear(false)",
            ]))
      #expect(stage.root.appearanceState == .appeared)
      stage.window.rootViewController = nil
    }
  }

  @Test("R3.10: moved into a container that stays off screen, it has disappeared a turn later")
  func movedOffScreen() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (child, container) = try application.perform { (Child(), Parent()) }
      try application.perform { embed(child, in: stage.root) }
      application.trace.removeAll()
      try application.perform {
        unembed(child)
        embed(child, in: container)
      }
      #expect(
        application.trace.linesWithoutLayout == [
          "Child willMove(toParent: nil)", "Child viewWillDisappear(false)", "Child didMove(toParent: nil)",
          "Child willMove(toParent: Parent)", "Parent loadView", "Parent viewDidLoad",
          "Child didMove(toParent: Parent)",
          "Child viewDidDisappear(false)",
        ])
    }
  }

  @Test(
    "R3.14: rescued in its own viewWillDisappear into what stays, a view is on screen",
    arguments: UIApplication.Profile.allCases)
  func rescuedView(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (parent, other, child) = try application.perform { (Parent(), Other(), Child()) }
      try application.perform {
        parent.view.addSubview(child.view)
        embed(parent, in: stage.root)
        embed(other, in: stage.root)
      }
      application.trace.removeAll()
      child.onViewWillDisappear = { [weak other] in other?.view.addSubview($0.view) }
      try application.perform { unembed(parent) }
      #expect(
        application.trace.linesWithoutLayout
          == lines(
            profile,
            [
              "Parent willMove(toParent: nil)", "Parent viewWillDisappear(false)", "Child viewWillDisappear(false)",
              "Child viewWillAppear(false)", "Child viewIsAppearing(false)", "Parent didMove(toParent: nil)",
              "Parent viewDidDisappear(false)", "Child viewDidAppear(false)",
            ]))
      #expect(child.appearanceState == .appeared)
      child.onViewWillDisappear = nil
    }
  }

  @Test(
    "R3.14: rescued into another container, in either order of addChild and addSubview",
    arguments: UIApplication.Profile.allCases, [false, true])
  func rescuedChild(profile: UIApplication.Profile, viewFirst: Bool) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let (parent, other, child) = try application.perform { (Parent(), Other(), Child()) }
      try application.perform {
        embed(child, in: parent)
        embed(parent, in: stage.root)
        embed(other, in: stage.root)
      }
      application.trace.removeAll()
      child.onViewWillDisappear = { [weak other] child in
        child.onViewWillDisappear = nil
        guard let other else { return }
        if viewFirst { other.view.addSubview(child.view) }
        embed(child, in: other)
      }
      try application.perform { unembed(parent) }
      let appearance = application.trace.linesWithoutLayout.filter { $0.contains("ppear") }
      #expect(
        appearance
          == lines(
            profile,
            [
              "Parent viewWillDisappear(false)", "Child viewWillDisappear(false)", "Child viewWillAppear(false)",
              "Child viewIsAppearing(false)", "Child viewDidAppear(false)", "Parent viewDidDisappear(false)",
            ]))
      #expect(child.parent === other)
      #expect(child.appearanceState == .appeared)
    }
  }

  @Test("R5: a child whose view went with its parent's unloaded one does not come back with the parent")
  func viewUnloadedWithParents() throws {
    try withScene(.ios5) { application in
      let stage = try Stage(application) { Root() }
      let (parent, child) = try application.perform { (Remakeable(), Child()) }
      try application.perform {
        embed(child, in: parent)
        embed(parent, in: stage.root)
      }
      try application.perform { unembed(parent) }
      try application.perform { _ = application.simulateMemoryWarning() }
      #expect(!parent.isViewLoaded)
      application.trace.removeAll()
      try application.perform { embed(parent, in: stage.root) }
      #expect(application.lines(of: "Child") == [])
      #expect(child.appearanceState == .disappeared)
    }
  }

  // MARK: R5

  @Test("R5: an end that has nothing to end says why, and does not contradict itself")
  func unbalancedMessages() throws {
    try withScene { application in
      let stage = try Stage(application) { Manual() }
      try application.perform {
        let (parent, child) = (Parent(), Child())
        embed(child, in: parent)
        embed(parent, in: stage.root)
        parent.beginAppearanceTransition(true, animated: false)
        child.endAppearanceTransition()
        parent.endAppearanceTransition()
        parent.endAppearanceTransition()
      }
      let messages = application.issues.map(\.message)
      #expect(application.issues.map(\.kind) == [.unbalancedAppearanceCall, .unbalancedAppearanceCall])
      #expect(
        messages.first?.hasSuffix(
          "has nothing to end: its last transition was ended before, and it is appearing only because its parent is "
            + "appearing; call endAppearanceTransition once for each begin.") == true)
      #expect(
        messages.last?.hasSuffix(
          "has nothing to end: it is appeared, and no transition of it is open; call beginAppearanceTransition first.")
          == true)
    }
  }

  // MARK: Loops

  @Test("callbacks that reverse each other for ever end, and are reported")
  func endlessReversal() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let child = Child()
        child.onViewWillAppear = {
          $0.beginAppearanceTransition(false, animated: false)
          $0.beginAppearanceTransition(true, animated: false)
        }
        child.onViewWillDisappear = {
          $0.beginAppearanceTransition(true, animated: false)
          $0.beginAppearanceTransition(false, animated: false)
        }
        embed(child, in: stage.root)
      }
      #expect(application.brokenContracts.first?.kind == .endlessCallbacks)
      // The next request finds the scene as it should be.
      try application.perform { embed(Other(), in: stage.root) }
      #expect(application.lines(of: "Other").last == "Other viewDidAppear(false)")
    }
  }

  @Test("a controller that embeds another of its kind whenever it is loaded, or is about to appear, ends")
  func endlessChildren() throws {
    @MainActor func make(_ embedsWhenLoaded: Bool) -> Child {
      let child = Child()
      if embedsWhenLoaded {
        child.onViewDidLoad = { embed(make(true), in: $0) }
      } else {
        child.onViewWillAppear = { embed(make(false), in: $0) }
      }
      return child
    }
    for embedsWhenLoaded in [false, true] {
      try withScene(.ios5) { application in
        let stage = try Stage(application) { Root() }
        try application.perform { embed(make(embedsWhenLoaded), in: stage.root) }
        #expect(application.brokenContracts.contains { $0.kind == .endlessCallbacks })
      }
    }
  }

  @Test("children that bring in a sibling each time they are told end, and are reported")
  func endlessSiblings() throws {
    @MainActor func make() -> Child {
      let child = Child()
      child.onViewWillAppear = { if let parent = $0.parent { embed(make(), in: parent) } }
      return child
    }
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let parent = Parent()
        embed(make(), in: parent)
        embed(parent, in: stage.root)
      }
      #expect(application.brokenContracts.contains { $0.kind == .endlessCallbacks })
    }
  }

  @Test("a window whose roots replace each other for ever is reported")
  func endlessRoots() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let (first, second) = try application.perform { (First(), Second()) }
      let window = stage.window
      first.onViewWillAppear = { [weak second, weak window] _ in window?.rootViewController = second }
      second.onViewWillAppear = { [weak first, weak window] _ in window?.rootViewController = first }
      try application.perform { window.rootViewController = first }
      #expect(application.brokenContracts.map(\.kind) == [.endlessCallbacks])
      first.onViewWillAppear = nil
      second.onViewWillAppear = nil
    }
  }
}
