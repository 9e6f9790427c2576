// SPDX-License-Identifier: Apache-2.0

/// Knows past orders, and those whose customers have yet to be told.
public protocol OrderHistory: Sendable {
  /// Counts the orders of a customer.
  ///
  /// - Parameter customer: The customer's name.
  /// - Returns: The number of orders.
  /// - Throws: The error of the storage when it cannot be read.
  func count(of customer: String) async throws -> Int

  /// The oldest orders without a message to their customers.
  ///
  /// Events live in memory: ``OrderPlaced`` is lost if the process dies before a module handles it.
  /// So each order is stored together with a row of the table `unconfirmed`, which has the order's
  /// number. The module that tells the customer removes the row in the transaction in which it
  /// stores its message. The event says only that there is something to do.
  ///
  /// - Returns: At most 100 orders, oldest first.
  /// - Throws: The error of the storage when it cannot be read.
  func unconfirmed() async throws -> [Order]
}
