/// The figures of a run, for a person or for a program.
struct Report {
  var method: String
  var connections: Int
  var rounds: Int
  var seconds: Double
  var answerBytes: Int
  /// What the system says about itself, when the run begins and when it ends: figures of a busy machine are noisy.
  var loadAverages: [Double]
  /// One for each depth.
  var comparisons: [Comparison]

  // MARK: JSON

  /// One line of JSON. Names and numbers only, so that nothing needs an escape; the method is left out.
  var json: String {
    Self.object([
      ("connections", "\(connections)"), ("rounds", "\(rounds)"), ("secondsPerRound", "\(seconds)"),
      ("answerBytes", "\(answerBytes)"), ("loadAverages", Self.array(loadAverages.map { "\($0)" })),
      ("depths", Self.array(comparisons.map(Self.json))),
    ])
  }

  private static func json(_ comparison: Comparison) -> String {
    let servers = comparison.names.enumerated().map { index, name in
      let figures: [(String, (Comparison.Sample) -> Double?)] = [
        ("answersPerSecond", { $0.answersPerSecond }), ("p50Microseconds", { $0.p50 }),
        ("p99Microseconds", { $0.p99 }), ("serverMicrosecondsPerAnswer", { $0.serverMicroseconds }),
        ("serverShare", { $0.serverShare }), ("generatorShare", { $0.generatorShare }),
      ]
      let medians = figures.map { key, figure in
        (key, comparison.median(index, figure).map { rounded($0, 1000) } ?? "null")
      }
      let rounds = comparison.samples[index].map { rounded($0.answersPerSecond, 1) }
      return (name, object(medians + [("everyRound", array(rounds))]))
    }
    let ratios = comparison.ratios.map { ratio in
      (
        ratio.name,
        object([
          ("median", rounded(ratio.median, 1000)), ("lowest", rounded(ratio.lowest, 1000)),
          ("highest", rounded(ratio.highest, 1000)),
          ("processor", ratio.processor.map { rounded($0, 1000) } ?? "null"),
        ])
      )
    }
    return object([("depth", "\(comparison.depth)"), ("servers", object(servers)), ("ratios", object(ratios))])
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  // MARK: Text

  /// Some lines of text, without the last LF.
  var text: String {
    let round = "\(rounds) round\(rounds == 1 ? "" : "s") of \(seconds) s each"
    let load = loadAverages.map { "\($0)" }.joined(separator: ", then ")
    let head = "\(method): \(connections) connections, \(round), answers of \(answerBytes) bytes, load average \(load)"
    return ([head] + comparisons.flatMap(Self.lines)).joined(separator: "\n")
  }

  private static func lines(_ comparison: Comparison) -> [String] {
    var lines = ["depth \(comparison.depth)"]
    for (index, name) in comparison.names.enumerated() {
      func column(_ width: Int, _ figure: (Comparison.Sample) -> Double?, _ steps: Double = 100) -> String {
        padded(comparison.median(index, figure).map { rounded($0, steps) } ?? "?", width)
      }
      lines.append(
        "  " + name + String(repeating: " ", count: max(0, 16 - name.count))
          + column(8, { $0.answersPerSecond }, 1) + " answers/s, p50 " + column(7, { $0.p50 }, 10)
          + " us, p99 " + column(7, { $0.p99 }, 10) + " us, " + column(5, { $0.serverMicroseconds })
          + " us of processor an answer; busy: server " + column(4, { $0.serverShare })
          + ", load generator " + column(4, { $0.generatorShare }))
    }
    for ratio in comparison.ratios {
      lines.append(
        "  \(ratio.name) \(rounded(ratio.median, 1000)) "
          + "(\(rounded(ratio.lowest, 1000)) to \(rounded(ratio.highest, 1000))); "
          + "by processor time \(ratio.processor.map { rounded($0, 1000) } ?? "?")")
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Rounded to the nearest of so many steps in a unit: 100 is two digits after the point, 1 is none.
  static func rounded(_ value: Double, _ steps: Double) -> String {
    let nearest = (value * steps).rounded() / steps
    return steps == 1 ? "\(Int64(nearest))" : "\(nearest)"
  }
}
