// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The tasks that a milestone or a demand has released.
///
/// ```swift
/// application.reach(.homeShown)                               // goes on at once
/// await application.reach(.homeShown).waitUntilSettled()      // waits for those tasks
/// await application.demand("Search").waitUntilSettled()       // waits for the module
/// ```
public struct ReleasedTasks: Sendable {
  /// The module or task that was demanded, or the tasks that were waiting only for the milestone, in
  /// launch order.
  ///
  /// Tasks that also wait for another milestone or for a demand are not among them, nor are tasks
  /// that wait for the task that reached it. Idle tasks start when nothing else is left, and aren't
  /// included either.
  public let tasks: [ModuleName]
  private let settled: @Sendable () async -> Void

  init(_ tasks: [ModuleName] = [], settled: @escaping @Sendable () async -> Void = {}) {
    self.tasks = tasks
    self.settled = settled
  }

  /// Waits until each of the tasks has an outcome, or the waiting task is cancelled.
  ///
  /// Before there is a launch, it returns at once. It does the same if a task that *ready* waits
  /// for reached the milestone, because nothing behind a milestone runs before *ready*, and in a
  /// task that the demanded one waits for.
  public func waitUntilSettled() async { await settled() }
}
