// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The arguments of a route: labeled values, or texts if they come from a URL. Labels may repeat.
///
/// Reading a value as the type that it was given with returns the value itself. Reading it as
/// another type, or printing a URL, uses its text. Labels are compared byte by byte, and two lists
/// are equal when their labels and texts are.
///
/// ```swift
/// let arguments: RouteArguments = ["id": 7, "tag": "new", "tag": "blue"]
/// try arguments.value("id", Int.self)  // 7
/// try arguments.value("tag", [String].self)  // ["new", "blue"]
/// ```
public struct RouteArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A label and its text.
  struct Item: Hashable, Sendable {
    let label: String
    let text: String
    /// The value that the text was printed from; nil for an argument that came as text.
    var value: (any RouteValue)?

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.label.hasBytes(of: rhs.label) && lhs.text.hasBytes(of: rhs.text)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(label)
      hasher.combine(text)
    }
  }

  /// The route that errors name; empty when unknown.
  var route: String
  private(set) var items: [Item] = []

  /// Creates an empty list.
  ///
  /// - Parameter route: The name or pattern that errors name.
  public init(route: String = "") { self.route = route }

  /// Creates a list; repeated labels keep their order.
  public init(dictionaryLiteral elements: (String, any RouteValue)...) {
    self.init()
    for (label, value) in elements { add(label, value) }
  }

  /// The labels, each once, in the order of their first occurrence.
  public var labels: [String] {
    var seen: Set<[UInt8]> = []
    return items.map(\.label).filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// The texts of a label; empty when there are none.
  public func texts(_ label: String) -> [String] {
    items.compactMap { $0.label.hasBytes(of: label) ? $0.text : nil }
  }

  /// Adds a value.
  public mutating func add<Value: RouteValue>(_ label: String, _ value: Value) {
    items.append(Item(label: label, text: value.routeText, value: value))
  }

  /// Adds a value unless it is nil.
  public mutating func add<Value: RouteValue>(_ label: String, _ value: Value?) {
    if let value { add(label, value) }
  }

  /// Adds values under one label.
  public mutating func add<Value: RouteValue>(_ label: String, _ values: [Value]) {
    for value in values { add(label, value) }
  }

  /// Reads a value.
  ///
  /// - Throws: `RouteError.missingArgument`, and `.wrongArgument` for a text that isn't such a
  ///   value and for a repeated label.
  public func value<Value: RouteValue>(
    _ label: String, _ type: Value.Type
  ) throws(RouteError) -> Value {
    guard let value = try value(label, Value?.self) else {
      throw .missingArgument(label: label, type: "\(Value.self)", route: route)
    }
    return value
  }

  /// Reads a value that has a default.
  ///
  /// - Throws: `RouteError.wrongArgument` for a text that isn't such a value, or a repeated label.
  public func value<Value: RouteValue>(
    _ label: String, _ type: Value.Type, default fallback: @autoclosure () -> Value
  ) throws(RouteError) -> Value {
    try value(label, Value?.self) ?? fallback()
  }

  /// Reads a value that may be left out.
  ///
  /// - Returns: The value; nil when it was left out.
  /// - Throws: `RouteError.wrongArgument` for a text that isn't such a value, or a repeated label.
  public func value<Value: RouteValue>(
    _ label: String, _ type: Value?.Type
  ) throws(RouteError) -> Value? {
    let given = items(label)
    guard let item = given.first else { return nil }
    guard given.count == 1 else {
      throw .wrongArgument(
        label: label, expected: "one \(Value.self)",
        text: Wording.excerpt(given.map(\.text).joined(separator: ", ")), route: route)
    }
    return try read(item)
  }

  /// Reads all values of a label.
  ///
  /// - Returns: The values in order; empty when there are none.
  /// - Throws: `RouteError.wrongArgument` for a text that isn't such a value.
  public func value<Value: RouteValue>(
    _ label: String, _ type: [Value].Type
  ) throws(RouteError) -> [Value] {
    var values: [Value] = []
    for item in items(label) { values.append(try read(item)) }
    return values
  }

  /// Accepts a property that isn't a `RouteValue`, whose error is at its parameter; for macro
  /// expansions.
  @_disfavoredOverload
  public mutating func add<Value>(_ label: String, _ value: Value) {}

  /// Reads no property that isn't a `RouteValue`, whose error is at its parameter; for macro
  /// expansions.
  ///
  /// - Throws: `RouteError.notFromURL`.
  @_disfavoredOverload
  public func value<Value>(
    _ label: String, _ type: Value.Type, default fallback: @autoclosure () -> Value? = nil
  ) throws(RouteError) -> Value { throw missing(object: label) }

  mutating func add(_ label: String, text: String) {
    items.append(Item(label: label, text: text))
  }

  private func items(_ label: String) -> [Item] { items.filter { $0.label.hasBytes(of: label) } }

  private func read<Value: RouteValue>(_ item: Item) throws(RouteError) -> Value {
    guard let value = item.value as? Value ?? Value(routeText: item.text) else {
      throw .wrongArgument(
        label: item.label, expected: "\(Value.self)", text: Wording.excerpt(item.text),
        route: route)
    }
    return value
  }
}

extension RouteArguments {
  /// Reads the captures of a match, and the query.
  ///
  /// - Parameters:
  ///   - route: The route's name in errors.
  ///   - captures: The parts of the path.
  ///   - pattern: The pattern that they belong to.
  ///   - query: The query items; an item with the name of a capture is ignored.
  init(
    route: String, captures: RouteCaptures, of pattern: PathPattern, query: [RouteQueryItem]
  ) {
    self.init(route: route)
    let names = pattern.captureNames
    for (index, name) in names.enumerated() {
      let isRest = index == names.count - 1 && pattern.endsInRest
      for text in isRest ? captures.segments(at: index) : [captures[index]] {
        add(name, text: text)
      }
    }
    for item in query where !names.contains(where: item.name.hasBytes) {
      add(item.name, text: item.value ?? "")
    }
  }

  /// Prints a URL, with captures in the path and all other arguments in the query.
  ///
  /// - Throws: `RouteError.wrongArgument` for a text that its parameter cannot read,
  ///   `.missingCapture`, `.unprintable` for a text that no URL can carry or that exceeds the
  ///   limits.
  func url(
    _ pattern: PathPattern, _ parameters: [RouteParameter], limits: RouteLimits
  ) throws(RouteError) -> RouteURL {
    for parameter in parameters {
      for text in texts(parameter.label) where !parameter.kind.accepts(text) {
        throw .wrongArgument(
          label: parameter.label, expected: parameter.type, text: Wording.excerpt(text),
          route: route)
      }
    }
    let names = pattern.captureNames
    var captures: [String: String] = [:]
    var query: [RouteQueryItem] = []
    for item in items {
      if names.contains(where: item.label.hasBytes) {
        captures[item.label] = item.text
      } else if item.text.utf8.contains(0) || item.label.utf8.contains(0) {
        throw .unprintable(text: Wording.excerpt(item.text), fault: .controlCharacter)
      } else {
        query.append(RouteQueryItem(item.label, item.text))
      }
    }
    let rest = pattern.endsInRest ? names.last.map { texts($0) } : nil
    let path = try pattern.path(filling: captures, rest: rest ?? [])
    let url = RouteURL(path: path, query: query)
    if let fault = limits.fault(of: url) {
      throw .unprintable(text: Wording.excerpt(url.text()), fault: fault)
    }
    return url
  }
}
