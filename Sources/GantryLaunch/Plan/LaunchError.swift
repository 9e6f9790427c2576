// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a launch has no plan, or did not get to *ready*.
@nonexhaustive public enum LaunchError: Error, Sendable, Hashable {
  /// The graph has faults: all of them.
  case faults([LaunchFault])
  /// An essential task did not succeed.
  case stopped(task: String, outcome: LaunchOutcome)
  /// The launch was cancelled.
  case cancelled
  /// A wait passed its bound; the launch goes on. For each task that had not ended, its wait.
  case overdue(limit: Duration, waiting: [LaunchWait])
  /// The system gave no thread to the tasks that block, and so the launch was cancelled.
  case noThreads(reason: String)
  /// A blocking start was asked for off the main thread, or while the main actor is in use.
  case notBlockable
}
