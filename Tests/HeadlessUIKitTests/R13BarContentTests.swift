import HeadlessUIKit
import Testing

@MainActor
@Suite("R13: what a bar shows") struct R13BarContentTests {
  /// Items of a root "A" and of "B" on top of it.
  private func withItems(_ body: (UINavigationItem, UINavigationItem) throws -> Void) throws {
    try withScene { application in
      try application.perform { try body(UINavigationItem(title: "A"), UINavigationItem(title: "B")) }
    }
  }

  private func item(_ title: String?) -> UIBarButtonItem {
    UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
  }

  @Test("R13.4: the root never has a back button, whatever its item says")
  func root() throws {
    try withItems { root, _ in
      root.backBarButtonItem = item("Own")
      root.backButtonTitle = "Own"
      #expect(NavigationBarContent(top: root, beneath: nil).backButton == nil)
    }
  }

  @Test("R13.4: the back button is named by backBarButtonItem, else backButtonTitle, else the title beneath, else Back")
  func backTitle() throws {
    try withItems { beneath, top in
      #expect(NavigationBarContent(top: top, beneath: beneath).backButton?.title == "A")
      beneath.backButtonTitle = "Up"
      #expect(NavigationBarContent(top: top, beneath: beneath).backButton?.title == "Up")
      beneath.backBarButtonItem = item("Own")
      #expect(NavigationBarContent(top: top, beneath: beneath).backButton?.title == "Own")
      beneath.backBarButtonItem = nil
      beneath.backButtonTitle = nil
      beneath.title = nil
      #expect(NavigationBarContent(top: top, beneath: beneath).backButton?.title == "Back")
    }
  }

  @Test("R13.4: left items stand in place of the back button, or beside it when they supplement it (S49)")
  func leftItems() throws {
    try withItems { beneath, top in
      let left = item("Left")
      top.leftBarButtonItem = left
      let replaced = NavigationBarContent(top: top, beneath: beneath)
      #expect(replaced.backButton == nil)
      #expect(replaced.leftItems.map(\.title) == ["Left"])
      top.leftItemsSupplementBackButton = true
      let beside = NavigationBarContent(top: top, beneath: beneath)
      #expect(beside.backButton?.title == "A")
      #expect(beside.leftItems.map(\.title) == ["Left"])
    }
  }

  @Test("R13.4: hidesBackButton hides it whatever else is set; left items are still shown")
  func hidden() throws {
    try withItems { beneath, top in
      top.hidesBackButton = true
      top.leftItemsSupplementBackButton = true
      top.leftBarButtonItem = item("Left")
      let content = NavigationBarContent(top: top, beneath: beneath)
      #expect(content.backButton == nil)
      #expect(content.leftItems.count == 1)
    }
  }

  @Test("R13.5: the back button belongs to the item beneath, not to the one on top")
  func ownBackItem() throws {
    try withItems { beneath, top in
      top.backBarButtonItem = item("Mine")
      let content = NavigationBarContent(top: top, beneath: beneath)
      #expect(content.backButton?.title == "A")
      #expect(content.backButton?.item == nil)
    }
  }

  @Test("R13.5: the back button is the item that the controller beneath has set")
  func backItemBeneath() throws {
    try withItems { beneath, top in
      let own = item("Own")
      beneath.backBarButtonItem = own
      top.backBarButtonItem = item("Mine")
      #expect(NavigationBarContent(top: top, beneath: beneath).backButton?.item === own)
    }
  }

  @Test("R13.7: the left array goes from left to right, the first of the right array is outermost")
  func order() throws {
    try withItems { _, top in
      top.leftBarButtonItems = [item("l0"), item("l1")]
      top.rightBarButtonItems = [item("r0"), item("r1"), item("r2")]
      let content = NavigationBarContent(top: top, beneath: nil)
      #expect(content.leftItems.map(\.title) == ["l0", "l1"])
      #expect(content.rightItems.map(\.title) == ["r2", "r1", "r0"])
    }
  }

  @Test("R13.3: a bar reads the item of the stack's member, never that of a child of it")
  func grandchild() throws {
    try withScene { application in
      try application.perform {
        let container = Parent()
        let child = Child()
        container.navigationItem.title = "Container"
        child.navigationItem.title = "Child"
        container.addChild(child)
        #expect(NavigationBarContent(top: container.navigationItem, beneath: nil).title == "Container")
      }
    }
  }

  @Test("R13.9: a title view stands in place of the title; the prompt is shown beside both")
  func titleView() throws {
    try withItems { _, top in
      top.prompt = "Prompt"
      let view = UIView(frame: .zero)
      top.titleView = view
      let content = NavigationBarContent(top: top, beneath: nil)
      #expect(content.title == nil)
      #expect(content.titleView === view)
      #expect(content.prompt == "Prompt")
    }
  }
}
