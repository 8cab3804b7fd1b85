import HeadlessUIKit
import Testing

private let (a, b, c, d, e, f, m, n, k) = (0, 1, 2, 3, 4, 5, 6, 7, 8)

private func request(_ operation: ReentrantOperation) -> ReentrantStep {
  ReentrantStep(place: .request, operation: operation)
}

private func then(_ operation: ReentrantOperation) -> ReentrantStep {
  ReentrantStep(place: .sameRequest, operation: operation)
}

private func during(_ node: Int, _ callback: ReentrantCallback, _ operation: ReentrantOperation) -> ReentrantStep {
  ReentrantStep(place: .callback(callback, of: node), operation: operation)
}

/// In the next callback of the kind, whoever has it.
private func inTheNext(_ callback: ReentrantCallback, _ operation: ReentrantOperation) -> ReentrantStep {
  ReentrantStep(place: .callback(callback, of: nil), operation: operation)
}

/// A is the root of the shown window.
private let onScreen = [request(.setRoot(a, window: 0)), then(.show(window: 0))]

/// Programs in which an engine had faults: what a person has found, and what the random ones were shrunk to.
struct ReentrancyFind: CustomTestStringConvertible, Sendable {
  let name: String
  let steps: [ReentrantStep]
  var testDescription: String { name }

  static let all = appearance + unloading + containers + places

  static let appearance = [
    Self(
      name: "R2.1: begun by hand before the view was read",
      steps: onScreen + [request(.embed(f, in: a)), request(.addByHand(b, in: a)), request(.embed(c, in: f))]),
    Self(
      name: "R2.7: removed in its own viewIsAppearing, and shown again twice",
      steps: onScreen + [
        request(.embed(c, in: b)), during(b, .viewIsAppearing, .unembed(b)),
        request(.embed(b, in: a)), request(.embed(b, in: a)), request(.embed(b, in: a)),
      ]),
    Self(
      name: "R3.10: a root that is wrapped in a new container in one turn",
      steps: [
        request(.setRoot(b, window: 0)), then(.show(window: 0)),
        request(.setRoot(nil, window: 0)), then(.embed(b, in: c)), then(.setRoot(c, window: 0)),
      ]),
    Self(
      name: "R2.7: begun again in its own viewWillDisappear",
      steps: onScreen + [
        request(.embed(c, in: b)), request(.embed(b, in: a)),
        during(b, .viewWillDisappear, .begin(b, appearing: true)), request(.begin(b, appearing: false)),
      ]),
    Self(
      name: "R2.7: moved to another window in its own viewWillDisappear",
      steps: onScreen + [
        request(.embed(c, in: b)), request(.embed(b, in: a)), then(.show(window: 1)),
        during(b, .viewWillDisappear, .setRoot(b, window: 1)), request(.unembed(b)),
      ]),
    Self(
      name: "R3.14: a view rescued into a sibling while its container is removed",
      steps: onScreen + [
        request(.embed(b, in: a)), then(.embed(c, in: a)), request(.place(d, in: b)),
        during(d, .viewWillDisappear, .place(d, in: c)), request(.unembed(b)),
      ]),
    Self(
      name: "R3.1: a circle of parents",
      steps: [during(b, .willMove, .embed(a, in: b)), request(.embed(b, in: a))]),
    Self(
      name: "R3.15: embedded elsewhere in its own viewWillAppear",
      steps: onScreen + [during(e, .viewWillAppear, .embed(e, in: c)), request(.embed(e, in: a))]),
    Self(
      name: "R3.15: embedded elsewhere in the viewWillAppear of a view without containment",
      steps: onScreen + [during(d, .viewWillAppear, .addByHand(d, in: e)), request(.place(d, in: a))]),
    Self(
      name: "R5: ended by hand in its own viewWillDisappear, before its child has been told",
      steps: onScreen + [
        request(.embed(k, in: a)), then(.embed(b, in: f)), then(.embed(f, in: a)),
        during(b, .viewWillDisappear, .setRoot(b, window: 0)), request(.move(k, to: b)), then(.unembed(f)),
      ]),
    Self(
      name: "R5: a container leaves in a child's viewWillDisappear, before another child has been told",
      steps: [
        request(.show(window: 0)), during(d, .viewWillDisappear, .hide(window: 0)),
        during(c, .viewWillLayoutSubviews, .embed(e, in: c)), during(c, .viewDidAppear, .insert(d, in: n, at: 0)),
        during(b, .viewWillDisappear, .setRoot(c, window: 1)), request(.embed(c, in: d)), request(.embed(b, in: c)),
        then(.setRoot(d, window: 0)),
      ]),
    Self(
      name: "R2.7: removed in its own viewDidDisappear, after a begin by hand",
      steps: onScreen + [
        request(.embed(e, in: a)), during(a, .viewWillDisappear, .embed(b, in: e)),
        during(e, .viewWillDisappear, .begin(b, appearing: false)), during(b, .viewDidDisappear, .unembed(b)),
        request(.setRoot(c, window: 0)),
      ]),
    Self(
      name: "R2.7: adopted and let go again by hand while its window's root is replaced",
      steps: [
        request(.show(window: 0)), during(a, .viewWillAppear, .setRoot(b, window: 0)),
        then(.setRoot(n, window: 0)), during(a, .didMove, .unembed(a)),
        during(b, .viewWillLayoutSubviews, .embed(a, in: f)), request(.place(a, in: n)),
      ]),
    Self(
      name: "R3.10: added by a sibling's viewWillAppear while another container disappears",
      steps: [
        request(.place(n, in: e)), request(.setRoot(b, window: 0)), then(.embed(k, in: b)), then(.show(window: 0)),
        during(k, .viewWillDisappear, .embed(e, in: f)), during(n, .viewWillAppear, .embed(d, in: e)),
        during(e, .willMove, .setRoot(f, window: 0)), request(.setRoot(m, window: 0)),
      ]),
    Self(
      name: "R3.10: the root of a window that is being hidden is replaced, and the new one gets a child",
      steps: onScreen + [
        request(.place(m, in: c)), during(m, .viewWillAppear, .embed(k, in: c)),
        during(a, .viewWillDisappear, .setRoot(c, window: 0)), request(.hide(window: 0)),
      ]),
  ]

  static let unloading = [
    Self(
      name: "R2.1: a memory warning in viewDidLoad, begun by hand",
      steps: onScreen + [
        during(e, .viewDidLoad, .warnOfMemory), request(.addByHand(e, in: a)),
      ]),
    Self(
      name: "R17.4, R5: a memory warning in a child's viewWillAppear",
      steps: [
        request(.setRoot(m, window: 0)), then(.show(window: 0)), request(.embed(d, in: e)),
        during(d, .viewWillAppear, .warnOfMemory), request(.insert(e, in: m, at: 0)),
      ]),
    Self(
      name: "R17.4, R5: the old root's view is thrown away, and it comes back in its viewDidDisappear",
      steps: [
        request(.embed(n, in: d)), then(.setRoot(d, window: 0)), then(.show(window: 0)),
        during(d, .viewDidDisappear, .setRoot(d, window: 0)), during(m, .viewWillAppear, .warnOfMemory),
        request(.setRoot(m, window: 0)),
      ]),
    Self(
      name: "R17.4, R5: a container's view is thrown away while it goes and comes back by hand in one turn",
      steps: onScreen + [
        request(.embed(d, in: a)), request(.embed(b, in: d)), request(.insert(d, in: m, at: 0)), then(.warnOfMemory),
        then(.addByHand(d, in: a)),
      ]),
    Self(
      name: "R17.4, R5: a container's view is thrown away while it moves in one turn",
      steps: onScreen + [
        request(.embed(d, in: e)), then(.embed(e, in: a)), during(e, .didMove, .warnOfMemory),
        request(.embed(e, in: a)),
      ]),
  ]

  static let containers = [
    Self(
      name: "R2.7: taken out of a segmented container and embedded elsewhere in one turn",
      steps: onScreen + [
        request(.embed(m, in: a)), then(.embed(c, in: a)), request(.setList([b, d], in: m)),
        request(.embed(b, in: c)),
      ]),
    Self(
      name: "R2.7: taken out of a segmented container during its swap, and made a root",
      steps: onScreen + [
        request(.embed(m, in: a)), request(.setList([b, d], in: m)), then(.setPrompt(d, true)),
        then(.show(window: 1)), request(.removeSegment(0, in: m)), request(.setRoot(b, window: 1)),
        request(.advance(milliseconds: 300)),
      ]),
    Self(
      name: "another content view during a swap: one child stands",
      steps: onScreen + [
        request(.embed(m, in: a)), request(.setList([b, d], in: m)), then(.setPrompt(d, true)),
        request(.select(1, in: m)), request(.setContentView(true, in: m)), request(.advance(milliseconds: 300)),
      ]),
    Self(
      name: "R17.4: the end of a swap loads no view that was thrown away",
      steps: [
        request(.setRoot(m, window: 0)), then(.show(window: 0)), request(.setList([d, e], in: m)),
        then(.setPrompt(e, true)), request(.select(1, in: m)), request(.setRoot(nil, window: 0)),
        request(.warnOfMemory), request(.warnOfMemory), request(.advance(milliseconds: 300)),
      ]),
    Self(
      name: "R3.2: a segmented container takes a child in that child's didMove(nil)",
      steps: [
        request(.embed(d, in: e)), during(d, .didMove, .insert(d, in: m, at: 0)), request(.unembed(d)),
      ]),
    Self(
      name: "R3.2: the same with a list",
      steps: [
        request(.embed(d, in: e)), during(d, .didMove, .setList([d, a, n], in: m)), request(.unembed(d)),
      ]),
    Self(
      name: "corrected in willMove while an insertion was begun in mode faithful",
      steps: [during(d, .willMove, .setFaithful(false, in: k)), request(.insert(d, in: k, at: 0))]),
    Self(
      name: "R3.10: a new list in the viewWillAppear of a child that is being inserted",
      steps: [
        request(.embed(a, in: d)), then(.setRoot(n, window: 0)), then(.show(window: 0)),
        during(d, .viewWillAppear, .setList([f], in: n)), request(.insert(d, in: n, at: 0)),
      ]),
    Self(
      name: "R2.7: the only child is removed in the willMove of one that is being inserted",
      steps: [
        request(.setList([a], in: m)), then(.setRoot(m, window: 0)), then(.show(window: 0)),
        during(c, .willMove, .removeSegment(0, in: m)), request(.insert(c, in: m, at: 1)),
      ]),
    Self(
      name: "R2.7: the same in the turn of the removed child's own insertion",
      steps: onScreen + [
        request(.embed(m, in: a)), then(.insert(d, in: m, at: 0)), during(f, .willMove, .unembed(d)),
        then(.insert(f, in: m, at: 0)),
      ]),
    Self(
      name: "R3.15: another container takes the child in its viewDidLoad, while one in mode faithful is loaded",
      steps: [
        request(.embed(m, in: b)), then(.insert(c, in: k, at: 0)),
        during(c, .viewDidLoad, .insert(c, in: m, at: 0)), request(.embed(k, in: a)),
      ]),
    Self(
      name: "R3.15: the same in mode corrected",
      steps: [
        request(.embed(m, in: b)), then(.insert(c, in: n, at: 0)),
        during(c, .viewDidLoad, .insert(c, in: m, at: 0)), request(.embed(n, in: a)),
      ]),
    Self(
      name: "R2.7: removed while a container in mode faithful selects it",
      steps: [
        request(.show(window: 0)), request(.insert(n, in: k, at: 1)), during(k, .viewWillDisappear, .select(1, in: k)),
        then(.insert(d, in: k, at: 1)), then(.embed(b, in: d)), during(b, .viewDidLayoutSubviews, .unembed(d)),
        request(.setRoot(c, window: 0)), during(n, .viewDidAppear, .setRoot(m, window: 0)), then(.embed(k, in: c)),
      ]),
    Self(
      name: "a root goes into a segmented container in its own viewWillDisappear",
      steps: onScreen + [
        request(.embed(n, in: f)), during(a, .viewWillDisappear, .insert(a, in: n, at: 0)),
        request(.setRoot(k, window: 0)),
      ]),
  ]

  /// Where a view goes, and who is told of it, when a callback has decided otherwise.
  static let places = [
    Self(
      name: "R3.15: given to another parent in the viewDidDisappear of its own addition",
      steps: onScreen + [
        then(.embed(k, in: a)), then(.embed(n, in: c)), then(.place(c, in: k)),
        during(e, .viewDidDisappear, .place(m, in: c)), inTheNext(.viewDidDisappear, .embed(n, in: a)),
        request(.show(window: 0)), inTheNext(.viewDidLoad, .insert(n, in: m, at: 0)), then(.insert(e, in: n, at: 0)),
        then(.setContentView(true, in: m)),
      ]),
    Self(
      name: "R3.15: another parent in viewWillAppear, by a child that goes elsewhere",
      steps: onScreen + [
        inTheNext(.viewDidDisappear, .insert(c, in: m, at: 2)), inTheNext(.viewWillAppear, .embed(m, in: d)),
        request(.embed(e, in: c)), then(.setList([e, k], in: m)), inTheNext(.viewWillAppear, .insert(e, in: k, at: 1)),
        request(.embed(c, in: a)),
      ]),
    Self(
      name: "a root that a segmented container takes in the root's viewWillAppear",
      steps: [
        then(.show(window: 0)), then(.embed(m, in: a)), inTheNext(.viewWillAppear, .setRoot(d, window: 0)),
        inTheNext(.viewWillAppear, .insert(d, in: m, at: 2)), request(.setRoot(k, window: 0)),
      ]),
    Self(
      name: "mode corrected in the viewDidLoad of the child that mode faithful shows",
      steps: [
        inTheNext(.viewDidLoad, .insert(c, in: k, at: 0)), during(m, .willMove, .insert(b, in: m, at: 2)),
        then(.insert(m, in: k, at: 1)), during(b, .viewDidLoad, .setFaithful(false, in: k)),
        request(.setContentView(true, in: k)),
      ]),
    Self(
      name: "R3.12, R5: left alone in its parent's view, which goes before it was told",
      steps: onScreen + [
        then(.embed(e, in: a)), inTheNext(.viewWillDisappear, .insert(a, in: m, at: 1)),
        inTheNext(.willMove, .embed(b, in: n)), inTheNext(.willMove, .leaveParent(e)),
        inTheNext(.didMove, .hide(window: 0)), request(.embed(k, in: a)),
      ]),
    Self(
      name: "R3.2: taken in by another parent before didMove(nil) was sent",
      steps: [
        request(.show(window: 0)), inTheNext(.viewDidLoad, .setRoot(e, window: 0)),
        inTheNext(.willMove, .embed(d, in: b)), request(.setList([b, e], in: k)),
        inTheNext(.viewIsAppearing, .embed(e, in: d)), inTheNext(.viewWillAppear, .setRoot(d, window: 0)),
        then(.unembed(e)),
      ]),
    Self(
      name: "R17.4: a memory warning while a view is being added",
      steps: onScreen + [
        then(.embed(e, in: a)), during(c, .viewDidDisappear, .place(k, in: e)),
        during(k, .viewWillAppear, .warnOfMemory), inTheNext(.viewDidLoad, .setRoot(m, window: 1)),
        then(.place(c, in: f)), inTheNext(.viewWillLayoutSubviews, .insert(d, in: m, at: 2)),
        inTheNext(.didMove, .embed(f, in: e)), request(.show(window: 1)), request(.insert(e, in: m, at: 0)),
        request(.unembed(d)),
      ]),
    Self(
      name: "R1.1: another parent loads it when its children lose the view that was thrown away",
      steps: [
        then(.show(window: 0)), during(b, .viewDidAppear, .begin(e, appearing: true)), request(.embed(b, in: a)),
        during(a, .viewWillLayoutSubviews, .setList([n, e], in: k)), inTheNext(.viewWillAppear, .place(k, in: a)),
        inTheNext(.didMove, .setRoot(a, window: 0)), request(.addByHand(d, in: e)),
        inTheNext(.viewWillDisappear, .embed(e, in: c)), request(.warnOfMemory),
      ]),
    Self(
      name: "R3.10: a child that is embedded while its parent's view is on its way",
      steps: onScreen + [
        during(b, .viewWillDisappear, .embed(b, in: e)), inTheNext(.willMove, .setRoot(n, window: 0)),
        then(.place(b, in: a)), inTheNext(.viewWillAppear, .insert(e, in: n, at: 1)),
        inTheNext(.willMove, .insert(c, in: n, at: 2)), then(.embed(d, in: a)),
        inTheNext(.viewWillDisappear, .embed(a, in: e)), request(.place(a, in: e)), then(.embed(c, in: d)),
      ]),
  ]
}

@MainActor
@Suite("Regression: programs in which the engine broke R1 to R6")
struct ReentrancyFindTests {
  @Test(
    "the rules hold", arguments: ReentrancyFind.all, [UIApplication.Profile.ios5, .latest])
  func holds(find: ReentrancyFind, profile: UIApplication.Profile) {
    let run = ReentrancyRun(find.steps, profile)
    let journal = run.journal.map { "\n  \($0)" }.joined()
    #expect(run.fault == nil, "\(journal)")
  }
}
