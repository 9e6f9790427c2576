// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A configuration value is there and cannot be taken, as it is of another type: what a required
/// read throws. A read with a default takes the default, and a warning says the same.
public struct ConfigurationValueError: Error, Hashable, Sendable {
  /// The whole key, with the module's name: `Orders.limit`.
  public let key: String
  /// Where the value stands: `file '/etc/shop.json'`, `ORDERS_LIMIT of the environment`.
  public let source: String
  /// The type that was asked for: `int`.
  public let expected: String
  /// The type that is there: `a text`. Never the value, which may be a secret.
  public let found: String
}

extension ConfigurationValueError: CustomStringConvertible {
  /// `configuration key Orders.limit cannot be read as int: ORDERS_LIMIT of the environment has a
  /// text`.
  public var description: String {
    "configuration key \(key) cannot be read as \(expected): \(source) has \(found)"
  }
}
