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

/// A small generator with a seed, so that a failure can be had again (SplitMix64, a public-domain algorithm).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
