/// The levels of the protocol: whole numbers, one up with each release that adds to it. `getServerInfo` and `rpc.discover`
/// tell the daemon's own, and `rpc.discover` the one with which each method came.
///
/// What belongs to a level is frozen in `Protocol/api/LEVEL.json`, and tests hold every later daemon to it: methods,
/// parameters, result members, errors and notifications are added, never taken away or changed in what they mean.
///
/// With a release, `released` becomes `current`. The first change of a signature after that makes `current` one higher, gives
/// that number to methods and notifications that are new (`since:`), and lets `.ci/protocol` make the next file.
enum APILevel {
  /// The level that this source speaks. While it is above `released`, what is added belongs to it, and
  /// `.ci/protocol --refreeze` writes its file anew.
  static let current = 1
  /// The highest level that is released: its file and those below are never written again. 0: none is.
  static let released = 0
}
