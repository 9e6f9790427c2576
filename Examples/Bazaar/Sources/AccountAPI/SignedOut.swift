// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryEvents

/// A customer has signed out.
public struct SignedOut: Event, Equatable {
  /// Whether in a browser, not at the terminal.
  public let isInBrowser: Bool

  /// Makes the event.
  ///
  /// - Parameter isInBrowser: Whether in a browser, not at the terminal.
  public init(isInBrowser: Bool = false) { self.isInBrowser = isInBrowser }
}
