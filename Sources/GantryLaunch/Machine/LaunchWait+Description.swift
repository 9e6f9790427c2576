// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchWait: CustomStringConvertible {
  /// For example `waiting for Orders ← Storage.open, running for 3.2 s on the main lane`.
  public var description: String {
    let since = elapsed.map { " for \($0.text)" } ?? ""
    let doing =
      switch state {
      case .running: "running\(since) on the \(lane.rawValue) lane"
      case .resting(let attempt, let failure):
        "pausing before attempt \(attempt), as the one before failed: \(failure)"
      case .settling: "ended, its followers are being told"
      case .queued: "queued\(since) for the \(lane.rawValue) lane"
      case .milestone(let name): "waiting for milestone \(name)"
      case .stage(.beforeReady), .notStarted: "waiting for the launch to begin"
      case .stage(.afterReady): "waiting until the app is ready"
      case .stage(.idle): "waiting until nothing else is left"
      case .stage(.onDemand): "waiting to be asked for"
      }
    return "waiting for \(chain.joined(separator: " ← ")), \(doing)"
  }
}
