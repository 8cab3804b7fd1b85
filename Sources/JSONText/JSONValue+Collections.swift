internal import CJansson

extension JSONValue {
  /// The number of elements or members; 0 for other kinds.
  public var count: Int {
    switch node.pointee.type {
    case JSON_ARRAY: json_array_size(node)
    case JSON_OBJECT: json_object_size(node)
    default: 0
    }
  }

  /// An element of an array; nil outside its bounds and for other kinds.
  public subscript(index: Int) -> JSONValue? {
    guard index >= 0, let element = json_array_get(node, index) else { return nil }
    return JSONValue(document: document, node: element)
  }

  /// A member of an object; nil when it has none of this name and for other kinds.
  public subscript(name: StaticString) -> JSONValue? {
    guard name.hasPointerRepresentation else { return self[name.description] }
    return UnsafeRawPointer(name.utf8Start).withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
      member($0, count: name.utf8CodeUnitCount)
    }
  }

  /// A member of an object; nil when it has none of this name and for other kinds.
  @_disfavoredOverload
  public subscript(name: String) -> JSONValue? {
    var name = name
    return name.withUTF8 { name in
      guard let base = name.baseAddress else { return member("", count: 0) }
      return UnsafeRawPointer(base).withMemoryRebound(to: CChar.self, capacity: name.count) {
        member($0, count: name.count)
      }
    }
  }

  private func member(_ name: UnsafePointer<CChar>, count: Int) -> JSONValue? {
    guard let member = json_object_getn(node, name, count) else { return nil }
    return JSONValue(document: document, node: member)
  }

  /// The elements of an array, in order; empty for other kinds.
  public var elements: Elements { Elements(value: self) }

  /// The members of an object, in the order of the text; empty for other kinds.
  public var members: Members { Members(value: self) }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol {
    private let value: JSONValue
    private var index = 0

    init(value: JSONValue) { self.value = value }

    /// The next element.
    public mutating func next() -> JSONValue? {
      defer { index += 1 }
      return value[index]
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol {
    private let value: JSONValue
    private var place: UnsafeMutableRawPointer?

    init(value: JSONValue) {
      self.value = value
      place = json_object_iter(value.node)
    }

    /// The next member.
    public mutating func next() -> (name: String, value: JSONValue)? {
      guard let place, let name = json_object_iter_key(place), let member = json_object_iter_value(place) else {
        return nil
      }
      let bytes = UnsafeRawBufferPointer(start: name, count: json_object_iter_key_len(place))
      self.place = json_object_iter_next(value.node, place)
      return (String(decoding: bytes, as: UTF8.self), JSONValue(document: value.document, node: member))
    }
  }
}
