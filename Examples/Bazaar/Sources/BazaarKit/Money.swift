// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An amount of money, as people read it: `6.40`.
public struct Money: Sendable, CustomStringConvertible {
  /// The amount in cents.
  public let cents: Int

  /// Makes an amount; never negative here.
  ///
  /// - Parameter cents: The amount in cents.
  public init(cents: Int) { self.cents = cents }

  /// The amount with two decimals.
  public var description: String {
    let rest = cents % 100
    return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
