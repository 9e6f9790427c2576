// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Where a task runs.
public enum LaunchLane: String, Sendable, Hashable, Codable, CaseIterable {
  /// On the main actor, synchronously.
  case main
  /// Off the main actor.
  case background
}
