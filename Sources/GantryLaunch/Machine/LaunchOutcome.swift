// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How a task ended.
public enum LaunchOutcome: Sendable, Hashable, Codable {
  /// It ran to its end.
  case succeeded
  /// It threw an error.
  case failed(message: String)
  /// It did not end in time.
  case timedOut
  /// It was not meant to run: it isn't enabled, or a task that it requires was skipped. The chain goes from
  /// the task to the cause.
  case skipped(because: [LaunchSkip])
  /// Something it requires did not succeed: the chain from there to the root cause.
  case blocked(by: [String])
  /// The launch was cancelled or stopped before the task had ended.
  case cancelled
  /// Safe mode kept it from running.
  case quarantined

  /// Whether the outcome is one that stops the launch when the task is essential.
  public var isFailure: Bool {
    switch self {
    case .failed, .timedOut, .blocked: true
    case .succeeded, .skipped, .cancelled, .quarantined: false
    }
  }
}

extension LaunchOutcome: CustomStringConvertible {
  /// The outcome in a few words, with its cause.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let message): "failed: \(message)"
    case .timedOut: "timed out"
    case .skipped: text(of: "")
    case .blocked(let chain): "blocked by \(chain.joined(separator: " ← "))"
    case .cancelled: "cancelled"
    case .quarantined: "quarantined"
    }
  }
}

extension LaunchOutcome {
  /// The outcome in a few words, for a line that begins with the name of the task.
  package func text(of task: String) -> String {
    guard case .skipped(let chain) = self else { return description }
    return "skipped: \(chain.map { $0.text(askedFor: task) { $0 } }.joined(separator: "; "))"
  }
}

/// How a task reacts to the end of one of its dependencies.
///
/// This is the outcome table of the documentation.
package enum LaunchReaction: String, Sendable, Hashable, Codable, CaseIterable {
  /// It no longer waits for that one.
  case proceed
  /// It ends as ``LaunchOutcome/blocked(by:)``.
  case block
  /// It ends as ``LaunchOutcome/skipped(because:)``.
  case skip
  /// It ends as ``LaunchOutcome/cancelled``.
  case cancel

  /// Looks an outcome up in the table.
  ///
  /// - Parameters:
  ///   - outcome: How the task that is depended on has ended.
  ///   - dependency: How strongly it is depended on.
  @inlinable
  package init(to outcome: LaunchOutcome, of dependency: LaunchDependency) {
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
