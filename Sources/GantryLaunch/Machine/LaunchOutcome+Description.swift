// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchOutcome: CustomStringConvertible {
  /// The outcome in a few words, with its cause.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let message): "failed: \(message)"
    case .timedOut: "timed out"
    case .skipped(let reason): "skipped: \(reason)"
    case .blocked(let chain): "blocked by \(chain.joined(separator: " ← "))"
    case .cancelled: "cancelled"
    case .quarantined: "quarantined"
    }
  }
}
