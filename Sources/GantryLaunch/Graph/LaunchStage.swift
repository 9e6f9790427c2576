// SPDX-License-Identifier: Apache-2.0

/// The time at which a task runs, relative to the moment the app is ready.
///
/// Stages compare by time: an earlier stage is less.
public enum LaunchStage: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// Before everything that it doesn't require, also that of other modules; *ready* waits for it.
  case first
  /// Before the app is ready: *ready* waits for it.
  case beforeReady
  /// After the app is ready, as soon as its dependencies have ended.
  case afterReady
  /// One task at a time, when the app is ready, nothing else is left, and the main actor answers
  /// promptly.
  case idle
  /// When something asks for the task for the first time.
  case onDemand

  /// Whether the first stage comes before the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  var rank: Int {
    switch self {
    case .first: 0
    case .beforeReady: 1
    case .afterReady: 2
    case .idle: 3
    case .onDemand: 4
    }
  }
}
