// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a shared value could not be provided.
@nonexhaustive
public enum SharedValueError: Error, Hashable, Sendable {
  /// Somebody provides the value already, or has declared that it will.
  case claimed(key: String, by: String, refused: String)
}

extension SharedValueError: CustomStringConvertible {
  /// Who provides the value, and how to provide another one.
  public var description: String {
    switch self {
    case .claimed(let key, let owner, let refused):
      """
      \(refused) cannot provide \\.\(key): \(owner) provides it. Let one of them provide it, or \
      provide it with `overriding: true`.
      """
    }
  }
}
