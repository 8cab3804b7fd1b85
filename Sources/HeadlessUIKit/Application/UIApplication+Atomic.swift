extension UIApplication {
  /// Runs several requests as one change: each `perform` inside settles the scene, and what all of them have changed gets one
  /// revision, at the end, also when the body throws. Inside a turn, or another change of this kind, it only runs the body.
  public func performAtomically<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !isInTurn, !holdsRevision else { return try body() }
    holdsRevision = true
    defer {
      holdsRevision = false
      commit()
      onSettle?(self)
    }
    return try body()
  }
}
