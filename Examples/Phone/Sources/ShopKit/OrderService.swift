// SPDX-License-Identifier: Apache-2.0

// region: interface
/// Places orders, and knows those that were placed.
@MainActor
public protocol OrderService: Sendable {
  /// Places an order, and returns its number.
  func place(_ items: [String]) -> Int

  /// The goods of an order, or nil if there is no order of this number.
  func items(of id: Int) -> [String]?
}
// endregion
