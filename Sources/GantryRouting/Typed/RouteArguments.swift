// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a route is told, as texts with labels; a label may be repeated.
///
/// ```swift
/// let arguments: RouteArguments = ["id": 7, "tag": "new", "tag": "blue"]
/// try arguments.value("id", Int.self)  // 7
/// try arguments.value("tag", [String].self)  // ["new", "blue"]
/// ```
public struct RouteArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A text and its label.
  struct Item: Hashable, Sendable {
    let label: String
    let text: String
  }

  /// The route that errors name; empty when it is not known.
  var route: String
  private(set) var items: [Item] = []

  /// Makes an empty list.
  ///
  /// - Parameter route: The name or pattern that errors name.
  public init(route: String = "") { self.route = route }

  /// Makes a list; labels that are repeated keep their order.
  public init(dictionaryLiteral elements: (String, any RouteValue)...) {
    self.init()
    for (label, value) in elements { add(label, text: value.routeText) }
  }

  /// The labels, each once, in the order in which they were first given.
  public var labels: [String] {
    var seen: Set<String> = []
    return items.map(\.label).filter { seen.insert($0).inserted }
  }

  /// All texts of a label; empty when there are none.
  public func texts(_ label: String) -> [String] {
    items.compactMap { $0.label == label ? $0.text : nil }
  }

  /// Adds a value.
  public mutating func add<T: RouteValue>(_ label: String, _ value: T) {
    add(label, text: value.routeText)
  }

  /// Adds a value unless it is nil.
  public mutating func add<T: RouteValue>(_ label: String, _ value: T?) {
    if let value { add(label, text: value.routeText) }
  }

  /// Adds values under one label.
  public mutating func add<T: RouteValue>(_ label: String, _ values: [T]) {
    for value in values { add(label, text: value.routeText) }
  }

  /// Reads a value.
  ///
  /// - Throws: `RouteError.missingArgument`, and `.wrongArgument` for a text that is no such value
  ///   and for a label that is repeated.
  public func value<T: RouteValue>(_ label: String, _ type: T.Type) throws(RouteError) -> T {
    guard let value = try value(label, T?.self) else {
      throw .missingArgument(label: label, type: "\(T.self)", route: route)
    }
    return value
  }

  /// Reads a value that has a default.
  ///
  /// - Throws: `RouteError.wrongArgument` for what is there but no such value, or repeated.
  public func value<T: RouteValue>(
    _ label: String, _ type: T.Type, default fallback: @autoclosure () -> T
  ) throws(RouteError) -> T {
    try value(label, T?.self) ?? fallback()
  }

  /// Reads a value that may be left out.
  ///
  /// - Returns: Nil when it is not there.
  /// - Throws: `RouteError.wrongArgument` for what is there but no such value, or repeated.
  public func value<T: RouteValue>(_ label: String, _ type: T?.Type) throws(RouteError) -> T? {
    let texts = texts(label)
    guard let text = texts.first else { return nil }
    guard texts.count == 1 else {
      throw .wrongArgument(
        label: label, expected: "one \(T.self)",
        text: RouteError.excerpt(texts.joined(separator: ", ")), route: route)
    }
    return try read(label, text)
  }

  /// Reads all values of a label.
  ///
  /// - Returns: The values in their order; empty when there are none.
  /// - Throws: `RouteError.wrongArgument` for a text that is no such value.
  public func value<T: RouteValue>(_ label: String, _ type: [T].Type) throws(RouteError) -> [T] {
    var values: [T] = []
    for text in texts(label) { values.append(try read(label, text)) }
    return values
  }

  mutating func add(_ label: String, text: String) {
    items.append(Item(label: label, text: text))
  }

  private func read<T: RouteValue>(_ label: String, _ text: String) throws(RouteError) -> T {
    guard let value = T(routeText: text) else {
      throw .wrongArgument(
        label: label, expected: "\(T.self)", text: RouteError.excerpt(text), route: route)
    }
    return value
  }
}
