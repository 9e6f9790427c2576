// SPDX-License-Identifier: Apache-2.0

/// Knows the orders of the past.
public protocol OrderHistory: Sendable {
  /// Counts the orders of a customer.
  ///
  /// - Parameter customer: The customer's name.
  /// - Returns: How many there are.
  /// - Throws: The error of the storage when it cannot be read.
  func count(of customer: String) async throws -> Int

  /// The last orders of a customer.
  ///
  /// - Parameters:
  ///   - customer: The customer's name.
  ///   - limit: How many are wanted at most.
  ///   - skipped: How many that are newer are left out.
  /// - Returns: The orders, newest first; empty when there are none.
  /// - Throws: The error of the storage when it cannot be read.
  func orders(of customer: String, limit: Int, after skipped: Int) async throws -> [Order]
}
