// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// One `name=value` in a map: an item that a URL must have, or one that it gets.
struct RedirectItem: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// Exactly this, decoded; nil without an equals sign.
    case text(String?)
    /// `:name`, a text that one segment of a path can hold.
    case capture(String)
  }

  let name: String
  let value: Value

  var capture: String? {
    if case .capture(let name) = value { name } else { nil }
  }

  /// Whether an item of a URL meets this one.
  func takes(_ item: RouteQueryItem) -> Bool {
    guard name.hasBytes(of: item.name) else { return false }
    switch value {
    case .text(let text): return RouteQueryItem(name, text) == item
    case .capture: return RoutePath.problem(of: (item.value ?? "").utf8) == nil
    }
  }

  /// Whether this item may match one that a redirect sets.
  func mayTake(_ set: RedirectItem) -> Bool {
    guard case .text(let text) = set.value else { return true }
    return takes(RouteQueryItem(name, text))
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.name.hasBytes(of: rhs.name) else { return false }
    switch (lhs.value, rhs.value) {
    case (.text(let text), .text(let other)):
      return RouteQueryItem("", text) == RouteQueryItem("", other)
    case (.capture(let name), .capture(let other)): return name.hasBytes(of: other)
    default: return false
    }
  }
}

extension RedirectItem: CustomStringConvertible {
  var description: String {
    let name = PercentCoding.encode(name)
    switch value {
    case .text(nil): return name
    case .text(let text?): return "\(name)=\(PercentCoding.encode(text))"
    case .capture(let capture): return "\(name)=:\(capture)"
    }
  }
}
