// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  /// A task on the critical path: how long *ready* waited for it to start, and for it to end.
  public struct Step: Sendable, Hashable {
    /// The name of the task.
    public let name: String
    /// How long it took from the end of the step before, or the start of the launch, to its start.
    public let waited: Duration
    /// How long it ran.
    public let ran: Duration
    /// Whether it waited for the step before to leave its thread, and not for its end as such.
    public let isBehind: Bool
  }
}
