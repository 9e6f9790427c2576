// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchSimulation {
  /// The figures of one simulated launch, named as they are encoded.
  public struct Row: Sendable, Hashable, Codable {
    /// The name of the graph.
    public let name: String
    /// How many tasks and joins the graph has.
    public let tasks: Int
    /// How many synchronous background tasks ran at a time.
    public let workers: Int
    /// The policy of the plan.
    public let policy: LaunchPolicy
    /// The time to *ready*.
    public let readyMilliseconds: Double
    /// A time to *ready* that no order can beat.
    public let readyLowerBound: Double
    /// The time to *ready* over its lower bound; 1 where both are zero.
    public let readyRatio: Double
    /// The time until everything had ended.
    public let totalMilliseconds: Double
    /// A total that no order can beat.
    public let totalLowerBound: Double
    /// The total over its lower bound; 1 where both are zero.
    public let totalRatio: Double

    init(name: String, _ simulation: LaunchSimulation) {
      self.name = name
      tasks = simulation.tasks.count
      workers = simulation.workers
      policy = simulation.plan.policy
      readyMilliseconds = Self.milliseconds(simulation.timeToReady)
      readyLowerBound = Self.milliseconds(simulation.readyLowerBound)
      readyRatio = Self.ratio(readyMilliseconds, readyLowerBound)
      totalMilliseconds = Self.milliseconds(simulation.total)
      totalLowerBound = Self.milliseconds(simulation.totalLowerBound)
      totalRatio = Self.ratio(totalMilliseconds, totalLowerBound)
    }

    /// Divided once, so that whole numbers stay whole.
    private static func milliseconds(_ duration: Duration) -> Double {
      Double(duration.nanoseconds(limit: .max)) / 1_000_000
    }

    private static func ratio(_ value: Double, _ bound: Double) -> Double {
      bound > 0 ? value / bound : 1
    }
  }
}
