/// What a fuzzer has found.
struct Find: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
