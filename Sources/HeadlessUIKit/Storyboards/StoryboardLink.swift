/// Which scene of which storyboard a controller was made from, and what its segues have embedded.
struct StoryboardLink {
  let storyboard: UIStoryboard
  let scene: StoryboardDefinition.Scene
  /// The children of the embed segues, by the segue's place in the scene. Weak: the parent's `children` holds them.
  var embedded: [Int: SceneContext.WeakReference<UIViewController>] = [:]

  init(storyboard: UIStoryboard, scene: StoryboardDefinition.Scene) {
    self.storyboard = storyboard
    self.scene = scene
  }
}
