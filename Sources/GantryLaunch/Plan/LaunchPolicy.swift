// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Which task goes first where several need the same lane.
public enum LaunchPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The task that was free first; none is held until *ready*. For comparison.
  case fifo
  /// The task with the longest way to the end of everything; none is held. For comparison.
  case rank
  /// Tasks that *ready* depends on, in the best order found; all others fill the gaps between.
  case ready
}
