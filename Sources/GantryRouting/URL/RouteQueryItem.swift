// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// One `name=value` of a query, decoded; items are compared byte by byte.
public struct RouteQueryItem: Hashable, Sendable {
  /// The name; empty in `?=7`.
  public let name: String
  /// The value; nil without an equals sign, empty after one with nothing behind it.
  public let value: String?

  /// Makes an item of decoded text.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// The item as a query can carry it; nil for one of neither name nor value.
  var readable: RouteQueryItem? {
    guard !name.isEmpty || value != nil else { return nil }
    guard name.utf8.contains(0) || value?.utf8.contains(0) == true else { return self }
    let item = RouteQueryItem(name.filter { $0 != "\0" }, value?.filter { $0 != "\0" })
    return item.readable
  }

  /// Whether names and values have the same bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.name.hasBytes(of: rhs.name) else { return false }
    guard let value = lhs.value, let other = rhs.value else {
      return lhs.value == nil && rhs.value == nil
    }
    return value.hasBytes(of: other)
  }
}
