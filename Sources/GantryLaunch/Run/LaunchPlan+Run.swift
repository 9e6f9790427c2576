// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchPlan {
  /// Carries the plan out from beginning to end, without milestones and demands.
  ///
  /// - Parameters:
  ///   - clock: Measures time, timeouts and waits before further attempts.
  ///   - workers: The largest number of threads for tasks that block; nil takes the plan's own
  ///     number.
  ///   - bodies: The body of each task, by name.
  ///   - hooks: Closures to call on the way.
  /// - Returns: The report, when every task has returned.
  public func run(
    clock: any Clock<Duration> = ContinuousClock(), workers: Int? = nil,
    bodies: [String: LaunchBody], hooks: LaunchHooks = LaunchHooks()
  ) async -> LaunchReport {
    let run = LaunchRun(self, clock: clock, workers: workers, bodies: bodies, hooks: hooks)
    run.mailbox.post(.input(.closed))
    await run.execute()
    return run.report()
  }
}
