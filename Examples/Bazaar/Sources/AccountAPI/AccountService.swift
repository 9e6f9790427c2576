// SPDX-License-Identifier: Apache-2.0

/// Knows the customer.
@MainActor
public protocol AccountService: Sendable {
  /// The name of the signed-in customer; `guest` without a sign-in.
  var customer: String { get }
}
