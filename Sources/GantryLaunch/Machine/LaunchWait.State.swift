// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchWait {
  /// The state of the task at the end of a wait.
  public enum State: Sendable, Hashable, Codable {
    /// It runs.
    case running
    /// An attempt failed, and it waits for the time of the next one. Attempts are counted from 1.
    case resting(attempt: Int, failure: String)
    /// It has ended, and the hooks are being called.
    case settling
    /// It waits for its lane.
    case queued
    /// It waits for a milestone.
    case milestone(String)
    /// It waits for its stage.
    case stage(LaunchStage)
    /// The launch has not begun.
    case notStarted
  }
}
