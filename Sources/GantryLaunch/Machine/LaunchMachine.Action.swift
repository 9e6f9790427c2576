// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// Something that a launch has to do.
  public enum Action: Sendable, Hashable {
    /// Run a task. Attempts are counted from 1.
    case run(task: Int, attempt: Int)
    /// An attempt failed: let some time pass before the next one, then hand in
    /// ``Input/rested(task:attempt:)``.
    case rest(task: Int, attempt: Int, for: Duration)
    /// A task that was told to run because nothing else was left is needed now: its driver delays it no
    /// longer.
    case hurry(task: Int)
    /// A synchronous task timed out and has not returned: one more thread takes its place.
    case replaced(task: Int)
    /// A task waits for nothing any more but a place in its lane.
    case queued(task: Int)
    /// A task has its outcome: call the hooks, then acknowledge.
    case settled(task: Int, LaunchOutcome)
    /// The app is ready.
    case ready
    /// An essential task did not succeed: no task starts from now on; cancel the running ones.
    case stop(task: Int, LaunchOutcome)
    /// Cancel the running tasks.
    case cancel
    /// For the first time nothing runs, and nothing is left that needs no milestone or demand.
    case quiet
    /// Every task has settled.
    case finished
  }
}
