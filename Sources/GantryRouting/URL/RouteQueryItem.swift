// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// One `name=value` of a query, decoded; items are compared byte by byte.
package struct RouteQueryItem: Hashable, Sendable {
  /// The name; empty in `?=7`.
  package let name: String
  /// The value; nil without an equals sign, empty when nothing follows the sign.
  package let value: String?

  /// Creates an item from decoded text.
  package init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// The item as a query can carry it; nil for an item without name and value.
  var readable: RouteQueryItem? {
    guard !name.isEmpty || value != nil else { return nil }
    guard name.utf8.contains(0) || value?.utf8.contains(0) == true else { return self }
    let item = RouteQueryItem(name.filter { $0 != "\0" }, value?.filter { $0 != "\0" })
    return item.readable
  }

  /// Whether names and values have the same bytes.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.name.hasBytes(of: rhs.name) else { return false }
    guard let value = lhs.value, let other = rhs.value else {
      return lhs.value == nil && rhs.value == nil
    }
    return value.hasBytes(of: other)
  }
}
