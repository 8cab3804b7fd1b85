import HeadlessUIKit
import Testing

/// Notes what a search bar asks and tells.
@MainActor
private final class Searcher: UISearchBarDelegate {
  let log = Log()
  var mayBegin = true
  var mayEnd = true
  var onBegin: ((UISearchBar) -> Void)?
  var onChange: ((UISearchBar) -> Void)?

  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
    log.note("shouldBegin")
    return mayBegin
  }

  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {
    log.note("didBegin")
    onBegin?(searchBar)
  }

  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    log.note("didChange(\(searchText))")
    onChange?(searchBar)
  }

  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool {
    log.note("shouldEnd")
    return mayEnd
  }

  func searchBarTextDidEndEditing(_ searchBar: UISearchBar) { log.note("didEnd") }
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log.note("search") }
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log.note("cancel") }
}

@MainActor
@Suite("R14: search bars") struct R14SearchBarTests {
  private func withBar(_ body: (UIApplication, UISearchBar, Searcher) throws -> Void) throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let searcher = Searcher()
      let bar = try application.perform {
        let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        bar.delegate = searcher
        stage.root.view.addSubview(bar)
        return bar
      }
      try application.perform { try body(application, bar, searcher) }
    }
  }

  @Test("R14.1: typing begins editing and tells the delegate of the text; searching does not end editing by itself")
  func typing() throws {
    try withBar { application, bar, searcher in
      bar.text = "silent"
      #expect(searcher.log.lines == [])
      try bar.enterText("Köln\nBonn")
      #expect(bar.text == "Köln Bonn")
      #expect(application.firstResponder === bar)
      try bar.enterText("")
      try bar.pressSearch()
      #expect(bar.isFirstResponder)
      #expect(bar.resignFirstResponder())
      #expect(application.firstResponder == nil)
      #expect(
        searcher.log.lines == [
          "shouldBegin", "didBegin", "didChange(Köln Bonn)", "didChange()", "search", "shouldEnd", "didEnd",
        ])
    }
  }

  @Test("R14.1: a delegate that does not let editing begin, or ends it at once, keeps the text as it is")
  func refused() throws {
    try withBar { _, bar, searcher in
      searcher.mayBegin = false
      for press in [{ try bar.enterText("x") }, { try bar.pressSearch() }] {
        let error = #expect(throws: TapError.self) { try press() }
        #expect(error?.reason == .refusedByDelegate)
      }
      searcher.mayBegin = true
      searcher.onBegin = { $0.resignFirstResponder() }
      #expect(throws: TapError.self) { try bar.enterText("x") }
      #expect(bar.text == "")
      #expect(searcher.log.lines == ["shouldBegin", "shouldBegin", "shouldBegin", "didBegin", "shouldEnd", "didEnd"])
    }
  }

  @Test("R14.1: a search bar that a person cannot reach is not typed into")
  func unreachable() throws {
    try withBar { _, bar, searcher in
      bar.isHidden = true
      let hidden = #expect(throws: TapError.self) { try bar.enterText("x") }
      #expect(hidden?.reason == .hidden)
      bar.isHidden = false
      bar.removeFromSuperview()
      let gone = #expect(throws: TapError.self) { try bar.pressSearch() }
      #expect(gone?.reason == .notInVisibleWindow)
      #expect(searcher.log.lines == [])
      #expect(bar.text == "")
    }
  }

  @Test("R14.7: a delegate can keep editing from ending, but not for a bar that leaves its window")
  func ending() throws {
    try withBar { application, bar, searcher in
      try bar.enterText("x")
      searcher.mayEnd = false
      #expect(!bar.resignFirstResponder())
      #expect(bar.isFirstResponder)
      bar.removeFromSuperview()
      #expect(application.firstResponder == nil)
      #expect(searcher.log.lines.suffix(3) == ["shouldEnd", "shouldEnd", "didEnd"])
    }
  }

  @Test("R14.1: a delegate that begins or ends editing while it is asked is asked once")
  func reentrantDelegate() throws {
    final class Eager: UISearchBarDelegate {
      let log = Log()
      func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool {
        log.note("begin: \(searchBar.becomeFirstResponder())")
        return true
      }
      func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool {
        log.note("end: \(searchBar.resignFirstResponder())")
        return true
      }
    }
    try withBar { _, bar, _ in
      let eager = Eager()
      bar.delegate = eager
      try bar.enterText("x")
      #expect(bar.isFirstResponder)
      #expect(bar.resignFirstResponder())
      #expect(eager.log.lines == ["begin: false", "end: false"])
    }
  }

  @Test("R14.1: the cancel button is a button in the bar, which tells the delegate only")
  func cancel() throws {
    try withBar { application, bar, searcher in
      #expect(application.viewsOnScreen(titled: "Cancel").isEmpty)
      bar.setShowsCancelButton(true, animated: false)
      let button = try #require(application.viewsOnScreen(titled: "Cancel").first as? UIButton)
      bar.layoutIfNeeded()
      #expect(button.frame == CGRect(x: 250, y: 0, width: 70, height: 44))
      try expectTap(button, sends: 1)
      #expect(searcher.log.lines == ["cancel"])
      bar.showsCancelButton = false
      #expect(bar.subviews.isEmpty)
    }
  }

  @Test("R14.2: the delegate is not retained; a callback may take the bar away")
  func delegate() throws {
    try withBar { _, bar, searcher in
      searcher.onChange = { $0.removeFromSuperview() }
      try bar.enterText("x")
      #expect(bar.superview == nil)
      bar.delegate = Searcher()
      #expect(bar.delegate == nil)
    }
  }

  @Test("R14.1: the return key sends editingDidEndOnExit, and ends editing only where somebody wants that")
  func returnKey() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      try application.perform {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        stage.root.view.addSubview(field)
        let log = Log()
        field.addAction(block { log.note("end") }, for: .editingDidEnd)
        try field.enterText("x")
        #expect(try field.pressReturn() == 0)
        #expect(field.isEditing)
        field.addAction(block { log.note("exit") }, for: .editingDidEndOnExit)
        #expect(try field.pressReturn() == 1)
        #expect(!field.isEditing)
        #expect(log.lines == ["exit", "end"])
        field.isEnabled = false
        #expect(throws: TapError.self) { try field.pressReturn() }
      }
    }
  }
}
