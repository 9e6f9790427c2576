// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteTrie {
  /// The route that a path goes to.
  public struct Match: Sendable {
    /// The route's value.
    public let value: Value
    /// The parts of the path at the captures of the route's pattern.
    public let captures: RouteCaptures

    @inlinable
    init(value: Value, captures: RouteCaptures) {
      self.value = value
      self.captures = captures
    }
  }
}
