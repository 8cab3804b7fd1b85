/// Writing JSON Pointers (RFC 6901).
public enum JSONPointer {
  /// A member's name as one step of a pointer: `~` becomes `~0`, `/` becomes `~1`.
  public static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
    var step = ""
    for character in name.unicodeScalars {
      switch character {
      case "~": step += "~0"
      case "/": step += "~1"
      default: step.unicodeScalars.append(character)
      }
    }
    return step
  }

  /// The pointer to a member of what `parent` points to. The whole document is "".
  public static func appending(_ name: String, to parent: String) -> String {
    "\(parent)/\(escaped(name))"
  }

  /// The pointer to an element of what `parent` points to.
  public static func appending(_ index: Int, to parent: String) -> String {
    "\(parent)/\(index)"
  }
}
