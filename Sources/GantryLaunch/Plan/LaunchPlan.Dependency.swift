// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchPlan {
  /// Something that a task waits for.
  public struct Dependency: Sendable, Hashable, Codable {
    /// The position in ``LaunchPlan/tasks``: always before the task that waits.
    public let position: Int
    /// The name.
    public let name: String
    /// How strongly the task depends on it.
    public let kind: LaunchDependency
    /// Where the edge was declared, as `file:line`.
    public let declaredAt: String
    /// The reason for an edge that isn't written by hand.
    public let reason: String?
  }
}
