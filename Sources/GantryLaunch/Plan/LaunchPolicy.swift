// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Who goes first where several tasks want the same lane.
public enum LaunchPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Whoever was free first; nobody is held until *ready*. For comparison.
  case fifo
  /// Whoever has the longest way to the end of everything; nobody is held. For comparison.
  case rank
  /// What *ready* needs goes first, in the best order found; all else fills the gaps it leaves.
  case ready
}
