// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// Something that happened during a launch.
  public enum Input: Sendable, Hashable {
    /// The launch begins.
    case start
    /// A task that was told to run has ended.
    case finished(task: Int, LaunchOutcome)
    /// An attempt of a task has used up its time; after the end of that attempt this changes nothing.
    case timedOut(task: Int, attempt: Int)
    /// The wait before a new attempt is over.
    case rested(task: Int, attempt: Int)
    /// All hooks know that a task has settled: its dependents may go on.
    case acknowledged(task: Int)
    /// The app reached a milestone.
    case reached(Milestone)
    /// An on-demand task is needed now, with all it depends on; before the start, from then on.
    case demanded(String)
    /// Tasks are to run anew, with a new attempt: those of these that have settled or not begun are taken
    /// back, and waiting tasks depend on their new outcomes. Tasks whose outcome no longer holds are
    /// `missing`: a task that requires one of those is blocked. A task that is taken back has no part in *ready* and
    /// doesn't wait for it; only on-demand and idle tasks wait for their stage as before.
    case takenBack([Int], missing: Set<Int> = [])
    /// The body of an attempt has returned that began before its task was taken back.
    case returned(task: Int)
    /// The launch is to end.
    case cancelled
    /// No milestone and no demand will come any more.
    case closed
  }
}
