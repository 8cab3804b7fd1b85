import HeadlessUIKit
import Testing

@MainActor
@Suite("R14.6: bar items") struct R14BarItemTests {
  @Test("R14.6: the action's sender is the item; the target is not retained, and one that has gone gets nothing")
  func target() throws {
    try withScene { application in
      try application.perform {
        let item: UIBarButtonItem
        do {
          let target = BarTarget()
          item = UIBarButtonItem(title: "Go", style: .plain, target: target, action: "go:")
          let count1 = try item.tap()
          #expect(count1 == 1)
          #expect(target.sender === item)
        }
        #expect(item.target == nil)
        let count2 = try item.tap()
        #expect(count2 == 0)
      }
    }
  }

  @Test("R14.6, S59: with a nil target the action is found up the chain from the innermost controller on screen")
  func chain() throws {
    try withScene { application in
      let container = try application.perform { BarContainer() }
      try application.perform {
        let child = Child()
        container.addChild(child)
        container.view.addSubview(child.view)
        child.didMove(toParent: container)
        show(container)
      }
      try application.perform {
        let item = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: "add:")
        let count3 = try item.tap()
        #expect(count3 == 1)
        #expect(container.added === item)
      }
    }
  }

  @Test("R14.6, S59: of several controllers on screen that handle it the innermost gets the action")
  func innermost() throws {
    try withScene { application in
      try application.perform {
        let (outer, inner) = (BarContainer(), BarContainer())
        embed(inner, in: outer)
        show(outer)
        let item = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: "add:")
        let count = try item.tap()
        #expect(count == 1)
        #expect(inner.added === item)
        #expect(outer.added == nil)
      }
    }
  }

  @Test("R14.6: the action of a target that has gone does not go up the chain")
  func goneTarget() throws {
    try withScene { application in
      try application.perform {
        let container = BarContainer()
        show(container)
        let item: UIBarButtonItem
        do {
          let target = BarTarget()
          item = UIBarButtonItem(title: "Add", style: .plain, target: target, action: "add:")
        }
        let count = try item.tap()
        #expect(count == 0)
        #expect(container.added == nil)
      }
    }
  }

  @Test("R14.4: with a nil target the first responder is asked first; nobody who handles it is silent")
  func firstResponder() throws {
    try withScene { application in
      let container = try application.perform { BarContainer() }
      try application.perform {
        show(container)
        let field = AddingField(frame: .zero)
        container.view.addSubview(field)
        #expect(field.becomeFirstResponder())
        let item = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: "add:")
        let count4 = try item.tap()
        #expect(count4 == 1)
        #expect(field.added === item)
        #expect(container.added == nil)
        let unknown = UIBarButtonItem(title: "?", style: .plain, target: nil, action: "nobody:")
        let count5 = try unknown.tap()
        #expect(count5 == 0)
      }
    }
  }

  @Test("R14.6: a disabled item sends nothing; a primary action runs in place of target and action")
  func disabledAndPrimary() throws {
    try withScene { application in
      try application.perform {
        var runs = 0
        let item = UIBarButtonItem(primaryAction: UIAction(title: "Run") { _ in runs += 1 })
        #expect(item.title == "Run")
        let count6 = try item.tap()
        #expect(count6 == 1)
        item.isEnabled = false
        let error = #expect(throws: TapError.self) { try item.tap() }
        #expect(error?.reason == .disabled)
        #expect(runs == 1)
      }
    }
  }

  @Test("R14.6: an item with a primary action does not send the action that it has beside it")
  func primaryBesideAction() throws {
    try withScene { application in
      try application.perform {
        let target = BarTarget()
        var runs = 0
        let item = UIBarButtonItem(title: "Go", style: .plain, target: target, action: "go:")
        item.primaryAction = UIAction { _ in runs += 1 }
        let count = try item.tap()
        #expect(count == 1)
        #expect(runs == 1)
        #expect(target.sender == nil)
      }
    }
  }
}

private final class BarTarget: ActionTarget {
  static var actionMethods: [ActionMethod] { [ActionMethod("go:", BarTarget.go(_:))] }
  private(set) weak var sender: UIBarButtonItem?
  func go(_ sender: Any?) { self.sender = sender as? UIBarButtonItem }
}

private final class BarContainer: UIViewController {
  override class var actionMethods: [ActionMethod] {
    super.actionMethods + [ActionMethod("add:", BarContainer.add(_:))]
  }
  private(set) var added: UIBarButtonItem?
  func add(_ sender: Any?) { added = sender as? UIBarButtonItem }
}

private final class AddingField: UITextField {
  override class var actionMethods: [ActionMethod] {
    super.actionMethods + [ActionMethod("add:", AddingField.add(_:))]
  }
  private(set) var added: UIBarButtonItem?
  func add(_ sender: Any?) { added = sender as? UIBarButtonItem }
}
