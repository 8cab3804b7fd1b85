import JSONText

/// The outcome of validating a text: "ok", or the error's word and offset.
func outcome(_ text: some Collection<UInt8>, depthLimit: Int = JSONScanner.defaultDepthLimit) -> String {
  Array(text).withUnsafeBytes { bytes in
    do throws(JSONSyntaxError) {
      try JSONScanner.validate(bytes, depthLimit: depthLimit)
      return "ok"
    } catch {
      return "\(error.kind.rawValue)@\(error.offset)"
    }
  }
}

func outcome(_ text: String, depthLimit: Int = JSONScanner.defaultDepthLimit) -> String {
  outcome(Array(text.utf8), depthLimit: depthLimit)
}
