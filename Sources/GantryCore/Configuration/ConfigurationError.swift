// SPDX-License-Identifier: Apache-2.0

/// A configuration value that a module requires and cannot use.
@nonexhaustive
public enum ConfigurationError: Error, Hashable, Sendable {
  /// No source has a value for this full key, such as `Orders.limit`.
  case missing(key: String)
  /// The value has another type.
  ///
  /// `source` is its source, such as `ORDERS_LIMIT from the environment`; `expected` the requested
  /// type, such as `int`; `found` its type, such as `a text`, and never the value, which may be a
  /// secret.
  case wrongType(key: String, source: String, expected: String, found: String)
}

extension ConfigurationError: CustomStringConvertible {
  /// The key, the problem and its source.
  public var description: String {
    switch self {
    case .missing(let key):
      "configuration key \(key) is not set. Set \(EnvironmentConfiguration.variable(key)) in the "
        + "environment, or add the key to the file."
    case .wrongType(let key, let source, let expected, let found):
      "configuration key \(key) cannot be read as \(expected): \(source) has \(found)"
    }
  }
}
