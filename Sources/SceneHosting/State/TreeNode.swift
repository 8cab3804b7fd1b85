import HeadlessUIKit

/// A node of a scene's state: what has an id and a place in the tree.
///
/// A controller's children are its navigation item, its toolbar items, its root view, and those child controllers whose
/// views are elsewhere or not loaded; a view's children are its subviews, with a controller in place of a view that is its
/// root. A navigation item and a bar have their items as children, so that an item can have several parents.
@MainActor
enum TreeNode {
  case application(UIApplication)
  case controller(UIViewController)
  case view(UIView)
  case navigationItem(UINavigationItem)
  case barItem(UIBarButtonItem)

  /// The name on the wire.
  var id: NodeID {
    switch self {
    case .application(let application): application.id
    case .controller(let controller): controller.id
    case .view(let view): view.id
    case .navigationItem(let item): item.id
    case .barItem(let item): item.id
    }
  }

  /// What the node holds, in order, none twice. Cost: their number; of a controller without the detail of views, the views
  /// that are its own.
  func children(_ detail: StateScope.Detail) -> [TreeNode] {
    switch self {
    case .application(let application): application.windows.map(TreeNode.view)
    case .controller(let controller): Self.children(of: controller, detail)
    case .view(let view) where detail == .views: Self.children(of: view)
    case .view(let window as UIWindow): Self.controllers(in: window).map(TreeNode.controller)
    case .view, .barItem: []
    case .navigationItem(let item): Self.unique(item.allItems).map(TreeNode.barItem)
    }
  }

  private static func children(of controller: UIViewController, _ detail: StateScope.Detail) -> [TreeNode] {
    var nodes: [TreeNode] = []
    if detail != .controllers {
      if let item = controller.navigationItemIfLoaded { nodes.append(.navigationItem(item)) }
      nodes += unique(controller.toolbarItems ?? []).map(TreeNode.barItem)
    }
    guard detail == .views else {
      return nodes + (controller.children + strangers(in: controller)).map(TreeNode.controller)
    }
    let view = controller.viewIfLoaded
    if let view { nodes.append(.view(view)) }
    for child in controller.children where !stands(child, around: view) { nodes.append(.controller(child)) }
    return nodes
  }

  /// Whether a child is found through its parent's view; or, against all rules, the parent's view through the child's.
  private static func stands(_ child: UIViewController, around view: UIView?) -> Bool {
    guard let view, let childView = child.viewIfLoaded else { return false }
    return childView.isDescendant(of: view) || view.isDescendant(of: childView)
  }

  /// The controllers without a parent whose views stand in a controller's, as in the first source application.
  private static func strangers(in controller: UIViewController) -> [UIViewController] {
    var found: [UIViewController] = []
    func search(_ view: UIView) {
      for subview in view.subviews {
        if let owner = subview.owningController {
          if owner.parent == nil { found.append(owner) }
        } else {
          search(subview)
        }
      }
    }
    if let view = controller.viewIfLoaded { search(view) }
    return found
  }

  /// The root, then the controllers of other views that stand in the window itself and have no parent.
  private static func controllers(in window: UIWindow) -> [UIViewController] {
    let root = window.rootViewController
    let others = window.subviews.compactMap(\.owningController).filter { $0 !== root && $0.parent == nil }
    return (root.map { [$0] } ?? []) + others
  }

  private static func children(of view: UIView) -> [TreeNode] {
    let bar = NodeWriter.BarItems(of: view)
    let before = unique(bar?.before ?? [])
    let seen = Set(before.map(\.id))
    let after = unique(bar?.after ?? []).filter { !seen.contains($0.id) }
    let subviews = view.subviews.map { subview in
      subview.owningController.map(TreeNode.controller) ?? .view(subview)
    }
    return before.map(TreeNode.barItem) + subviews + after.map(TreeNode.barItem)
  }

  private static func unique(_ items: [UIBarButtonItem]) -> [UIBarButtonItem] {
    guard items.count > 1 else { return items }
    var seen: Set<NodeID> = []
    return items.filter { seen.insert($0.id).inserted }
  }
}

extension UINavigationItem {
  /// The items on the left, on the right, and the one that leads back to this item.
  fileprivate var allItems: [UIBarButtonItem] {
    (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) + (backBarButtonItem.map { [$0] } ?? [])
  }
}

extension TreeNode {
  /// A node that is not held: what has left the tree must be able to go.
  struct Reference {
    private enum Kind {
      case application, controller, view, navigationItem, barItem
    }

    private let kind: Kind
    private weak var object: AnyObject?

    @MainActor
    init(_ node: TreeNode) {
      switch node {
      case .application(let application): (kind, object) = (.application, application)
      case .controller(let controller): (kind, object) = (.controller, controller)
      case .view(let view): (kind, object) = (.view, view)
      case .navigationItem(let item): (kind, object) = (.navigationItem, item)
      case .barItem(let item): (kind, object) = (.barItem, item)
      }
    }

    /// Nil once it has gone.
    @MainActor
    var node: TreeNode? {
      switch kind {
      case .application: (object as? UIApplication).map(TreeNode.application)
      case .controller: (object as? UIViewController).map(TreeNode.controller)
      case .view: (object as? UIView).map(TreeNode.view)
      case .navigationItem: (object as? UINavigationItem).map(TreeNode.navigationItem)
      case .barItem: (object as? UIBarButtonItem).map(TreeNode.barItem)
      }
    }
  }
}
