import CJansson

/// What Jansson itself says of a text, by its own error code; nothing of ours is between.
package enum JanssonVerdict: Equatable {
  case accepted
  case nullInName
  case numberRange
  /// With the number of Jansson's error code.
  case refused(Int)

  package init(_ text: UnsafeRawBufferPointer) {
    var error = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    guard let base = text.baseAddress else {
      self = .refused(-1)
      return
    }
    if let tree = json_loadb(base.assumingMemoryBound(to: CChar.self), text.count, Int(flags), &error) {
      json_decref(tree)
      self = .accepted
      return
    }
    // As the header's `json_error_code` does: the code is the last byte of the error's text.
    let code = withUnsafeBytes(of: &error.text) { Int($0.last ?? 0) }
    switch code {
    case Int(json_error_null_byte_in_key.rawValue): self = .nullInName
    case Int(json_error_numeric_overflow.rawValue): self = .numberRange
    default: self = .refused(code)
    }
  }
}
