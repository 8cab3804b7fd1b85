extension JSONWriter {
  /// Writes an integer.
  public mutating func integer(_ value: Int64) {
    beforeValue()
    digits(value.magnitude, isNegative: value < 0)
  }

  /// Writes an integer.
  public mutating func integer(_ value: UInt64) {
    beforeValue()
    digits(value, isNegative: false)
  }

  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: Int) { integer(Int64(value)) }

  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger & SignedInteger) { integer(Int64(value)) }

  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger & UnsignedInteger) { integer(UInt64(value)) }

  /// Writes a number in its shortest form that reads back as the same `Double`.
  ///
  /// Integral values up to 2^53 have no fraction (40, not 40.0), but for -0.0, whose sign would be lost. JSON has no NaN
  /// and no infinity: they are written as null.
  public mutating func number(_ value: Double) {
    guard value.isFinite else {
      null()
      return
    }
    beforeValue()
    if value.magnitude <= 0x1p53, value.rounded(.towardZero) == value, value.sign == .plus || value != 0 {
      digits(UInt64(value.magnitude), isNegative: value < 0)
      return
    }
    var text = value.description
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  private mutating func digits(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { append(UInt8(ascii: "-")) }
    if magnitude < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude))
      return
    }
    // 20 digits hold every 64-bit number.
    var text = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    var rest = magnitude
    while rest > 0 {
      start &-= 1
      text[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    text.span.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
