// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents

/// A customer has signed in.
public struct SignedIn: Event, Equatable {
  /// The customer's name.
  public let customer: String

  /// Makes the event.
  public init(customer: String) { self.customer = customer }
}
