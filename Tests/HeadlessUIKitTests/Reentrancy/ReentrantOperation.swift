/// One thing that a client's code does, to controllers and windows that are named by their numbers.
enum ReentrantOperation: Hashable {
  case embed(Int, in: Int)
  case unembed(Int)
  /// R3.1: the new parent's `addChild` takes the child from the old one.
  case move(Int, to: Int)
  /// R3.12: the view only, the parent only.
  case takeOut(Int)
  case leaveParent(Int)
  /// R3.14: a view without containment.
  case place(Int, in: Int)
  case setRoot(Int?, window: Int)
  case hide(window: Int)
  case show(window: Int)
  case begin(Int, appearing: Bool)
  case end(Int)
  /// A container that drives its child itself, in the order that Apple documents.
  case addByHand(Int, in: Int)
  case removeByHand(Int)
  case select(Int, in: Int)
  case insert(Int, in: Int, at: Int)
  case removeSegment(Int, in: Int)
  case setList([Int], in: Int)
  case setContentView(Bool, in: Int)
  case setFaithful(Bool, in: Int)
  /// A child's prompt makes the bar higher or lower, which takes its time when it is selected.
  case setPrompt(Int, Bool)
  case setNeedsLayout(Int)
  case warnOfMemory
  case advance(milliseconds: Int)
  case openScene, closeScene

  static func name(_ node: Int) -> String {
    String("ABCDEFMNK"[String.Index(utf16Offset: node, in: "ABCDEFMNK")])
  }

  /// What is counted.
  enum Kind: String, CaseIterable {
    case embed, unembed, move, takeOut, leaveParent, place, setRoot, hide, show, begin, end, addByHand, removeByHand
    case select, insert, removeSegment, setList, setContentView, setFaithful, setPrompt, setNeedsLayout, warnOfMemory
    case advance, openScene, closeScene
  }

  var kind: Kind {
    switch self {
    case .embed: .embed
    case .unembed: .unembed
    case .move: .move
    case .takeOut: .takeOut
    case .leaveParent: .leaveParent
    case .place: .place
    case .setRoot: .setRoot
    case .hide: .hide
    case .show: .show
    case .begin: .begin
    case .end: .end
    case .addByHand: .addByHand
    case .removeByHand: .removeByHand
    case .select: .select
    case .insert: .insert
    case .removeSegment: .removeSegment
    case .setList: .setList
    case .setContentView: .setContentView
    case .setFaithful: .setFaithful
    case .setPrompt: .setPrompt
    case .setNeedsLayout: .setNeedsLayout
    case .warnOfMemory: .warnOfMemory
    case .advance: .advance
    case .openScene: .openScene
    case .closeScene: .closeScene
    }
  }
}

extension ReentrantOperation: CustomStringConvertible {
  var description: String {
    let name = Self.name
    return switch self {
    case .embed(let child, let parent): "embed(\(name(child)), in: \(name(parent)))"
    case .unembed(let child): "unembed(\(name(child)))"
    case .move(let child, let parent): "move(\(name(child)), to: \(name(parent))) by addChild"
    case .takeOut(let child): "\(name(child)).view.removeFromSuperview()"
    case .leaveParent(let child): "\(name(child)).removeFromParent()"
    case .place(let node, let host): "\(name(host)).view.addSubview(\(name(node)).view)"
    case .setRoot(let node, let window): "window\(window).rootViewController = \(node.map(name) ?? "nil")"
    case .hide(let window): "window\(window).isHidden = true"
    case .show(let window): "window\(window).isHidden = false"
    case .begin(let node, let appearing): "\(name(node)).beginAppearanceTransition(\(appearing), animated: false)"
    case .end(let node): "\(name(node)).endAppearanceTransition()"
    case .addByHand(let child, let parent):
      "addChild, begin, addSubview, end, didMove of \(name(child)) in \(name(parent))"
    case .removeByHand(let child): "willMove(nil), begin, removeFromSuperview, end, removeFromParent of \(name(child))"
    case .select(let index, let container): "\(name(container)).select(\(index))"
    case .insert(let child, let container, let index): "\(name(container)).insert(\(name(child)), at: \(index))"
    case .removeSegment(let index, let container): "\(name(container)).removeViewController(at: \(index))"
    case .setList(let children, let container): "\(name(container)).viewControllers = \(children.map(name))"
    case .setContentView(let isSet, let container):
      "\(name(container)).contentView = \(isSet ? "a new view in its view" : "nil")"
    case .setFaithful(let isSet, let container): "\(name(container)).mode = \(isSet ? ".faithful" : ".corrected")"
    case .setPrompt(let node, let isSet): "\(name(node)).navigationItem.prompt = \(isSet ? "\"prompt\"" : "nil")"
    case .setNeedsLayout(let node): "\(name(node)).view.setNeedsLayout()"
    case .warnOfMemory: "simulateMemoryWarning()"
    case .advance(let milliseconds): "clock.advance(by: 0.\(milliseconds / 100))"
    case .openScene: "open another scene"
    case .closeScene: "close that scene"
    }
  }
}
