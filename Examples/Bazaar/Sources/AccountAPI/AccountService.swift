// SPDX-License-Identifier: Apache-2.0

/// Knows the app's customer.
@MainActor
public protocol AccountService: Sendable {
  /// The name of the customer who is signed in where the call comes from: in the browser whose
  /// request is answered, otherwise at the terminal. It is `guest` without a sign-in.
  var customer: String { get }
}
