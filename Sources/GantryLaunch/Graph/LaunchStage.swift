// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// When a task runs, relative to the moment the app is ready.
///
/// Stages compare by time: an earlier one is less.
public enum LaunchStage: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// Before the app is ready: *ready* waits for it.
  case beforeReady
  /// After the app is ready, as soon as its dependencies have ended.
  case afterReady
  /// One at a time, when the app is ready, nothing else is left and the main actor answers promptly.
  case idle
  /// When it is asked for the first time.
  case onDemand

  /// Whether the first stage comes before the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .beforeReady: 0
    case .afterReady: 1
    case .idle: 2
    case .onDemand: 3
    }
  }
}
