/// What is wrong with the header of a message. Lines of a header are counted from 1.
public enum HeaderFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line does not end with CR LF, or has a CR within.
  case lineEnd(line: Int)
  /// A line has no colon.
  case noColon(line: Int)
  /// What stands before the colon is not a name.
  case badName(line: Int)
  /// `Content-Length` is something other than decimal digits.
  case lengthNotDecimal(line: Int)
  /// There is a second `Content-Length`.
  case lengthRepeated(line: Int)
  /// The header has ended without a `Content-Length`.
  case lengthMissing
  /// The header has more bytes than `limit`.
  case tooLong(limit: Int)
  /// The stream has ended inside the header.
  case endsInHeader
  /// The stream has ended after `got` of the `length` bytes that the header promised.
  case endsInBody(length: Int, got: Int)

  /// A stable word for programs.
  public var cause: String {
    switch self {
    case .lineEnd: "lineEnd"
    case .noColon: "noColon"
    case .badName: "badName"
    case .lengthNotDecimal: "lengthNotDecimal"
    case .lengthRepeated: "lengthRepeated"
    case .lengthMissing: "lengthMissing"
    case .tooLong: "tooLong"
    case .endsInHeader: "endsInHeader"
    case .endsInBody: "endsInBody"
    }
  }

  /// What is wrong and where, without a full stop.
  public var description: String {
    switch self {
    case .lineEnd(let line): "line \(line) of the header must end with CR LF, and hold neither of them before"
    case .noColon(let line): "line \(line) of the header has no colon"
    case .badName(let line): "line \(line) of the header has no valid name before its colon"
    case .lengthNotDecimal(let line): "Content-Length in line \(line) of the header is not a decimal number"
    case .lengthRepeated(let line): "line \(line) of the header is a second Content-Length"
    case .lengthMissing: "the header has no Content-Length"
    case .tooLong(let limit): "the header has more than the \(limit) bytes that are allowed"
    case .endsInHeader: "the stream ended inside the header"
    case .endsInBody(let length, let got): "Content-Length is \(length), but the stream ended after \(got) bytes"
    }
  }

  /// The members that the fault adds to an error's `data`.
  var details: [(name: String, value: ErrorDetail)] {
    switch self {
    case .lineEnd(let line), .noColon(let line), .badName(let line), .lengthNotDecimal(let line),
      .lengthRepeated(let line):
      [(name: "headerLine", value: .integer(line))]
    case .tooLong(let limit): JSONRPCError.limitDetails("header", limit)
    case .endsInBody(let length, let got):
      [(name: "expected", value: .integer(length)), (name: "got", value: .integer(got))]
    case .lengthMissing, .endsInHeader: []
    }
  }
}
