/// What has caused a change of a scene.
enum ChangeCause: String, CaseIterable {
  /// A client's request.
  case request
  /// A timer of the scene, or the end of an animation.
  case clock
  /// A task of the application's own.
  case task
}
