// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchSimulation {
  /// When one task ran; times count from the start of the launch.
  public struct Task: Sendable, Hashable {
    /// The name.
    public let name: String
    /// When it began; nil when it did not run.
    public let started: Duration?
    /// When it had ended; nil when it did not run.
    public let finished: Duration?

    init(name: String, started: Int?, finished: Int?) {
      self.name = name
      self.started = started.map { .nanoseconds($0) }
      self.finished = finished.map { .nanoseconds($0) }
    }
  }
}
