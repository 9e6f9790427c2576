// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects {
  /// Something wrong in a map.
  @nonexhaustive
  public enum Problem: Hashable, Sendable {
    /// A value of another kind than expected.
    case wrongValue(keyPath: String, expected: String, found: String)
    /// A key that must be there is not.
    case missingKey(keyPath: String)
    /// A key that has no meaning; `known` have one there.
    case unknownKey(keyPath: String, known: [String])
    /// More entries than a map may have.
    case tooMany(keyPath: String, limit: Int)
    /// A text isn't a pattern.
    case malformedPattern(keyPath: String, text: String, PathPattern.Problem, position: Int)
    /// A target uses a capture that its source does not have.
    case unknownCapture(keyPath: String, name: String, from: String)
    /// An entry is about the same paths as an earlier one.
    case clash(keyPath: String, first: String, pattern: String)
    /// Entries lead, for some path, from the last back to the first.
    case cycle(keyPaths: [String])
  }
}
