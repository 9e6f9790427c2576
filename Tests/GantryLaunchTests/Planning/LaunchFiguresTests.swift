// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

/// The time to ready of generated graphs, beside the best one that is known.
@Suite struct LaunchFiguresTests {
  static let samples = LaunchShapes.samples(seeds: 0..<1)
  static let workers = 3

  /// The best known times for this number of workers, by the graph's name.
  static func best() throws -> [String: Duration] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let file = root.appending(path: "Benchmarks").appending(path: "best-known-times.csv")
    var times: [String: Duration] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: ",")
      guard cells.count == 3, cells[1] == "\(workers)", let time = Int64(cells[2]) else { continue }
      times[String(cells[0])] = .nanoseconds(time)
    }
    return times
  }

  /// The times to ready, as multiples of the best known ones.
  static func ratios(
    _ records: (LaunchShapes) -> [String: Duration]
  ) throws -> [Double] {
    let best = try best()
    return try samples.map { sample in
      let plan = try sample.graph.plan(durations: records(sample), workers: workers)
      let ready = plan.times(durations: sample.durations).ready
      return ready / (try #require(best[sample.name], "\(sample.name)"))
    }
  }

  static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  @Test func `the longest path first comes near the best known times`() throws {
    let ratios = try Self.ratios(\.durations)
    #expect(Self.mean(ratios) < 1.03)
    #expect(ratios.allSatisfy { 1 <= $0 && $0 < 1.2 }, "\(ratios)")
  }

  @Test func `recorded durations that are wrong by half cost little`() throws {
    var random = SplitMix64(seed: 2)
    let ratios = try Self.ratios { sample in
      var records = sample.durations
      for node in sample.nodes {
        let factor = Double.random(in: 0.5...1.5, using: &random)
        records[node.name] = (records[node.name] ?? .zero) * factor
      }
      return records
    }
    #expect(Self.mean(ratios) < 1.08)
  }

  @Test func `the same seed generates the same graphs`() {
    let (first, second) = (Self.samples, LaunchShapes.samples(seeds: 0..<1))
    #expect(first.map(\.nodes) == second.map(\.nodes))
    #expect(first.map(\.durations) == second.map(\.durations))
    #expect(Set(first.map(\.name)).count == 9)
    #expect(first.allSatisfy { $0.graph.check().isEmpty })
  }
}
