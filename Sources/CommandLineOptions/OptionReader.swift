import CLinux
import Glibc

/// One call of `getopt_long` after the other, over a copy of the arguments in C's form.
@MainActor
struct OptionReader {
  /// Above all letters, so that a value says whether a long option or a letter was read.
  private static let firstLongValue: Int32 = 1000

  private let table: CommandLineTable
  private let arguments: [String]
  private var parsed = ParsedCommandLine()
  private var isHelp = false
  private var isVersion = false

  init(table: CommandLineTable, arguments: [String]) {
    self.table = table
    self.arguments = arguments
  }

  mutating func read() throws(CommandLineError) -> ParsedCommandLine {
    var vector: [UnsafeMutablePointer<CChar>?] = ([table.program] + arguments).map { strdup($0) }
    let count = Int32(clamping: vector.count)
    vector.append(nil)
    // getopt_long reorders the vector, but frees and adds nothing.
    let owned = vector
    defer { owned.forEach { free($0) } }
    let names = table.options.map { strdup($0.name) }
    defer { names.forEach { free($0) } }
    var long = zip(table.options, names).enumerated().map { index, entry in
      CLinux.option(
        name: UnsafePointer(entry.1), has_arg: entry.0.argument == nil ? no_argument : required_argument, flag: nil,
        val: Self.firstLongValue + Int32(index))
    }
    long.append(CLinux.option(name: nil, has_arg: 0, flag: nil, val: 0))

    linux_options_reset()
    loop: while true {
      switch getopt_long(count, &vector, letters, long, nil) {
      case -1: break loop
      case Int32(UInt8(ascii: "?")), Int32(UInt8(ascii: ":")): throw mistake(in: vector)
      case let value: try take(value)
      }
    }
    parsed.rest = vector[Int(linux_option_index())...].compactMap { $0.map { String(cString: $0) } }
    // A line that asks for both gets the help.
    parsed.request = isHelp ? .help : isVersion ? .version : .run
    return parsed
  }

  /// The letters as getopt wants them. The colon in front makes it tell a missing argument from an unknown option.
  private var letters: String {
    table.options.reduce(into: ":") { letters, option in
      guard let letter = option.letter else { return }
      letters.append(letter)
      if option.argument != nil { letters.append(":") }
    }
  }

  private mutating func take(_ value: Int32) throws(CommandLineError) {
    guard let option = option(for: value) else { return }
    switch option.name {
    case "help": isHelp = true
    case "version": isVersion = true
    default:
      guard option.isRepeatable || !parsed.has(option.name) else {
        throw error(.repeatedOption, "option --\(option.name) was given twice; it counts once")
      }
      let argument = option.argument == nil ? nil : linux_option_argument().map { String(cString: $0) }
      parsed.occurrences.append(ParsedCommandLine.Occurrence(name: option.name, value: argument))
    }
  }

  /// What getopt_long has just refused; it says only which word or letter it was.
  private func mistake(in vector: [UnsafeMutablePointer<CChar>?]) -> CommandLineError {
    let offender = linux_option_offender()
    let index = Int(linux_option_index()) - 1
    let word = vector.indices.contains(index) ? vector[index].map { String(cString: $0) } ?? "" : ""
    if let option = option(for: offender) {
      if let argument = option.argument {
        return error(.missingArgument, "option \(spelling(option, offender)) needs an argument, \(argument)")
      }
      return error(.extraneousArgument, "option --\(option.name) takes no argument: \(word)")
    }
    if offender != 0 {
      let letter = UInt8(exactly: offender).map { String(decoding: [$0], as: UTF8.self) } ?? "?"
      return error(.unknownOption, "unknown option -\(letter)")
    }
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let candidates = table.options.filter { $0.name.hasPrefix(name) }.map { "--\($0.name)" }
    if candidates.count > 1 {
      return error(.ambiguousOption, "option --\(name) is ambiguous: \(candidates.joined(separator: ", "))")
    }
    guard let nearest = Self.nearest(to: name, in: table.options.map(\.name)) else {
      return error(.unknownOption, "unknown option --\(name)")
    }
    return error(.unknownOption, "unknown option --\(name); did you mean --\(nearest)?")
  }

  private func option(for value: Int32) -> CommandLineOption? {
    if value >= Self.firstLongValue {
      let index = Int(value - Self.firstLongValue)
      return table.options.indices.contains(index) ? table.options[index] : nil
    }
    return table.options.first { $0.letter?.asciiValue.map { Int32($0) } == value }
  }

  private func spelling(_ option: CommandLineOption, _ value: Int32) -> String {
    guard value < Self.firstLongValue, let letter = option.letter else { return "--\(option.name)" }
    return "-\(letter)"
  }

  private func error(_ reason: CommandLineError.Reason, _ complaint: String) -> CommandLineError {
    CommandLineError(reason: reason, message: table.errorText(complaint))
  }

  // MARK: Did you mean

  /// The name that the fewest slips turn into the given one; nil when more than a third of it would be slips.
  private static func nearest(to name: String, in names: [String]) -> String? {
    let scored = names.map { (name: $0, slips: slips(Array(name.utf8), Array($0.utf8))) }
    guard let best = scored.min(by: { $0.slips < $1.slips }), best.slips * 3 <= max(name.utf8.count, 3) else {
      return nil
    }
    return best.name
  }

  /// How many letters were left out, added, replaced, or swapped with their neighbour.
  private static func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = [[Int]](repeating: Array(0...right.count), count: left.count + 1)
    for row in 0...left.count { table[row][0] = row }
    for row in left.indices {
      for column in right.indices {
        let replaced = table[row][column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = best
      }
    }
    return table[left.count][right.count]
  }
}
