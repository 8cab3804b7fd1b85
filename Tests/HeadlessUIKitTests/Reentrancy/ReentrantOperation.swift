import HeadlessUIKit

/// One thing that a client's code does, to controllers and windows that are named by their numbers.
enum ReentrantOperation: Hashable {
  case embed(Int, in: Int)
  case unembed(Int)
  /// R3.12: the view only, the parent only.
  case takeOut(Int)
  case leaveParent(Int)
  /// R3.14: a view without containment.
  case place(Int, in: Int)
  case setRoot(Int?, window: Int)
  case setHidden(Bool, window: Int)
  case begin(Int, appearing: Bool)
  case end(Int)
  /// A container that drives its child itself, in the order that Apple documents.
  case addByHand(Int, in: Int)
  case removeByHand(Int)
  case select(Int, in: Int)
  case insert(Int, in: Int, at: Int)
  case setList([Int], in: Int)
  case setPrompt(Int, Bool)
  case setNeedsLayout(Int)
  case advance(milliseconds: Int)
  case openScene, closeScene

  static func name(_ node: Int) -> String { String("ABCDEFMN"[String.Index(utf16Offset: node, in: "ABCDEFMN")]) }
}

extension ReentrantOperation: CustomStringConvertible {
  var description: String {
    let name = Self.name
    return switch self {
    case .embed(let child, let parent): "embed(\(name(child)), in: \(name(parent)))"
    case .unembed(let child): "unembed(\(name(child)))"
    case .takeOut(let child): "\(name(child)).view.removeFromSuperview()"
    case .leaveParent(let child): "\(name(child)).removeFromParent()"
    case .place(let node, let host): "\(name(host)).view.addSubview(\(name(node)).view)"
    case .setRoot(let node, let window): "window\(window).rootViewController = \(node.map(name) ?? "nil")"
    case .setHidden(let hidden, let window): "window\(window).isHidden = \(hidden)"
    case .begin(let node, let appearing): "\(name(node)).beginAppearanceTransition(\(appearing), animated: false)"
    case .end(let node): "\(name(node)).endAppearanceTransition()"
    case .addByHand(let child, let parent):
      "addChild, begin, addSubview, end, didMove of \(name(child)) in \(name(parent))"
    case .removeByHand(let child): "willMove(nil), begin, removeFromSuperview, end, removeFromParent of \(name(child))"
    case .select(let index, let container): "\(name(container)).select(\(index))"
    case .insert(let child, let container, let index): "\(name(container)).insert(\(name(child)), at: \(index))"
    case .setList(let children, let container): "\(name(container)).viewControllers = \(children.map(name))"
    case .setPrompt(let node, let isSet): "\(name(node)).navigationItem.prompt = \(isSet ? "\"prompt\"" : "nil")"
    case .setNeedsLayout(let node): "\(name(node)).view.setNeedsLayout()"
    case .advance(let milliseconds): "clock.advance(by: 0.\(milliseconds / 100))"
    case .openScene: "open another scene"
    case .closeScene: "close that scene"
    }
  }
}

/// The ten callbacks in which operations are done.
enum ReentrantCallback: String, CaseIterable {
  case viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear
  case willMove, didMove, viewWillLayoutSubviews, viewDidLayoutSubviews
}

/// An operation and where it is done. Any part of a list of steps is a list that can be run, which lets it be shrunk.
struct ReentrantStep: CustomStringConvertible {
  enum Place {
    case request
    /// In the same request, and so in the same turn, as the step before.
    case sameRequest
    /// The next time that a controller gets a callback, once.
    case callback(ReentrantCallback, of: Int)
  }

  var place: Place
  var operation: ReentrantOperation

  var description: String {
    switch place {
    case .request: "request: \(operation)"
    case .sameRequest: "  and then: \(operation)"
    case .callback(let callback, let node):
      "in the next \(ReentrantOperation.name(node)).\(callback.rawValue): \(operation)"
    }
  }
}
