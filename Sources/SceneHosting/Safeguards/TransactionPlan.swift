import HeadlessUIKit
import JSONRPCCore
import JSONText

/// The calls of a transaction: checked, all of them, before the first is executed.
@MainActor
struct TransactionPlan {
  /// A call has failed.
  struct Stop: Error {
    let index: Int
    let cause: JSONRPCError
  }

  let scene: HostedScene
  private let calls: [Call]
  /// The JSON Pointer of the calls.
  private let pointer: String
  /// Of all calls, which do not hold it.
  private let terms: CallTerms

  /// Checks the calls of a transaction.
  ///
  /// - Throws: What is wrong with one of them, by schema, role or scene, pointing at it; what is wrong with the transaction.
  init(_ transaction: Call) throws(JSONRPCError) {
    let elements = Arguments.given(transaction.arguments["calls"]).elements
    let pointer = transaction.arguments.pointer(to: "calls")
    try Self.checkCount(Arguments.given(transaction.arguments["calls"]).count, transaction.host.limits, pointer)
    var calls: [Call] = []
    for (index, element) in elements.enumerated() {
      calls.append(try Self.call(element, of: transaction, at: "\(pointer)/\(index)"))
    }
    let scene = try Self.scene(of: transaction, calls, at: pointer)
    let checked = try transaction.checked(scene)
    self.scene = checked
    let now = transaction.now
    // What is due, and what a `Task` has changed, is no part of the transaction.
    checked.followClock(to: now)
    if checked.application.hasUnsettledWork { try? checked.application.settle() }
    let terms = CallTerms(instant: now, scene: checked)
    for (index, call) in calls.enumerated() {
      try Self.check(call, in: checked, at: "\(pointer)/\(index)")
      calls[index].terms = terms
    }
    self.calls = calls
    self.pointer = pointer
    self.terms = terms
  }

  /// Executes the calls in order.
  ///
  /// - Parameter results: Gets the results, as far as it comes.
  func execute(into results: inout [HeldResult]) throws(Stop) {
    var bytes = 0
    scene.isInTransaction = true
    defer { scene.isInTransaction = false }
    for (index, call) in calls.enumerated() {
      do throws(JSONRPCError) {
        let limit = call.host.limits.batchAnswers
        guard bytes <= limit else {
          throw ApplicationErrorCode.limitReached.error(
            "The results before this one have \(bytes) bytes, and those of a transaction may have \(limit).",
            JSONRPCError.limitDetails("batchAnswers", limit, got: bytes))
        }
        var writer = JSONWriter(capacity: 256)
        scene.placeOfRevision = nil
        try call.method.handler(call, &writer)
        bytes += writer.count
        results.append(HeldResult(writer, revisionAt: scene.placeOfRevision))
      } catch {
        throw Stop(index: index, cause: call.arguments.located(error, at: "\(pointer)/\(index)/params"))
      }
    }
  }

  // MARK: Checks

  private static func checkCount(_ count: Int, _ limits: HostLimits, _ pointer: String) throws(JSONRPCError) {
    guard count > 0 else {
      throw .invalidParams(
        reason: "wrongValue", message: "Invalid params: \"calls\" is empty; a transaction has at least one.",
        pointer: pointer)
    }
    guard count <= limits.transactionCalls else {
      throw ApplicationErrorCode.limitReached.error(
        "The transaction has \(count) calls, and \(limits.transactionCalls) are allowed. Nothing was done.",
        [(name: "pointer", value: .string(pointer))]
          + JSONRPCError.limitDetails("transactionCalls", limits.transactionCalls, got: count))
    }
  }

  private static func call(
    _ element: JSONValue, of transaction: Call, at pointer: String
  ) throws(JSONRPCError) -> Call {
    for (name, _) in element.members where name != "method" && name != "params" {
      throw .invalidParams(
        reason: "unknownParameter",
        message: "Invalid params: a transaction's call has \"method\" and \"params\", and no \"\(name.prefix(64))\".",
        pointer: JSONPointer.appending(String(name.prefix(64)), to: pointer),
        details: [
          (name: "parameter", value: .string(String(name.prefix(64)))),
          (name: "allowed", value: .strings(["method", "params"])),
        ])
    }
    let name = Arguments.given(element["method"]?.string)
    let allowed = transaction.host.methods.methods.filter(\.canBeInTransaction)
    guard let method = allowed.first(where: { $0.name == name }) else {
      throw notAllowed(name, allowed.map(\.name), at: "\(pointer)/method")
    }
    guard transaction.session.role >= method.role else {
      throw transaction.host.notPermitted(method, transaction.session)
    }
    let params = element["params"].flatMap { $0.isNull ? nil : $0 }
    return Call(
      host: transaction.host, session: transaction.session, method: method,
      arguments: try Arguments(params, method, at: "\(pointer)/params"))
  }

  private static func notAllowed(_ name: String, _ allowed: [String], at pointer: String) -> JSONRPCError {
    let nearest = SpellingHint.nearest(to: name, in: allowed)
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "allowed: \(allowed.joined(separator: ", "))."
    let error = JSONRPCError.invalidParams(
      reason: "wrongValue",
      message: "Invalid params: a transaction has methods that change a scene, and no \"\(name.prefix(64))\"; \(hint)",
      pointer: pointer, details: [(name: "allowed", value: .strings(allowed))])
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  /// The scene that the transaction names, else the first that one of its calls names, itself or a node in it, else the first
  /// that offers all of its methods.
  private static func scene(
    of transaction: Call, _ calls: [Call], at pointer: String
  ) throws(JSONRPCError) -> HostedScene {
    let host = transaction.host
    if let name = transaction.arguments.string("scene") {
      return try host.scene(named: name, pointer: "/params/scene")
    }
    for (index, call) in calls.enumerated() {
      if let name = call.arguments.string("scene") {
        do throws(JSONRPCError) {
          return try host.scene(named: name, pointer: "/params/scene")
        } catch {
          throw call.arguments.located(error, at: "\(pointer)/\(index)/params")
        }
      }
      if let scene = call.sceneOfNamedNode { return scene }
    }
    for scene in host.scenes where calls.allSatisfy({ $0.method.isOffered(by: scene.registration) }) { return scene }
    throw ApplicationErrorCode.methodNotOffered.error(
      host.scenes.isEmpty
        ? "No scene is open; open one with openScene."
        : "No hosted scene offers all methods of the transaction. Nothing was done.")
  }

  /// Whether a call is of the transaction's scene, as far as that can be known before others are executed.
  private static func check(_ call: Call, in scene: HostedScene, at pointer: String) throws(JSONRPCError) {
    guard call.method.isOffered(by: scene.registration) else {
      throw ApplicationErrorCode.methodNotOffered.error(
        "The application \"\(scene.registration.name)\" of scene \"\(scene.name)\" does not offer \(call.method.name). "
          + "Nothing was done.", [(name: "pointer", value: .string("\(pointer)/method"))])
    }
    let named = call.arguments.string("scene")
    guard let other = named ?? call.sceneOfNamedNode?.name, other != scene.name else { return }
    throw call.arguments.located(
      ApplicationErrorCode.valueNotAccepted.error(
        "A transaction is of one scene, which is \"\(scene.name)\" here, and the call is of \"\(other.prefix(64))\". "
          + "Nothing was done.",
        [
          (name: "pointer", value: .string(named == nil ? "/params" : "/params/scene")),
          (name: "allowed", value: .strings([scene.name])),
        ]), at: "\(pointer)/params")
  }
}
