// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// One `name=value` of a query, decoded.
public struct RouteQueryItem: Hashable, Sendable {
  /// The name; empty in `?=7`.
  public let name: String
  /// The value; nil without an equals sign, empty after one with nothing behind it.
  public let value: String?

  /// Makes an item of decoded text.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}
