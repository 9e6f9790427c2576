// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A pattern for names of targets: `*` matches any letters, `?` one.
struct TargetPattern: Equatable {
  let text: String
  /// Where it is declared, as `file:line`.
  let place: String

  /// Whether it takes every name.
  var isAll: Bool { text.allSatisfy { $0 == "*" } }

  /// Whether a name fits.
  func matches(_ name: String) -> Bool {
    Self.matches(Array(text.unicodeScalars)[...], Array(name.unicodeScalars)[...])
  }

  private static func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var (pattern, name) = (pattern, name)
    // The pattern after the last star, and the rest of the name at that time.
    var retry: (pattern: ArraySlice<Unicode.Scalar>, name: ArraySlice<Unicode.Scalar>)?
    while let letter = name.first {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, name)
      } else if pattern.first == "?" || pattern.first == letter {
        pattern = pattern.dropFirst()
        name = name.dropFirst()
      } else if let last = retry {
        pattern = last.pattern
        name = last.name.dropFirst()
        retry = (pattern, name)
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == "*" }
  }
}
