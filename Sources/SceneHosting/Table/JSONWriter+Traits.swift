import HeadlessUIKit
import JSONText

extension JSONWriter {
  /// A collection of traits, each as a word.
  mutating func traits(_ traits: UITraitCollection) {
    beginObject()
    key("userInterfaceIdiom")
    string(traits.userInterfaceIdiom.name)
    key("horizontalSizeClass")
    string(traits.horizontalSizeClass.name)
    key("verticalSizeClass")
    string(traits.verticalSizeClass.name)
    key("userInterfaceStyle")
    string(traits.userInterfaceStyle.name)
    key("layoutDirection")
    string(traits.layoutDirection.name)
    endObject()
  }

  /// Width and height, in points.
  mutating func size(_ size: CGSize) {
    beginArray()
    number(size.width)
    number(size.height)
    endArray()
  }

  /// The argument of a callback of rotation, size or traits, as a member named by its kind.
  mutating func change(_ change: TraceEvent.Change) {
    switch change {
    case .orientation(let orientation):
      key("orientation")
      string(orientation.name)
    case .size(let size):
      key("size")
      self.size(size)
    case .traits(let traits):
      key("traits")
      self.traits(traits)
    }
  }
}
