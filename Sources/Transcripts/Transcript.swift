/// A file of cases. `Protocol/transcripts/README.md` describes its form.
public struct Transcript: Sendable {
  /// The values that every run has: a method that the server answers, its parameters, its result.
  public static let givenValues: Set<String> = ["method", "params", "result"]

  /// The cases in the order in which they are run.
  public let cases: [TranscriptCase]

  /// Reads a file's text.
  ///
  /// - Throws: The first fault, with its line.
  public init(_ text: String) throws(TranscriptSyntaxError) {
    var reader = TranscriptReader()
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      // Some editors end lines with CR LF.
      let line = String(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes) ?? ""
      do throws(TranscriptSyntaxError) {
        try reader.read(line, number: index + 1)
      } catch {
        throw TranscriptSyntaxError(error.message, line: error.line ?? index + 1)
      }
    }
    cases = try reader.finish()
  }
}
