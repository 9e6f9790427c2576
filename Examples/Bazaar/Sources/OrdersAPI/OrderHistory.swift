// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Knows what was ordered before.
public protocol OrderHistory: Sendable {
  /// The orders of a customer.
  ///
  /// - Parameter customer: The customer's name.
  /// - Returns: The orders, oldest first; empty when there are none.
  /// - Throws: What the storage throws when it cannot be read.
  func orders(of customer: String) async throws -> [Order]
}
