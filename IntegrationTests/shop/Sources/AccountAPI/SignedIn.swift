// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// A customer has signed in.
public struct SignedIn: Event, Equatable {
  /// The customer's name.
  public let customer: String
  /// Whether it was in a browser, of which there may be many, rather than at the terminal.
  public let isInBrowser: Bool

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - customer: The customer's name.
  ///   - isInBrowser: Whether it was in a browser rather than at the terminal.
  public init(customer: String, isInBrowser: Bool = false) {
    self.customer = customer
    self.isInBrowser = isInBrowser
  }
}
