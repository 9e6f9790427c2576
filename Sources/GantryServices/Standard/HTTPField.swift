// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A header field of an ``HTTPExchangeRequest`` or ``HTTPExchangeResponse``.
public struct HTTPField: Hashable, Sendable {
  /// The name; its case does not matter.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
