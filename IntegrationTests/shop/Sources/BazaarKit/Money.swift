// SPDX-License-Identifier: Apache-2.0

/// An amount of money, as people read it: `6.40`, `5,148.00`.
public struct Money: Sendable, CustomStringConvertible {
  /// The amount in cents.
  public let cents: Int

  /// Creates an amount, which is never negative in this app.
  ///
  /// - Parameter cents: The amount in cents.
  public init(cents: Int) { self.cents = cents }

  /// The amount with two decimals, and a comma after thousands.
  public var description: String {
    let rest = cents % 100
    return "\(Self.grouped(cents / 100)).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func grouped(_ number: Int) -> String {
    guard number >= 1000 else { return "\(number)" }
    let last = String(number % 1000)
    return "\(grouped(number / 1000)),\(String(repeating: "0", count: 3 - last.count))\(last)"
  }
}
