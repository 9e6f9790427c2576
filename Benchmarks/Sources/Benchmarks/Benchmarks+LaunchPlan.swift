// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantrySupport
import LaunchGraphs

extension Benchmarks {
  /// Planning from recorded durations, which is a part of the time to ready.
  static var launchPlans: [Benchmark] {
    [
      launchPlan(tasks: 200, edges: 3, aim: 500_000),
      launchPlan(tasks: 1_200, edges: 8, aim: 10_000_000),
    ]
  }

  private static func launchPlan(tasks: Int, edges: Int, aim: Double) -> Benchmark {
    Benchmark(
      "launch.plan.\(tasks)", aim: aim,
      subject: .init("LaunchGraph.plan") {
        var random = SplitMix64(seed: 7)
        var durations: [String: Duration] = [:]
        let nodes = (0..<tasks).map { index in
          let name = "Module\(index).task"
          durations[name] = .microseconds(Int.random(in: 10...20_000, using: &random))
          let others = Set(
            (0..<min(index, edges * 21 / 20)).map { _ in
              Int.random(in: max(0, index - 200)..<index, using: &random)
            })
          return LaunchNode(
            name, owner: ModuleName(name),
            stage: Int.random(in: 0..<10, using: &random) == 0 ? .beforeReady : .afterReady,
            lane: Int.random(in: 0..<10, using: &random) < 3 ? .main : .background,
            edges: others.sorted().prefix(edges).map { LaunchEdge(.requires, "Module\($0).task") })
        }
        let graph = LaunchGraph(nodes: nodes)
        return { count in
          for _ in 0..<count {
            let plan = try? graph.plan(durations: durations, workers: 3)
            Sink.shared.sum &+= plan?.tasks.count ?? 0
          }
        }
      },
      remark: "\(tasks) tasks, each but the first with \(edges) edges")
  }

  /// Adds how close planned launches come to the best known times to ready.
  static func addLaunchRatios(to report: inout Report) throws {
    try addLaunchRatios(of: SampleGraph.generated, "generated", to: &report)
    guard let recorded = try SampleGraph.recorded() else {
      report.skip(
        "launch.ready.ratio.recorded", because: "\(SampleGraph.variable) names no folder of graphs")
      return
    }
    try addLaunchRatios(of: recorded, "recorded", to: &report)
  }

  private static func addLaunchRatios(
    of graphs: [SampleGraph], _ kind: String, to report: inout Report
  ) throws {
    let best = try bestKnownTimes()
    func ratio(_ graph: SampleGraph, _ records: [String: Duration]) throws -> Double {
      let plan = try graph.graph.plan(durations: records, workers: workers)
      let ready = plan.times(durations: graph.durations).ready
      guard let best = best[graph.name], best > .zero else { throw UnknownGraph(name: graph.name) }
      return ready / best
    }
    let ratios = try graphs.map { try ratio($0, $0.durations) }
    let disturbed = try graphs.enumerated().map { index, graph in
      var random = SplitMix64(seed: UInt64(index))
      let records = graph.graph.nodes.map { node in
        (node.name, (graph.durations[node.name] ?? .zero) * exp(0.5 * normal(&random)))
      }
      return try ratio(graph, Dictionary(uniqueKeysWithValues: records))
    }
    let name = "launch.ready.ratio.\(kind)"
    let count = "\(graphs.count) \(kind) graphs, \(workers) workers, beside the best known times"
    report.add(name, mean(ratios), aim: 1.025, remark: "\(count), mean")
    report.add(
      "\(name).p95", percentile(ratios), aim: 1.12, remark: "\(count), 95th percentile")
    report.add(
      "\(name).disturbed", mean(disturbed), aim: 1.06,
      remark: "\(count), planned from durations times a lognormal of deviation 0.5, mean")
  }

  private static let workers = 3

  /// The best known times to ready with these workers, by the graph's name.
  private static func bestKnownTimes() throws -> [String: Duration] {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let file = folder.appending(path: "best-known-times.csv")
    var times: [String: Duration] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: ",")
      guard cells.count == 3, cells[1] == "\(workers)", let time = Int64(cells[2]) else { continue }
      times[String(cells[0])] = .nanoseconds(time)
    }
    return times
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  /// The value that 95 of 100 do not exceed.
  private static func percentile(_ values: [Double]) -> Double {
    let index = (Double(values.count) * 0.95).rounded(.up) - 1
    return values.isEmpty ? 0 : values.sorted()[max(0, Int(index))]
  }

  /// A number of the standard normal distribution, after Box and Muller.
  private static func normal(_ random: inout SplitMix64) -> Double {
    let first = Double.random(in: Double.leastNormalMagnitude..<1, using: &random)
    let second = Double.random(in: 0..<1, using: &random)
    return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
  }
}

/// No best time of a graph is known.
struct UnknownGraph: Error {
  let name: String
}
