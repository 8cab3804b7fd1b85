/// Puts a new value in a place and gives the old one back.
///
/// An assignment releases the old value while the place is still being written. What its `deinit` sets off must not read
/// the place then; with this it is released by the caller, after the access has ended.
@discardableResult
func exchange<Value>(_ place: inout Value, with new: Value) -> Value {
  let old = place
  place = new
  return old
}
