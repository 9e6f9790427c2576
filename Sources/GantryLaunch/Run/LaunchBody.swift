// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a task does, on its lane.
public enum LaunchBody: Sendable {
  /// Runs on the main actor, at one go.
  case main(@MainActor @Sendable () throws -> Void)
  /// Runs off the main actor.
  case background(@concurrent @Sendable () async throws -> Void)
}
