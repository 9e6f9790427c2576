// SPDX-License-Identifier: Apache-2.0

extension Order {
  /// The order in a few words: `order 1: 2 × tea`.
  public var summary: String { "order \(number): \(quantity) × \(item)" }
}
