// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// How close plans come to the optimum, on graphs shaped like recorded ones.
@Suite struct LaunchFiguresTests {
  static let samples = LaunchShapes.samples(seeds: 0..<1)

  static func rows(_ policy: LaunchPolicy) throws -> [LaunchSimulation.Row] {
    try samples.map { sample in
      let plan = try sample.graph.plan(
        durations: sample.durations, workers: 3, policy: policy, searchBudget: 10_000)
      return LaunchSimulation(plan).row(named: sample.name)
    }
  }

  static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  @Test func `plans stay near the bound for ready and are no slower than under other policies`()
    throws
  {
    let ready = try Self.rows(.ready)
    #expect(Self.mean(ready.map(\.readyRatio)) < 1.02)
    #expect(Self.mean(ready.map(\.totalRatio)) < 1.03)
    for policy in [LaunchPolicy.fifo, .rank] {
      let rows = try Self.rows(policy)
      for (own, other) in zip(ready, rows) {
        #expect(own.readyMilliseconds <= other.readyMilliseconds * 1.02, "\(own.name), \(policy)")
        #expect(own.readyLowerBound == other.readyLowerBound)
        #expect(own.totalLowerBound == other.totalLowerBound)
      }
      #expect(Self.mean(rows.map(\.readyRatio)) > 1.5)
    }
  }

  @Test func `recorded durations that are wrong by half cost little`() throws {
    var random = SplitMix64(seed: 2)
    let ratios = try Self.samples.map { sample in
      var records = sample.durations
      for node in sample.nodes {
        let factor = Double.random(in: 0.5...1.5, using: &random)
        records[node.name] = (records[node.name] ?? .zero) * factor
      }
      let plan = try sample.graph.plan(durations: records, workers: 3, searchBudget: 10_000)
      return LaunchSimulation(plan, durations: sample.durations).row(named: sample.name).readyRatio
    }
    #expect(Self.mean(ratios) < 1.06)
  }

  @Test func `the same seed generates the same graphs`() {
    let (first, second) = (Self.samples, LaunchShapes.samples(seeds: 0..<1))
    #expect(first.map(\.nodes) == second.map(\.nodes))
    #expect(first.map(\.durations) == second.map(\.durations))
    #expect(Set(first.map(\.name)).count == 9)
    #expect(first.allSatisfy { $0.graph.check().isEmpty })
  }
}
