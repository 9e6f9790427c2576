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
    /// A try of a task has used up its time; what comes after that try has ended changes nothing.
    case timedOut(task: Int, attempt: Int)
    /// The wait before a new try is over.
    case rested(task: Int, attempt: Int)
    /// Everybody who has to know that a task settled knows: its dependents may go on.
    case acknowledged(task: Int)
    /// The app reached a milestone.
    case reached(Milestone)
    /// An on-demand task is needed now, with all it depends on; before the start, from then on.
    case demanded(String)
    /// The launch is to end.
    case cancelled
    /// No milestone and no demand will come any more.
    case closed
  }
}
