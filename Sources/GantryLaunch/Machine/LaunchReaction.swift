// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How a task reacts to the end of one of its dependencies.
///
/// This is the outcome table of the documentation.
public enum LaunchReaction: String, Sendable, Hashable, Codable, CaseIterable {
  /// It no longer waits for that one.
  case proceed
  /// It ends as ``LaunchOutcome/blocked(by:)``.
  case block
  /// It ends as ``LaunchOutcome/skipped(reason:)``.
  case skip
  /// It ends as ``LaunchOutcome/cancelled``.
  case cancel

  /// Looks an outcome up in the table.
  ///
  /// - Parameters:
  ///   - outcome: How the task that is depended on has ended.
  ///   - dependency: How strongly it is depended on.
  @inlinable
  public init(to outcome: LaunchOutcome, of dependency: LaunchDependency) {
    guard dependency == .requires else {
      self = .proceed
      return
    }
    switch outcome {
    case .succeeded: self = .proceed
    case .failed, .timedOut, .blocked, .quarantined: self = .block
    case .skipped: self = .skip
    case .cancelled: self = .cancel
    }
  }
}
