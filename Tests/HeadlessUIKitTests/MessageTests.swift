import HeadlessUIKit
import Testing

@MainActor
@Suite("Messages: sending") struct MessageTests {
  private func withTalker(_ body: (UIApplication, Stage<Listener>, Log) throws -> Void) throws {
    try withScene { application in
      let log = Log()
      let stage = try Stage(application) { Listener() }
      try application.perform {
        let talker = Talker()
        talker.delegate = stage.root
        embed(talker, in: stage.root)
      }
      application.noteMessages(in: log)
      try body(application, stage, log)
    }
  }

  private func talker(in stage: Stage<Listener>) throws -> Talker {
    try #require(stage.root.children.first as? Talker)
  }

  @Test("a message over a link is told and counted, calls the delegate, and gives its answer")
  func link() throws {
    try withTalker { application, stage, log in
      let talker = try talker(in: stage)
      let answers = try application.perform { (talker.tell("yes"), talker.tell("no")) }
      #expect(answers == (true, false))
      #expect(stage.root.log.lines == ["Talker said yes", "Talker said no"])
      #expect(
        log.lines
          == Array(
            repeating: "TalkerDelegate.talker(_:said:) from a controller to a controller: delivered", count: 2))
      #expect(application.messageCounters.sent == 2 && application.messageCounters.dropped == 0)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("S65: a message to a delegate that has gone is a no-op for the sender, dropped, counted and told")
  func deadDelegate() throws {
    try withScene { application in
      let log = Log()
      application.noteMessages(in: log)
      try application.perform {
        let talker = Talker()
        #expect(talker.delegateLink.state == .none)
        #expect(talker.tell("a") == nil)
        do {
          let listener = Listener()
          talker.delegate = listener
          #expect(talker.delegateLink.state == .alive)
          #expect(talker.delegateLink.receiver === listener)
        }
        #expect(talker.delegate == nil)
        #expect(talker.delegateLink.state == .dead)
        #expect(talker.tell("b") == nil)
        let deadDelegate = try talker.delegateLink.forward("talker(_:said:)", ["text": "c"], of: talker)
        #expect(deadDelegate.drop == .deadDelegate)
        talker.delegate = nil
        #expect(talker.delegateLink.state == .none)
        let noDelegate = try talker.delegateLink.forward("talker(_:said:)", ["text": "c"], of: talker)
        #expect(noDelegate.drop == .noDelegate)
      }
      let line = "TalkerDelegate.talker(_:said:) from a controller to nobody: "
      #expect(
        log.lines == [line + "noDelegate", line + "deadDelegate", line + "deadDelegate", line + "noDelegate"])
      #expect(application.messageCounters.sent == 4 && application.messageCounters.dropped == 4)
      #expect(application.issues.isEmpty)
    }
  }

  @Test("the link holds its delegate weakly, and its owner, too")
  func weakness() throws {
    try withScene { application in
      try application.perform {
        let talker = Talker()
        let link = talker.delegateLink
        let listener = Listener()
        link.delegate = listener
        #expect(link.delegate === listener)
        #expect(talker.delegateLinks.map(\.name) == ["delegate"])
        #expect(Listener().delegateLinks.isEmpty)
      }
      #expect(application.liveControllerCount == 0)
    }
  }

  @Test("by its name a message does the same as from Swift: checked, told, received, its answer checked")
  func byName() throws {
    try withTalker { application, stage, log in
      let talker = try talker(in: stage)
      try application.perform {
        #expect(try talker.sendMessage("say(_:times:)", ["text": "a", "times": 2.0], from: stage.root) == 2)
        let receipt = try talker.delegateLink.forward("talker(_:said:)", ["text": "b"], of: talker)
        #expect(receipt == MessageReceipt(drop: nil, result: true, receiver: stage.root.id))
        #expect(try talker.sendMessage("carry(_:)", ["value": ["x": [1]]]) == ["x": [1]])
      }
      #expect(stage.root.log.lines == ["Talker said a", "Talker said a", "Talker said b"])
      #expect(
        log.lines == [
          "Talking.say(_:times:) from a controller to a controller: delivered",
          "TalkerDelegate.talker(_:said:) from a controller to a controller: delivered",
          "TalkerDelegate.talker(_:said:) from a controller to a controller: delivered",
          "TalkerDelegate.talker(_:said:) from a controller to a controller: delivered",
          "Talking.carry(_:) from nobody to a controller: delivered",
        ])
    }
  }

  private func error(_ name: String, _ arguments: [String: MessageValue] = [:], to talker: Talker) -> MessageError? {
    do throws(MessageError) {
      try talker.sendMessage(name, arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what is not declared, or does not fit, is refused before the receiver is called; it is not told and not counted")
  func refused() throws {
    try withTalker { application, stage, log in
      let talker = try talker(in: stage)
      try application.perform {
        #expect(error("shout()", to: talker) == .notDeclared("shout()", declared: [.talking]))
        let fault = MessageFault.self
        guard case .argumentsNotAccepted(let missing, let declaration) = error("say(_:times:)", to: talker) else {
          Issue.record("a missing argument was accepted")
          return
        }
        #expect(type(of: missing) == fault && missing.reason == .missingMember && missing.place == "text")
        #expect(declaration.name == "say(_:times:)")
        guard case .argumentsNotAccepted(let wrong, _) = error("say(_:times:)", ["text": "a", "times": 4], to: talker)
        else {
          Issue.record("an argument out of range was accepted")
          return
        }
        #expect(wrong.place == "times" && wrong.expected == "a whole number from 1 to 3" && wrong.got == "4")
        let deep = Talker.nested(MessageValue.depthLimit)
        guard case .argumentsTooDeep = error("carry(_:)", ["value": deep], to: talker) else {
          Issue.record("too deep an argument was accepted")
          return
        }
        #expect(error("carry(_:)", ["value": Talker.nested(MessageValue.depthLimit - 1)], to: talker) == nil)
      }
      #expect(talker.received == 1)
      #expect(application.messageCounters.sent == 1)
      #expect(log.lines.count == 1)
    }
  }

  @Test("a receiver that throws, or answers what it does not declare, is an error that says so")
  func failures() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      try application.perform {
        guard case .receiverFailed("hoarse", _) = error("fail()", to: talker) else {
          Issue.record("the error was not passed on")
          return
        }
        guard case .resultNotAccepted(let fault, _) = error("lie()", to: talker) else {
          Issue.record("a wrong answer was accepted")
          return
        }
        #expect(fault.expected == "a whole number" && fault.got == "\"many\"")
        guard case .resultTooDeep = error("nest()", to: talker) else {
          Issue.record("too deep an answer was accepted")
          return
        }
      }
      #expect(talker.received == 3)
    }
  }

  @Test("what Swift code sends wrongly is reported, and its block does not run")
  func reported() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      try application.perform {
        #expect(talker.delegateLink.send("talker(_:sang:)", [:]) { _ in true } == nil)
        #expect(talker.delegateLink.send("talker(_:said:)", ["text": 5]) { _ in true } == nil)
        #expect(talker.sendMessage("shout()", from: stage.root) { _ in true } == nil)
        #expect(talker.sendMessage("say(_:times:)", ["text": "x"], from: stage.root) { $0.received } == 0)
      }
      #expect(application.issues.map(\.kind) == [.refusedMessage, .refusedMessage, .refusedMessage])
      #expect(application.issues.map(\.className) == ["Talker", "Talker", "Listener"])
      #expect(
        application.issues.map(\.message) == [
          "the message \"talker(_:sang:)\" was not sent: no declared protocol has the message \"talker(_:sang:)\"; declared: "
            + "talker(_:said:).",
          "the message \"talker(_:said:)\" was not sent: the argument \"text\" must be a string; got 5.",
          "the message \"shout()\" was not sent: no declared protocol has the message \"shout()\"; declared: "
            + "say(_:times:), fail(), lie(), nest(), carry(_:), again().",
        ])
      #expect(stage.root.log.lines == [])
    }
  }

  @Test("a delegate that receives no messages by their names hears Swift, and is an error for who sends by name")
  func deafDelegate() throws {
    try withScene { application in
      try application.perform {
        let talker = Talker()
        let deaf = DeafListener()
        talker.delegate = deaf
        #expect(talker.tell("a") == true)
        #expect(
          throws: MessageError.notReceiving(className: "DeafListener", messageProtocol: "TalkerDelegate")
        ) { try talker.delegateLink.forward("talker(_:said:)", ["text": "b"], of: talker) }
        #expect(
          throws: MessageError.notDeclared("say", declared: [.talkerDelegate])
        ) { try talker.delegateLink.forward("say", [:], of: talker) }
      }
      #expect(application.messageCounters.sent == 1)
    }
  }

  @Test(
    "messages that send one another in a circle end: at a depth, and at a number a request, even when each sends two")
  func loop() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      try application.perform { #expect(error("again()", to: talker) == nil) }
      #expect(talker.received == UIApplication.messageLimit)
      #expect(Set(talker.refused.map(\.description)).count == 2)
      #expect(talker.refused.first == .nestedTooDeep)
      #expect(talker.refused.last == .tooMany)
      // The next request begins anew.
      try application.perform { #expect(error("carry(_:)", ["value": 1], to: talker) == nil) }
    }
  }

  @Test("a circle of Swift's own sending is reported once a request")
  func swiftLoop() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      var calls = 0
      @MainActor func again() {
        calls += 1
        for _ in 0..<2 { talker.delegateLink.send("talker(_:said:)", ["text": "x"]) { _ in again() } }
      }
      try application.perform { again() }
      #expect(calls == UIApplication.messageLimit + 1)
      #expect(application.issues.map(\.kind) == [.refusedMessage])
      try application.perform { again() }
      #expect(application.issues.count == 2)
    }
  }

  @Test("a message inside a message is fine up to the depth limit")
  func depth() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      var deepest = 0
      @MainActor func down(_ depth: Int) {
        deepest = max(deepest, depth)
        talker.delegateLink.send("talker(_:said:)", ["text": "x"]) { _ in down(depth + 1) }
      }
      try application.perform { down(0) }
      #expect(deepest == UIApplication.messageDepthLimit)
      #expect(application.issues.map(\.kind) == [.refusedMessage])
    }
  }

  @Test("an event says from whom to whom, with the arguments, before the receiver runs")
  func event() throws {
    try withTalker { application, stage, _ in
      let talker = try talker(in: stage)
      var events: [MessageEvent] = []
      application.onMessage = { event in
        #expect(stage.root.log.lines.isEmpty)
        events.append(event)
      }
      try application.perform { _ = talker.tell("x") }
      application.onMessage = nil
      let event = try #require(events.first)
      #expect(event.from == talker.id && event.to == stage.root.id && event.isDelivered)
      #expect(event.messageProtocol == "TalkerDelegate" && event.message == "talker(_:said:)")
      #expect(event.arguments == ["text": "x"])
      #expect(stage.root.log.lines == ["Talker said x"])
    }
  }
}
