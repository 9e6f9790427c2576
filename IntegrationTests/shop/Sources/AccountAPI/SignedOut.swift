// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// A customer has signed out.
public struct SignedOut: Event, Equatable {
  /// Whether it was in a browser rather than at the terminal.
  public let isInBrowser: Bool

  /// Creates the event.
  ///
  /// - Parameter isInBrowser: Whether it was in a browser rather than at the terminal.
  public init(isInBrowser: Bool = false) { self.isInBrowser = isInBrowser }
}
