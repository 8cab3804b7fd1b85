import ConformanceSupport
import JSONText
import Testing

@Suite(
  "JSONTestSuite",
  .enabled(if: JSONTestSuite.isPresent, Comment(rawValue: JSONTestSuite.absence)))
struct JSONTestSuiteTests {
  @Test("y_: all are accepted but the two with equal names, which we refuse by choice")
  func accepted() {
    let files = JSONTestSuite.files("y_")
    #expect(files.count == 95)
    for file in files {
      let refusedByChoice = JSONTestSuite.refusedByChoice.contains(file.name)
      #expect(outcome(file.bytes).hasPrefix(refusedByChoice ? "duplicateKey@" : "ok"), "\(file.name)")
    }
  }

  @Test("n_: all are refused")
  func refused() {
    let files = JSONTestSuite.files("n_")
    #expect(files.count == 188)
    for file in files { #expect(outcome(file.bytes) != "ok", "\(file.name)") }
  }

  @Test("i_: our choice for each: numbers of any size pass the scanner, all else is refused")
  func chosen() {
    let files = JSONTestSuite.files("i_")
    #expect(files.count == 35)
    var choices: [String: String] = [:]
    for file in files { choices[String(file.name.dropFirst(2).dropLast(5))] = outcome(file.bytes) }
    #expect(choices == Self.choices)
    #expect(Set(choices.filter { $0.value == "ok" }.map { "i_\($0.key).json" }) == JSONTestSuite.acceptedByChoice)
  }

  @Test("values: what the scanner accepts is read by Jansson, but for numbers out of its range")
  func values() {
    var refused: [String: String] = [:]
    for file in JSONTestSuite.files("y_") + JSONTestSuite.files("i_") where outcome(file.bytes) == "ok" {
      file.bytes.withUnsafeBytes { bytes in
        do throws(JSONValueError) {
          _ = try JSONDocument(parsing: bytes)
        } catch {
          refused[file.name] = "\(error.reason) \(error.pointer)"
        }
      }
    }
    #expect(refused == Self.refusedValues)
  }

  private static let refusedValues = [
    "i_number_huge_exp.json": "realOutOfRange /0",
    "i_number_neg_int_huge_exp.json": "realOutOfRange /0",
    "i_number_pos_double_huge_exp.json": "realOutOfRange /0",
    "i_number_real_neg_overflow.json": "realOutOfRange /0",
    "i_number_real_pos_overflow.json": "realOutOfRange /0",
    "i_number_too_big_neg_int.json": "integerOutOfRange /0",
    "i_number_too_big_pos_int.json": "integerOutOfRange /0",
    "i_number_very_big_negative_int.json": "integerOutOfRange /0",
    "y_object_escaped_null_in_key.json": "nullCharacterInKey ",
  ]

  private static let choices = [
    "number_double_huge_neg_exp": "ok",
    "number_huge_exp": "ok",
    "number_neg_int_huge_exp": "ok",
    "number_pos_double_huge_exp": "ok",
    "number_real_neg_overflow": "ok",
    "number_real_pos_overflow": "ok",
    "number_real_underflow": "ok",
    "number_too_big_neg_int": "ok",
    "number_too_big_pos_int": "ok",
    "number_very_big_negative_int": "ok",
    "object_key_lone_2nd_surrogate": "loneSurrogate@2",
    "string_1st_surrogate_but_2nd_missing": "loneSurrogate@2",
    "string_1st_valid_surrogate_2nd_invalid": "loneSurrogate@2",
    "string_UTF-16LE_with_BOM": "unexpectedCharacter@0",
    "string_UTF-8_invalid_sequence": "invalidUTF8@7",
    "string_UTF8_surrogate_U+D800": "invalidUTF8@2",
    "string_incomplete_surrogate_and_escape_valid": "loneSurrogate@2",
    "string_incomplete_surrogate_pair": "loneSurrogate@2",
    "string_incomplete_surrogates_escape_valid": "loneSurrogate@2",
    "string_invalid_lonely_surrogate": "loneSurrogate@2",
    "string_invalid_surrogate": "loneSurrogate@2",
    "string_invalid_utf-8": "invalidUTF8@2",
    "string_inverted_surrogates_U+1D11E": "loneSurrogate@2",
    "string_iso_latin_1": "invalidUTF8@2",
    "string_lone_second_surrogate": "loneSurrogate@2",
    "string_lone_utf8_continuation_byte": "invalidUTF8@2",
    "string_not_in_unicode_range": "invalidUTF8@2",
    "string_overlong_sequence_2_bytes": "invalidUTF8@2",
    "string_overlong_sequence_6_bytes": "invalidUTF8@2",
    "string_overlong_sequence_6_bytes_null": "invalidUTF8@2",
    "string_truncated-utf-8": "invalidUTF8@2",
    "string_utf16BE_no_BOM": "controlCharacter@0",
    "string_utf16LE_no_BOM": "controlCharacter@1",
    "structure_500_nested_arrays": "tooDeep@64",
    "structure_UTF-8_BOM_empty_object": "byteOrderMark@0",
  ]
}
