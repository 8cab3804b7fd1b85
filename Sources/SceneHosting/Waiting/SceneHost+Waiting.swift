import HeadlessUIKit
import JSONRPCCore
import JSONText

extension SceneHost {
  /// Answers a call that may wait, or keeps it until it can be answered. Sent as a notification it does nothing.
  ///
  /// - Throws: What its method and its condition throw; `waitTimedOut` when it shall not wait at all; `limitReached`.
  func wait(
    _ call: Call, _ request: borrowing Request, _ writer: inout JSONWriter
  ) throws(JSONRPCError) -> Reply {
    guard !request.isNotification, let handler = call.method.waitingHandler else { return .deferred }
    let session = call.session
    let waiting = try handler(call)
    let scene = waiting.scene
    if try waiting.condition.isMet(in: scene) {
      waiting.condition.writeResult(of: scene, to: &writer)
      return .written
    }
    guard waiting.timeout > 0 else { throw WaitReport(scene.application).timedOut(waiting) }
    guard session.pendingAnswers.count < limits.waits else {
      throw ApplicationErrorCode.limitReached.error(
        "\(limits.waits) calls of this connection wait already, which is the limit; end one with cancel.",
        JSONRPCError.limitDetails("waits", limits.waits, got: limits.waits + 1))
    }
    let answer = PendingAnswer(
      OwnedRequestID(request.id), of: session, waiting: waiting, deadline: now() + waiting.timeout)
    session.pendingAnswers.append(answer)
    scene.pendingAnswers.append(answer)
    scene.application.onSettle = { [weak self, weak scene] _ in
      if let self, let scene { sceneDidSettle(scene) }
    }
    deadlines.insert(answer)
    onDeadlineChange?()
    return .deferred
  }

  /// A method that may answer later stands in a batch, which is answered as a whole.
  func notInBatch(_ method: Method) -> JSONRPCError {
    ApplicationErrorCode.notInBatch.error(
      "\(method.name) may be answered later than what follows it, which a batch cannot be; send it in a line of its own.",
      [(name: "method", value: .string(method.name))])
  }

  /// A scene has run: answers the calls that waited for what is so now. Cost: the calls that wait for something of the scene.
  func sceneDidSettle(_ scene: HostedScene) {
    for answer in scene.pendingAnswers.live {
      guard let waiting = answer.waiting else { continue }
      do throws(JSONRPCError) {
        guard try waiting.condition.isMet(in: scene) else { continue }
        finish(answer) { (writer) throws(JSONRPCError) in waiting.condition.writeResult(of: scene, to: &writer) }
      } catch {
        fail(answer, error)
      }
    }
  }

  /// Answers the calls whose time is over.
  func endWaits(dueAt now: Double) {
    while let answer = deadlines.first, answer.deadline <= now, let waiting = answer.waiting {
      fail(answer, WaitReport(waiting.scene.application).timedOut(waiting))
    }
  }

  /// Answers the calls that wait for a scene which is no longer there.
  func endWaits(ofClosed scene: HostedScene) {
    for answer in scene.pendingAnswers.live { fail(answer, Self.closed(scene)) }
  }

  /// Answers the calls of a session that wait, as the daemon ends and their scenes with it.
  func endWaits(of session: ClientSession) {
    for answer in session.pendingAnswers {
      if let scene = answer.waiting?.scene { fail(answer, Self.closed(scene)) }
    }
  }

  private static func closed(_ scene: HostedScene) -> JSONRPCError {
    ApplicationErrorCode.sceneNotFound.error(
      "Scene \"\(scene.name)\" was closed while the call waited for it.", [(name: "cause", value: .string("closed"))])
  }

  /// Answers calls of a session that wait and have an id, as cancelled.
  ///
  /// - Returns: How many there were.
  func cancelWaits(of session: ClientSession, _ isMeant: (OwnedRequestID) -> Bool) -> Int {
    let answers = session.pendingAnswers.filter { isMeant($0.id) }
    for answer in answers {
      fail(answer, ApplicationErrorCode.cancelled.error("The call was cancelled while it waited. Nothing was changed."))
    }
    return answers.count
  }

  /// Forgets the calls of a session that has gone.
  func dropWaits(of session: ClientSession) {
    while let answer = session.pendingAnswers.last { _ = end(answer) }
  }

  private func fail(_ answer: PendingAnswer, _ error: JSONRPCError) {
    finish(answer) { (_) throws(JSONRPCError) in throw error }
  }

  private func finish(_ answer: PendingAnswer, _ result: (inout JSONWriter) throws(JSONRPCError) -> Void) {
    guard let session = end(answer) else { return }
    // A writer of its own: the usual one may hold the answer of the request that has met the condition.
    var writer = JSONWriter(capacity: 256)
    processor.answer(answer.id, into: &writer, result: result)
    writer.withUnsafeBytes { session.write(message: $0) }
  }

  /// - Returns: Whose call it was.
  private func end(_ answer: PendingAnswer) -> ClientSession? {
    guard let session = answer.session, let scene = answer.waiting?.scene else { return nil }
    answer.end()
    session.pendingAnswers.removeAll { $0 === answer }
    scene.pendingAnswers.oneIsOver()
    if scene.pendingAnswers.isEmpty { scene.application.onSettle = nil }
    deadlines.oneIsOver()
    return session
  }
}
