/// nst/JSONTestSuite, when it lies beside the checkout.
package enum JSONTestSuite {
  /// One of its texts.
  package struct File: Sendable {
    package let name: String
    package let bytes: [UInt8]

    /// Whether it is a line: a line feed at its very end is the line's own.
    package var isLine: Bool { !bytes.dropLast().contains(UInt8(ascii: "\n")) }

    /// Whether there is nothing in it but white space, which framers skip.
    package var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
  }

  /// What a skipped test says.
  package static let absence: String = "skipped: there is no ../shared/corpora/JSONTestSuite beside the checkout"

  private static let folder = Checkout.path + "/../shared/corpora/JSONTestSuite"

  /// All texts, sorted by name; none where the folder is not there.
  package static let files: [File] = Checkout.names(in: folder).filter { $0.hasSuffix(".json") }.compactMap { name in
    Checkout.contents(of: "\(folder)/\(name)").map { File(name: name, bytes: $0) }
  }

  package static var isPresent: Bool { !files.isEmpty }

  /// The texts of a sort: `y_` is to be accepted, `n_` refused, `i_` either.
  package static func files(_ prefix: String) -> [File] { files.filter { $0.name.hasPrefix(prefix) } }

  /// The two `y_` texts that are refused by choice: a name stands twice.
  package static let refusedByChoice: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// The `i_` texts that are accepted: numbers of any size are JSON. All other ones are refused.
  package static let acceptedByChoice: Set<String> = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json",
  ]

  /// Whether a text is JSON for us.
  package static func isAccepted(_ name: String) -> Bool {
    if name.hasPrefix("y_") { return !refusedByChoice.contains(name) }
    return name.hasPrefix("i_") && acceptedByChoice.contains(name)
  }
}
