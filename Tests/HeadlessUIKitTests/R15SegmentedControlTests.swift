import HeadlessUIKit
import Testing

@MainActor
@Suite("R15: segmented control")
struct R15SegmentedControlTests {
  /// A control with three segments on screen that notes its value changes.
  private func makeControl(in root: UIViewController, log: Log) -> UISegmentedControl {
    let control = UISegmentedControl(items: ["a", "b", "c"])
    control.frame = CGRect(x: 0, y: 0, width: 300, height: 30)
    control.addAction(block { log.note("valueChanged") }, for: .valueChanged)
    root.view.addSubview(control)
    return control
  }

  private func titles(of control: UISegmentedControl) -> [String?] {
    (0..<control.numberOfSegments).map { control.titleForSegment(at: $0) }
  }

  @Test("R15.1: nothing is selected in a fresh control")
  func freshControl() throws {
    try withScene { application in
      try application.perform {
        let empty = UISegmentedControl(items: [])
        #expect(UISegmentedControl.noSegment == -1)
        #expect(empty.numberOfSegments == 0)
        #expect(empty.selectedSegmentIndex == -1)
        let control = UISegmentedControl(items: ["a", "b"])
        #expect(control.numberOfSegments == 2)
        #expect(control.selectedSegmentIndex == -1)
      }
    }
  }

  @Test("R15.2: insertion beyond the end is at the end, removal beyond the last removes the last")
  func clamping() throws {
    try withScene { application in
      try application.perform {
        let control = UISegmentedControl(items: ["a", "b"])
        control.insertSegment(withTitle: "c", at: 99, animated: false)
        #expect(titles(of: control) == ["a", "b", "c"])
        control.insertSegment(withTitle: "x", at: 0, animated: false)
        #expect(titles(of: control) == ["x", "a", "b", "c"])
        control.removeSegment(at: 99, animated: false)
        #expect(titles(of: control) == ["x", "a", "b"])
        control.removeSegment(at: 1, animated: false)
        #expect(titles(of: control) == ["x", "b"])
        control.setTitle("y", forSegmentAt: 0)
        #expect(titles(of: control) == ["y", "b"])
      }
    }
  }

  @Test("R15.3: a user's change sends valueChanged, once", arguments: [UIApplication.Profile.ios5, .latest])
  func userChange(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        try control.userSelectSegment(1)
        #expect(control.selectedSegmentIndex == 1)
      }
      #expect(log.lines == ["valueChanged"])
    }
  }

  @Test("R15.3: a change in code is silent", arguments: [UIApplication.Profile.ios5, .latest])
  func programmaticChange(profile: UIApplication.Profile) throws {
    try withScene(profile) { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 2
        #expect(control.selectedSegmentIndex == 2)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.3: tapping the selected segment again sends nothing")
  func retap() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 1
        try control.userSelectSegment(1)
        #expect(control.selectedSegmentIndex == 1)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.3: a momentary control sends the event each time and keeps no selection")
  func momentary() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.isMomentary = true
        try control.userSelectSegment(1)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
        try control.userSelectSegment(1)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
      }
      #expect(log.lines == ["valueChanged", "valueChanged"])
    }
  }

  @Test("R15.3: a disabled segment sends nothing and is not selected")
  func disabledSegment() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 0
        control.setEnabled(false, forSegmentAt: 1)
        // Whether a finger on it is an error is the engine's choice; the rule is that nothing is sent.
        _ = try? control.userSelectSegment(1)
        #expect(control.selectedSegmentIndex == 0)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.4: removing the selected segment leaves none selected, silently")
  func removingTheSelectedSegment() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 1
        control.removeSegment(at: 1, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.4: the index follows its segment when others come and go before it")
  func indexFollowsSegment() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 1
        // Section 5: follow the segment.
        control.insertSegment(withTitle: "x", at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 2)
        control.insertSegment(withTitle: "y", at: 4, animated: false)
        #expect(control.selectedSegmentIndex == 2)
        control.removeSegment(at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        control.removeSegment(at: 2, animated: false)
        #expect(control.selectedSegmentIndex == 1)
        #expect(control.titleForSegment(at: 1) == "b")
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.5: -1 deselects, silently")
  func deselection() throws {
    try withScene { application in
      let stage = try Stage(application) { Root() }
      let log = Log()
      try application.perform {
        let control = makeControl(in: stage.root, log: log)
        control.selectedSegmentIndex = 1
        control.selectedSegmentIndex = UISegmentedControl.noSegment
        #expect(control.selectedSegmentIndex == -1)
      }
      #expect(log.lines == [])
    }
  }

  @Test("R15.5: an index out of range stops the program")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      try await MainActor.run {
        try UIApplication(name: "test").perform { UISegmentedControl(items: ["a"]).selectedSegmentIndex = 1 }
      }
    }
    await #expect(processExitsWith: .failure) {
      try await MainActor.run {
        try UIApplication(name: "test").perform { UISegmentedControl(items: ["a"]).selectedSegmentIndex = -2 }
      }
    }
  }
}
