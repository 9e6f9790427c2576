// SPDX-License-Identifier: Apache-2.0

/// Knows the app's customer.
@MainActor
public protocol AccountService: Sendable {
  /// The name of the customer signed in where the call comes from.
  ///
  /// That is the browser whose request is being answered, or else the terminal. Without a sign-in,
  /// it is `guest`.
  var customer: String { get }
}
