// SPDX-License-Identifier: Apache-2.0

/// A configuration value, and where it comes from.
public struct SourcedValue: Sendable, Hashable {
  /// The value.
  public let value: ConfigurationValue
  /// The source as messages name it: `file 'shop.json'`, `ORDERS_LIMIT from the environment`.
  package let source: String
  /// Whether messages and inspectors hide the value; a key with a word such as `password` or
  /// `token` hides it anyway.
  package let isSecret: Bool

  /// Creates a value with its source.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - source: The source as messages name it.
  ///   - secret: Whether messages and inspectors hide the value.
  public init(_ value: ConfigurationValue, source: String, secret: Bool = false) {
    self.value = value
    self.source = source
    self.isSecret = secret
  }
}
