// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteTrie {
  /// A pattern and the value that is found by it.
  public struct Route: Sendable {
    /// The paths that it answers.
    public let pattern: PathPattern
    /// The value of a match.
    public let value: Value
    /// Where it was declared, as `file:line`.
    public let declaredAt: String

    /// Makes a route.
    public init(_ pattern: PathPattern, _ value: Value, declaredAt: String) {
      self.pattern = pattern
      self.value = value
      self.declaredAt = declaredAt
    }
  }
}
