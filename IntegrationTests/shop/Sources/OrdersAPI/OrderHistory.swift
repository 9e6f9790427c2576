// SPDX-License-Identifier: Apache-2.0

/// Knows past orders.
public protocol OrderHistory: Sendable {
  /// Counts the orders of a customer.
  ///
  /// - Parameter customer: The customer's name.
  /// - Returns: The number of orders.
  /// - Throws: The error of the storage when it cannot be read.
  func count(of customer: String) async throws -> Int

  /// The last orders of a customer.
  ///
  /// - Parameters:
  ///   - customer: The customer's name.
  ///   - limit: The most orders to return.
  ///   - skipped: The number of newer orders to skip.
  /// - Returns: The orders, newest first; empty when there are none.
  /// - Throws: The error of the storage when it cannot be read.
  func orders(of customer: String, limit: Int, after skipped: Int) async throws -> [Order]
}
