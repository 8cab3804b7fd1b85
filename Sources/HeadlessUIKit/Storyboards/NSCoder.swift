/// What `init?(coder:)` of a controller is made from: here a storyboard's scene.
///
/// There are no archives here: nothing can be read out of it by key. Subclasses pass it on to `super.init(coder:)`.
@MainActor
open class NSCoder {
  /// Where the object comes from; nil: the coder was made by hand and describes nothing.
  let link: StoryboardLink?

  /// A coder that describes nothing: a controller that is made from it is one without a storyboard.
  public init() { link = nil }

  init(_ link: StoryboardLink) { self.link = link }
}
