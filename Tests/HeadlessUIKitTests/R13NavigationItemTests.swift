import HeadlessUIKit
import Testing

@MainActor
private func button(_ title: String) -> UIBarButtonItem {
  UIBarButtonItem(title: title, style: .plain, target: nil, action: nil)
}

@MainActor
@Suite("R13: navigation items")
struct R13NavigationItemTests {
  @Test("R13.1: navigationItem is made on first read, once, seeded with the title, without any stack")
  func navigationItemIsSeeded() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        child.title = "Inbox"
        let item = child.navigationItem
        #expect(item === child.navigationItem)
        #expect(item.title == "Inbox")
        #expect(!child.isViewLoaded)
        #expect(application.trace.lines == [])
      }
    }
  }

  @Test("R13.1: without a title the item has none")
  func navigationItemWithoutTitle() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        #expect(child.title == nil)
        #expect(child.navigationItem.title == nil)
      }
    }
  }

  @Test("R13.1: nothing but a read makes the item: not the title, not the view, not a container")
  func onlyReadingMakesIt() throws {
    try withScene { application in
      try application.perform {
        let (parent, child) = (Parent(), Child())
        child.title = "One"
        child.title = "Two"
        child.loadViewIfNeeded()
        embed(child, in: parent)
        show(parent)
        #expect(child.navigationItemIfLoaded == nil)
        #expect(parent.navigationItemIfLoaded == nil)
        #expect(child.navigationItem === child.navigationItemIfLoaded)
      }
    }
  }

  @Test("R13.2: setting the controller's title writes the item's")
  func titleWritesItem() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        let item = child.navigationItem
        child.title = "One"
        #expect(item.title == "One")
        child.title = "Two"
        #expect(item.title == "Two")
      }
    }
  }

  @Test("R13.2: setting the item's title changes nothing else; the last writer wins")
  func itemTitleIsItsOwn() throws {
    try withScene { application in
      try application.perform {
        let child = Child()
        child.title = "Controller"
        child.navigationItem.title = "Item"
        #expect(child.title == "Controller")
        #expect(child.navigationItem.title == "Item")
        child.title = "Again"
        #expect(child.navigationItem.title == "Again")
      }
    }
  }

  @Test("R13.6: leftBarButtonItem is the first of leftBarButtonItems")
  func leftGetterIsFirst() throws {
    try withScene { application in
      try application.perform {
        let item = UINavigationItem(title: "t")
        let (first, second) = (button("a"), button("b"))
        #expect(item.title == "t")
        #expect(item.leftBarButtonItem == nil)
        item.leftBarButtonItems = [first, second]
        #expect(item.leftBarButtonItem === first)
      }
    }
  }

  @Test("R13.6: setting leftBarButtonItem replaces the first, nil removes the first only")
  func leftSetterReplacesFirst() throws {
    try withScene { application in
      try application.perform {
        let item = UINavigationItem(title: "t")
        item.leftBarButtonItem = button("alone")
        #expect(item.leftBarButtonItems?.map(\.title) == ["alone"])
        item.leftBarButtonItems = [button("a"), button("b"), button("c")]
        item.leftBarButtonItem = button("x")
        #expect(item.leftBarButtonItems?.map(\.title) == ["x", "b", "c"])
        item.leftBarButtonItem = nil
        #expect(item.leftBarButtonItems?.map(\.title) == ["b", "c"])
        item.leftBarButtonItem = nil
        item.leftBarButtonItem = nil
        #expect((item.leftBarButtonItems ?? []).isEmpty)
        item.leftBarButtonItem = nil
        #expect(item.leftBarButtonItem == nil)
      }
    }
  }

  @Test("R13.6: an item that is in the array already moves to the front")
  func leftSetterMovesToFront() throws {
    try withScene { application in
      try application.perform {
        let item = UINavigationItem(title: "t")
        let third = button("c")
        item.leftBarButtonItems = [button("a"), button("b"), third]
        item.leftBarButtonItem = third
        #expect(item.leftBarButtonItems?.map(\.title) == ["c", "a", "b"])
        item.leftBarButtonItem = third
        #expect(item.leftBarButtonItems?.map(\.title) == ["c", "a", "b"])
      }
    }
  }

  @Test("R13.6: the right side has the same rules, and is a side of its own")
  func rightSide() throws {
    try withScene { application in
      try application.perform {
        let item = UINavigationItem(title: "t")
        let third = button("c")
        item.leftBarButtonItem = button("left")
        item.rightBarButtonItems = [button("a"), button("b"), third]
        #expect(item.rightBarButtonItem?.title == "a")
        item.rightBarButtonItem = third
        #expect(item.rightBarButtonItems?.map(\.title) == ["c", "a", "b"])
        item.rightBarButtonItem = button("x")
        #expect(item.rightBarButtonItems?.map(\.title) == ["x", "a", "b"])
        item.rightBarButtonItem = nil
        #expect(item.rightBarButtonItems?.map(\.title) == ["a", "b"])
        #expect(item.leftBarButtonItems?.map(\.title) == ["left"])
      }
    }
  }
}
