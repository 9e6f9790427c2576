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
  /// It was not meant to run: it isn't enabled, or a task that it requires was skipped.
  case skipped(reason: String)
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
