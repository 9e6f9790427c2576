// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How strongly one task depends on another, after all edges have been brought to one direction.
public enum LaunchDependency: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// The other one must succeed first.
  case requires
  /// The other one comes first; its failure is tolerated.
  case wants
  /// The other one comes first if both run.
  case order

  /// Whether the first kind asks for more than the second: `requires`, `wants`, `order`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .requires: 0
    case .wants: 1
    case .order: 2
    }
  }
}
