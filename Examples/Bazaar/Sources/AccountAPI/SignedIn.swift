// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// A customer has signed in.
public struct SignedIn: Event, Equatable {
  /// The customer's name.
  public let customer: String
  /// Whether in a browser, of which there may be many, and not at the app's own terminal.
  public let isInBrowser: Bool

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - customer: The customer's name.
  ///   - isInBrowser: Whether in a browser, not at the terminal.
  public init(customer: String, isInBrowser: Bool = false) {
    self.customer = customer
    self.isInBrowser = isInBrowser
  }
}
