import Transcripts

extension TrafficMutation {
  /// All of them: what requests, waiting, transactions, clients and the state promise.
  package static let all: [TrafficMutation] = requests + answers + deltas + states

  private static func request(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    var mutation = TrafficMutation(name, rule)
    mutation.request = change
    return mutation
  }

  private static func messages(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree, inout Memory) -> [JSONTree]
  ) -> TrafficMutation {
    var mutation = TrafficMutation(name, rule)
    mutation.message = change
    return mutation
  }

  private static func message(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    messages(name, rule) { message, _ in [change(message)] }
  }

  private static func result(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    message(name, rule) { $0.changing("result", change) }
  }

  private static func errorData(
    _ name: String, _ rule: String, without member: String
  ) -> TrafficMutation {
    message(name, rule) { $0.changing("error") { $0.changing("data") { $0.removing(member) } } }
  }

  /// Never sends messages of a method.
  private static func silent(_ name: String, _ rule: String, about method: String) -> TrafficMutation {
    messages(name, rule) { message, _ in message["method"]?.string == method ? [] : [message] }
  }

  /// Sends some messages behind the next one of another kind.
  private static func late(
    _ name: String, _ rule: String, _ isHeld: @escaping @Sendable (JSONTree) -> Bool,
    until ends: @escaping @Sendable (JSONTree) -> Bool
  ) -> TrafficMutation {
    messages(name, rule) { message, memory in
      if isHeld(message) {
        memory.held.append(message)
        return []
      }
      guard ends(message) else { return [message] }
      defer { memory.held = [] }
      return [message] + memory.held
    }
  }

  // MARK: Requests

  private static let requests: [TrafficMutation] = [
    request("key-ignored", "key") { $0.changing("params") { $0.removing("key") } },
    request("if-revision-ignored", "revisionDiffers") { $0.changing("params") { $0.removing("ifRevision") } },
    request("since-ignored", "resumed") { $0.changing("params") { $0.removing("since") } },
    request("detail-ignored", "detail") { $0.changing("params") { $0.removing("detail") } },
    request("timeout-ignored", "waitTimedOut") { $0.changing("params") { $0.removing("timeout") } },
  ]

  // MARK: Answers

  private static let answers: [TrafficMutation] = [
    late("wait-answered-after-its-cause", "wait", { $0["result"]?["node"] != nil }, until: { _ in true }),
    late(
      "cancel-answered-first", "cancel", { $0.code == "1020" },
      until: { $0["result"]?["cancelled"] != nil }),
    late(
      "sync-overtakes-events", "sync", { $0["method"]?.string == "trace" }, until: { $0["method"] == nil }),
    errorData("pending-left-out", "waitTimedOut", without: "pending"),
    errorData("closest-left-out", "waitTimedOut", without: "closest"),
    errorData("applied-left-out", "transactionStopped", without: "applied"),
    message("cause-of-a-stop-without-pointer", "transactionStopped") { message in
      message.changing("error") { error in
        error.changing("data") { $0.changing("cause") { $0.changing("data") { $0.removing("pointer") } } }
      }
    },
    result("a-revision-for-each-call", "transaction") { result in
      result.changing("results") { results in
        .array((results.elements ?? []).enumerated().map { $1.changing("revision") { $0.adding(1) } })
      }
    },
    result("streams-left-out", "listClients") { result in
      result.changing("clients") { .array(($0.elements ?? []).map { $0.setting("streams", .array([])) }) }
    },
    silent("no-goodbye", "disconnectClient", about: "goodbye"),
  ]

  // MARK: Deltas

  private static func delta(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    message(name, rule) { message in
      message["method"]?.string == "delta" ? message.changing("params", change) : message
    }
  }

  /// Changes what a delta says of each node that it names.
  private static func nodes(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    delta(name, rule) { $0.changing("nodes") { $0.mapValues(change) } }
  }

  private static let deltas: [TrafficMutation] = [
    messages("delta-lost", "delta-chain") { message, memory in
      guard message["method"]?.string == "delta" else { return [message] }
      memory.count += 1
      return memory.count.isMultiple(of: 2) ? [] : [message]
    },
    messages("delta-twice", "delta-order") { message, _ in
      message["method"]?.string == "delta" ? [message, message] : [message]
    },
    late(
      "delta-after-answer", "delta-order", { $0["method"]?.string == "delta" }, until: { $0["method"] == nil }),
    messages("empty-delta-left-out", "delta-empty") { message, _ in
      message["params"]?["nodes"]?.members.isEmpty == true ? [] : [message]
    },
    delta("cause-forgotten", "cause") { $0.removing("cause") },
    delta("cause-is-always-a-request", "cause") { $0.changing("cause") { $0.setting("kind", .string("request")) } },
    delta("id-of-cause-as-string", "cause") { delta in
      delta.changing("cause") { $0.changing("id") { .string($0.text) } }
    },
    delta("from-of-narrow-delta-is-the-last-revision", "narrow") { delta in
      delta["to"].map { delta.setting("from", $0.adding(-1)) } ?? delta
    },
    delta("focus-forgotten", "focus") { $0.setting("focus", .null) },
    delta("root-that-goes-not-told", "root") { $0.removing("root") },
    nodes("unset-forgotten", "delta-unset") { $0.removing("unset") },
    nodes("null-deletes", "delta-null") { node in
      guard let set = node["set"]?.members else { return node }
      let (nulls, others) = (set.filter { $0.value.kind == "null" }, set.filter { $0.value.kind != "null" })
      guard !nulls.isEmpty else { return node }
      let names = nulls.map { JSONTree.string($0.name) }
      return node.setting("set", .object(others)).setting("unset", .array(names + (node["unset"]?.elements ?? [])))
    },
    nodes("children-order-reversed", "delta-children") { node in
      node.changing("children") { $0.elements.map { .array($0.reversed()) } ?? $0 }
    },
    nodes("new-node-as-set", "delta-new") { node in
      node["new"].map { node.removing("new").setting("set", $0) } ?? node
    },
    nodes("set-node-as-new", "delta-set") { node in
      node["set"].map { node.removing("set").setting("new", $0) } ?? node
    },
  ]

  // MARK: What is answered to subscribe, and scenes

  /// Changes what is said of each scene in the answer to `subscribe`.
  private static func scenes(
    _ name: String, _ rule: String, _ change: @escaping @Sendable (JSONTree) -> JSONTree
  ) -> TrafficMutation {
    result(name, rule) { result in
      guard result["subscription"] != nil else { return result }
      return result.changing("scenes") { .array(($0.elements ?? []).map(change)) }
    }
  }

  private static let states: [TrafficMutation] = [
    scenes("snapshot-of-older-revision", "snapshot") { $0.changing("revision") { $0.adding(-1) } },
    scenes("snapshot-without-its-last-node", "snapshot") { scene in
      scene.changing("state") { $0.changing("nodes") { .object(Array($0.members.dropLast())) } }
    },
    scenes("resumed-without-deltas", "resumed") { scene in
      scene.changing("state") { $0.changing("deltas") { _ in .array([]) } }
    },
    scenes("resumed-backwards", "resumed") { scene in
      scene.changing("state") { $0.changing("deltas") { .array(($0.elements ?? []).reversed()) } }
    },
    scenes("snapshot-without-reason", "resumed") { $0.changing("state") { $0.removing("reason") } },
    scenes("child-count-left-out", "depth") { scene in
      scene.changing("state") { $0.changing("nodes") { $0.mapValues { $0.removing("childCount") } } }
    },
    scenes("all-fields", "fields") { scene in
      scene.changing("state") { $0.changing("nodes") { $0.mapValues { $0.setting("role", .string("pane")) } } }
    },
    result("stream-of-each-client", "shared") { result in
      let client = result["client"]?.string ?? ""
      return result.changing("scenes") { scenes in
        .array(
          (scenes.elements ?? []).map { scene in
            scene.changing("state") { $0.changing("stream") { .string("\($0.string ?? "") of \(client)") } }
          })
      }
    },
    silent("opened-scene-not-told", "sceneOpened", about: "sceneOpened"),
    silent("closed-scene-not-told", "sceneClosed", about: "sceneClosed"),
    silent("opened-scene-without-state", "resync", about: "resync"),
    message("resync-without-what-was-merged", "fellBehind") { message in
      message["method"]?.string == "resync" ? message.changing("params") { $0.removing("merged") } : message
    },
    silent("lost-not-told", "lost", about: "lost"),
  ]
}
