// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// A customer has signed in, or out.
public struct SignedIn: Event, Equatable {
  /// The customer's name; nil after a sign-out.
  public let customer: String?

  /// Creates the event.
  ///
  /// - Parameter customer: The customer's name; nil after a sign-out.
  public init(customer: String?) { self.customer = customer }
}
