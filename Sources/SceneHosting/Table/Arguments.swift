import HeadlessUIKit
import JSONRPCCore
import JSONText

/// The parameters of one call: checked against the method's table before anything is done.
struct Arguments {
  private let parameters: [Parameter]
  /// By position in `parameters`; empty when none were given.
  private let values: [JSONValue?]
  private let isByPosition: Bool

  /// Reads the parameters of a request, by name or by position.
  ///
  /// - Throws: -32602 for an unknown name, a missing one, one too many, or a value of another kind.
  @MainActor
  init(_ request: borrowing Request, _ method: Method) throws(JSONRPCError) {
    try self.init(request.parseParameters()?.root, method.parameters, method.requiredCount, at: "/params")
  }

  /// Reads the parameters of a call inside of a request, which has no safeguards of its own.
  ///
  /// - Parameters:
  ///   - params: An object or an array; nil when there are none.
  ///   - base: The JSON Pointer of the parameters.
  /// - Throws: As for a request, with pointers from there.
  @MainActor
  init(_ params: JSONValue?, _ method: Method, at base: String) throws(JSONRPCError) {
    try self.init(params, method.ownParameters, method.requiredCount, at: base)
  }

  private init(
    _ root: JSONValue?, _ parameters: [Parameter], _ requiredCount: Int, at base: String
  ) throws(JSONRPCError) {
    self.parameters = parameters
    guard let root else {
      values = []
      isByPosition = false
      try Self.requireAll(parameters[..<requiredCount], values: [], at: base)
      return
    }
    isByPosition = root.kind == .array
    values = isByPosition ? try Self.byPosition(root, parameters, base) : try Self.byName(root, parameters, base)
    try Self.requireAll(parameters[..<requiredCount], values: values, at: base)
  }

  private static func byPosition(
    _ root: JSONValue, _ parameters: [Parameter], _ base: String
  ) throws(JSONRPCError) -> [JSONValue?] {
    guard root.count <= parameters.count else {
      let names = parameters.map(\.name).joined(separator: ", ")
      let taken = parameters.isEmpty ? "none" : "\(parameters.count) at most: \(names)"
      throw .invalidParams(
        reason: "tooManyParameters",
        message: "Invalid params: \(root.count) were given, the method takes \(taken).",
        pointer: JSONPointer.appending(parameters.count, to: base),
        details: [
          (name: "limit", value: .integer(parameters.count)), (name: "got", value: .integer(root.count)),
          (name: "allowed", value: .strings(parameters.map(\.name))),
        ])
    }
    var values = [JSONValue?](repeating: nil, count: parameters.count)
    for (index, value) in root.elements.enumerated() {
      values[index] = try checked(value, parameters[index], pointer: JSONPointer.appending(index, to: base))
    }
    return values
  }

  private static func byName(
    _ root: JSONValue, _ parameters: [Parameter], _ base: String
  ) throws(JSONRPCError) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: parameters.count)
    for (name, value) in root.members {
      // A name is sent back by its beginning.
      let pointer = JSONPointer.appending(String(name.prefix(64)), to: base)
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        throw unknown(name, parameters.map(\.name), pointer: pointer)
      }
      values[index] = try checked(value, parameters[index], pointer: pointer)
    }
    return values
  }

  static func unknown(_ name: String, _ allowed: [String], pointer: String) -> JSONRPCError {
    let nearest = SpellingHint.nearest(to: name, in: allowed)
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "allowed: \(allowed.joined(separator: ", "))."
    let error = JSONRPCError.invalidParams(
      reason: "unknownParameter",
      message: "Invalid params: there is no \"\(name.prefix(64))\"; "
        + (allowed.isEmpty ? "the method takes none." : hint),
      pointer: pointer,
      details: [
        (name: "parameter", value: .string(String(name.prefix(64)))), (name: "allowed", value: .strings(allowed)),
      ])
    return nearest.map { error.adding("nearest", .string($0)) } ?? error
  }

  private static func checked(
    _ value: JSONValue, _ parameter: Parameter, pointer: String
  ) throws(JSONRPCError) -> JSONValue? {
    if value.isNull, !parameter.isRequired { return nil }
    guard parameter.schema.accepts(value) else {
      if case .array(let element) = parameter.schema, value.kind == .array,
        let wrong = value.elements.enumerated().first(where: { !element.accepts($0.element) })
      {
        throw wrongElement(wrong.element, at: wrong.offset, element, of: parameter, pointer: pointer)
      }
      if case .object(let properties) = parameter.schema, let wrong = wrongMember(of: value, properties) {
        throw wrongMember(wrong.name, wrong.value, wrong.schema, of: parameter, pointer: pointer)
      }
      throw .invalidParams(
        reason: "wrongValue",
        message: "Invalid params: \"\(parameter.name)\" must be \(parameter.schema.expectation); got \(value.summary).",
        pointer: pointer,
        details: [
          (name: "expected", value: .string(parameter.schema.expectation)),
          (name: "got", value: .string(value.summary)),
        ])
    }
    return value
  }

  private static func wrongMember(
    of value: JSONValue, _ properties: [Schema.Property]
  ) -> (name: String, value: JSONValue, schema: Schema)? {
    for property in properties {
      guard let member = value[property.name], !property.schema.accepts(member) else { continue }
      return (property.name, member, property.schema)
    }
    return nil
  }

  /// Names the member that is wrong, not the whole object.
  private static func wrongMember(
    _ name: String, _ value: JSONValue, _ schema: Schema, of parameter: Parameter, pointer: String
  ) -> JSONRPCError {
    .invalidParams(
      reason: "wrongValue",
      message: "Invalid params: \"\(name)\" in \"\(parameter.name)\" must be \(schema.expectation); got "
        + "\(value.summary).",
      pointer: JSONPointer.appending(name, to: pointer),
      details: [
        (name: "expected", value: .string(schema.expectation)), (name: "got", value: .string(value.summary)),
      ])
  }

  /// Names the element that is wrong, not the whole list.
  private static func wrongElement(
    _ value: JSONValue, at index: Int, _ schema: Schema, of parameter: Parameter, pointer: String
  ) -> JSONRPCError {
    if case .object(let properties) = schema, value.kind == .object,
      let wrong = properties.first(where: { property in
        value[property.name].map { !property.schema.accepts($0) } ?? property.isRequired
      })
    {
      return wrongMember(value[wrong.name], wrong, at: index, of: parameter, pointer: pointer)
    }
    return .invalidParams(
      reason: "wrongValue",
      message: "Invalid params: each of \"\(parameter.name)\" must be \(schema.expectation); number \(index) is "
        + "\(value.summary).",
      pointer: JSONPointer.appending(index, to: pointer),
      details: [
        (name: "expected", value: .string(schema.expectation)), (name: "got", value: .string(value.summary)),
      ])
  }

  /// Names the member of an element that is wrong or missing.
  private static func wrongMember(
    _ value: JSONValue?, _ member: Schema.Property, at index: Int, of parameter: Parameter, pointer: String
  ) -> JSONRPCError {
    let element = JSONPointer.appending(index, to: pointer)
    return .invalidParams(
      reason: value == nil ? "missingParameter" : "wrongValue",
      message: "Invalid params: \"\(member.name)\" of each of \"\(parameter.name)\" must be "
        + "\(member.schema.expectation); of number \(index) it is \(value.map(\.summary) ?? "missing").",
      pointer: value == nil ? element : JSONPointer.appending(member.name, to: element),
      details: [
        value == nil
          ? (name: "parameter", value: .string(member.name)) : (name: "got", value: .string(value?.summary ?? "")),
        (name: "expected", value: .string(member.schema.expectation)),
      ])
  }

  private static func requireAll(
    _ parameters: ArraySlice<Parameter>, values: [JSONValue?], at base: String
  ) throws(JSONRPCError) {
    for (index, parameter) in parameters.enumerated()
    where parameter.isRequired && (index >= values.count || values[index] == nil) {
      throw .invalidParams(
        reason: "missingParameter",
        message: "Invalid params: \"\(parameter.name)\" is missing; it must be \(parameter.schema.expectation).",
        pointer: base,
        details: [
          (name: "parameter", value: .string(parameter.name)),
          (name: "expected", value: .string(parameter.schema.expectation)),
        ])
    }
  }

  // MARK: Access

  /// Whether none were given.
  var isEmpty: Bool { values.isEmpty }

  /// An error that points at a parameter by its name, pointing at the place where it was given.
  ///
  /// - Parameter base: The JSON Pointer of the parameters, where these are not the request's.
  func located(_ error: JSONRPCError, at base: String? = nil) -> JSONRPCError {
    guard isByPosition || base != nil, case .string(let pointer)? = error["pointer"] else { return error }
    let parts = pointer.split(separator: "/", maxSplits: 2)
    guard parts.first == "params" else { return error }
    var place = base ?? "/params"
    if parts.count > 1 {
      guard let index = parameters.firstIndex(where: { $0.name == parts[1] }) else { return error }
      place += isByPosition ? "/\(index)" : "/\(parts[1])"
    }
    if parts.count > 2 { place += "/\(parts[2])" }
    var located = error
    for index in located.data.indices where located.data[index].name == "pointer" {
      located.data[index].value = .string(place)
    }
    return located
  }

  /// The JSON Pointer of a parameter of the request, whichever way it was given.
  func pointer(to name: String) -> String {
    guard isByPosition, let place = parameters.firstIndex(where: { $0.name == name }) else { return "/params/\(name)" }
    return "/params/\(place)"
  }

  /// The value of a parameter; nil when it was left out.
  ///
  /// - Precondition: The method has the parameter.
  subscript(name: String) -> JSONValue? {
    if values.isEmpty { return nil }
    guard let index = parameters.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("a method asked for the parameter \(name), which it does not declare")
    }
    return index < values.count ? values[index] : nil
  }

  /// The value of the parameter that stands at a place; nil when it was left out, or there is none.
  subscript(place place: Int?) -> JSONValue? {
    guard let place, place < values.count else { return nil }
    return values[place]
  }

  /// A text.
  func string(_ name: String) -> String? { self[name]?.string }

  /// A whole number.
  func integer(_ name: String) -> Int? { self[name]?.int64.map { Int($0) } }

  /// A number.
  func number(_ name: String) -> Double? { self[name]?.double }

  /// True or false.
  func boolean(_ name: String) -> Bool? { self[name]?.bool }

  /// A list of texts.
  func strings(_ name: String) -> [String]? { self[name]?.elements.compactMap(\.string) }

  /// What a required parameter was given as: its value has passed the check already.
  static func given<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a required parameter was not checked") }
    return value
  }
}

extension JSONValue {
  /// The value for a message: short ones as they are, others by their kind.
  fileprivate var summary: String {
    switch kind {
    case .string: string.map { $0.utf8.count <= 32 ? "\"\($0)\"" : "a string of \($0.utf8.count) bytes" } ?? "a string"
    case .integer: int64.map { "\($0)" } ?? "a number"
    case .real: double.map { "\($0)" } ?? "a number"
    case .boolean: bool == true ? "true" : "false"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
