// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A milestone that was reached, and the tasks that this let go.
///
/// ```swift
/// application.reach(.homeShown)                               // goes on at once
/// await application.reach(.homeShown).waitUntilSettled()      // waits for those tasks
/// ```
public struct ReachedMilestone: Sendable {
  /// The tasks that need nothing but this milestone any more, in launch order.
  ///
  /// Tasks that wait for another milestone or for a demand are not among them, nor are idle tasks,
  /// which start when nothing else is left, nor tasks that wait for the task that reached it.
  public let tasks: [ModuleName]
  private let settled: @Sendable () async -> Void

  init(_ tasks: [ModuleName] = [], settled: @escaping @Sendable () async -> Void = {}) {
    self.tasks = tasks
    self.settled = settled
  }

  /// Waits until each of the tasks has an outcome, or the waiting task is cancelled.
  ///
  /// Before there is a launch it returns at once. So it does when a task that *ready* waits for
  /// reached the milestone: nothing behind a milestone runs before *ready*.
  public func waitUntilSettled() async { await settled() }
}
