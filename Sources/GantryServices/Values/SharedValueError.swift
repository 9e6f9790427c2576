// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a shared value could not be provided.
@nonexhaustive
public enum SharedValueError: Error, Hashable, Sendable {
  /// Another owner provides the value already, or has declared that it will.
  case claimed(key: String, by: String, refused: String)
  /// Another owner provides a value of another type under the same name, or has declared to.
  case otherType(key: String, type: String, by: String, refused: String, refusedType: String)
}

extension SharedValueError: CustomStringConvertible {
  /// The value's provider, and how to provide another one.
  public var description: String {
    switch self {
    case .claimed(let key, let owner, let refused):
      """
      \(refused) cannot provide \\.\(key): \(owner) provides it. Let one of them provide it, or \
      provide it with `overriding: true`.
      """
    case .otherType(let key, let type, let owner, let refused, let refusedType):
      """
      \(refused) cannot provide \\.\(key) as \(refusedType): \(owner) provides it as \(type). Declare \
      the key once, in an interface that both import.
      """
    }
  }
}
