import Testing

@testable import FuzzTargets
@testable import SceneHosting

@Suite("The fuzzer's judge of answers")
struct AnswerJudgeTests {
  private static let input = Array(#"{"jsonrpc":"2.0","id":"a\u0062","method":"ping"}"#.utf8)

  private func fault(_ lines: String...) -> String? {
    do throws(Find) {
      try AnswerJudge.judge(lines.map { Array($0.utf8) }, to: Self.input)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test("it knows the notifications that the daemon sends")
  func events() {
    #expect(AnswerJudge.events == Set(NotificationTable.all.map(\.name)))
  }

  @Test(
    "answers and events are let pass",
    arguments: [
      #"{"jsonrpc":"2.0","id":"a\u0062","result":1e999}"#, #"{"jsonrpc":"2.0","id":2,"result":null}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":{}}}"#,
      #"[{"jsonrpc":"2.0","id":"a\u0062","result":[]},{"jsonrpc":"2.0","id":"a\u0062","result":{}}]"#,
      #"{"jsonrpc":"2.0","method":"trace","params":{}}"#,
    ])
  func right(line: String) { #expect(fault(line) == nil) }

  @Test(
    "what is no answer is found",
    arguments: [
      ("", "not JSON"), ("{}x", "not JSON"), (#"{"jsonrpc":"2.0"}"#, "one of result and error"), ("1", "no message"),
      (#"{"id":"a\u0062","result":1}"#, "version"), (#"{"jsonrpc":"2.0","result":1}"#, "without an id"),
      (#"{"jsonrpc":"2.0","id":"ab","result":1}"#, "id was not sent"),
      (#"{"jsonrpc":"2.0","id":3,"result":1}"#, "id was not sent"),
      (#"{"jsonrpc":"2.0","id":2,"result":1,"error":{"code":1,"message":"","data":{}}}"#, "one of result and error"),
      (#"{"jsonrpc":"2.0","id":2,"error":{"code":"1","message":"","data":{}}}"#, "code, message and data"),
      (#"{"jsonrpc":"2.0","id":2,"error":1}"#, "code, message and data"),
      (#"{"jsonrpc":"2.0","id":2,"result":1,"more":1}"#, "nothing else"), ("[]", "empty batch"), ("[1]", "holds what"),
      (#"[{"jsonrpc":"2.0","method":"trace","params":{}}]"#, "event in a batch"),
      (#"{"jsonrpc":"2.0","method":"trade","params":{}}"#, "unknown event"),
    ])
  func wrong(line: String, sentence: String) { #expect(fault(line)?.contains(sentence) == true) }

  @Test("more answers than lines are found")
  func tooMany() {
    let line = #"{"jsonrpc":"2.0","id":2,"result":1}"#
    #expect(fault(line, line) == "2 answers to 1 lines")
  }
}
