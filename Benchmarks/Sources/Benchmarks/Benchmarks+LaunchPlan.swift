// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports

extension Benchmarks {
  /// Planning a large graph from recorded durations.
  static var launchPlan: Benchmark {
    let (tasks, edges) = (1_200, 8)
    return Benchmark(
      "launch.plan.1200", aim: 10_000_000,
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
            name, stage: Int.random(in: 0..<10, using: &random) == 0 ? .beforeReady : .afterReady,
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

  /// What the tool does with a file of very many dependencies: reads, checks, plans and simulates it.
  static var launchFile: Benchmark {
    #if DEBUG
      // Without optimization it takes minutes, and only shows that it runs.
      let edges = 20_000
    #else
      let edges = 1_000_000
    #endif
    return Benchmark(
      "launch.file.edge", operationsPerRepetition: edges,
      subject: .init("\(edges) edges") { launchFile(edges: edges) },
      peers: [
        .init("a quarter of them", aim: 1.2, operations: edges / 4) {
          launchFile(edges: edges / 4)
        }
      ],
      remark: "2000 tasks; the time for one edge must not grow with the number of edges")
  }

  private static func launchFile(edges: Int) -> Contender.Body {
    let tasks = 2_000
    var random = SplitMix64(seed: 11)
    // Each task gets its share of the tasks before it, so that there are as many as wanted.
    let share = Double(edges) / Double(tasks * (tasks - 1) / 2)
    let lines = (0..<tasks).map { task in
      let others = (0..<Int((Double(task) * share).rounded()))
        .map { "\"Module\(Int(Double($0) / share)).task\"" }
      return """
        {"name": "Module\(task).task", "durationMilliseconds": \(Int.random(in: 1...20, using: &random)), \
        "lane": "\(task % 4 == 0 ? "main" : "background")", \
        "requires": [\(others.joined(separator: ", "))]}
        """
    }
    let text = "{\"version\": 1, \"tasks\": [\(lines.joined(separator: ",\n"))]}"
    return { count in
      for _ in 0..<count {
        let simulation = try? LaunchGraphFile(text: text, file: "large.json").simulate(workers: 3)
        guard let simulation else { return Sink.shared.failures += 1 }
        Sink.shared.sum &+= simulation.tasks.count
      }
    }
  }

  /// Adds how close the simulated launches of many graphs come to their lower bounds.
  static func addLaunchRatios(to report: inout Report) throws {
    let graphs = try launchGraphs()
    let kind = graphs.isRecorded ? "recorded" : "generated"
    var ready: [(name: String, value: Double)] = []
    var worst = ready
    var total = ready
    for policy in LaunchPolicy.allCases {
      let launches = try graphs.all.map { graph in
        LaunchSimulation(
          try graph.graph.plan(durations: graph.durations, workers: 3, policy: policy))
      }
      ready.insert((policy.rawValue, mean(launches.map(readyRatio))), at: 0)
      worst.insert((policy.rawValue, percentile(launches.map(readyRatio))), at: 0)
      let totals = launches.map { ratio($0.total, $0.totalLowerBound) }
      total.insert((policy.rawValue, mean(totals)), at: 0)
    }
    let count = "\(graphs.all.count) \(kind) graphs, 3 workers"
    report.add("launch.ready.ratio", ready, aim: 1.006, remark: "\(count), mean")
    report.add("launch.ready.ratio.p95", worst, aim: 1.05, remark: "\(count), 95th percentile")
    report.add("launch.total.ratio", total, aim: 1.028, remark: "\(count), mean")
    let disturbed = try graphs.all.enumerated().map { index, graph in
      var random = SplitMix64(seed: UInt64(index))
      let records = graph.graph.nodes.map(\.name).map { name in
        (name, (graph.durations[name] ?? .zero) * exp(0.5 * normal(&random)))
      }
      let plan = try graph.graph.plan(
        durations: Dictionary(uniqueKeysWithValues: records), workers: 3)
      return readyRatio(LaunchSimulation(plan, durations: graph.durations))
    }
    report.add(
      "launch.ready.ratio.disturbed", [("ready", mean(disturbed))], aim: 1.06,
      remark: "\(count), planned from durations times a lognormal of deviation 0.5, mean")
  }

  private typealias Sample = (name: String, graph: LaunchGraph, durations: [String: Duration])

  /// Recorded graphs where there are some, otherwise random ones of the same shapes.
  ///
  /// They are looked for in the folder that `GANTRY_LAUNCH_GRAPHS` names.
  private static func launchGraphs() throws -> (all: [Sample], isRecorded: Bool) {
    let folder =
      ProcessInfo.processInfo.environment["GANTRY_LAUNCH_GRAPHS"] ?? "../shared/launch-graphs"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = try names.filter { $0.hasSuffix(".json") }.sorted()
      .map { try LaunchGraphFile(path: "\(folder)/\($0)") }
    guard files.isEmpty else {
      return (files.map { ($0.name, $0.graph, $0.durations) }, true)
    }
    return (
      LaunchShapes.samples(seeds: 0..<4).map { ($0.name, $0.graph, $0.durations) }, false
    )
  }

  private static func readyRatio(_ launch: LaunchSimulation) -> Double {
    ratio(launch.timeToReady, launch.readyLowerBound)
  }

  /// A time over its lower bound; 1 where that is zero.
  private static func ratio(_ time: Duration, _ bound: Duration) -> Double {
    bound > .zero ? time / bound : 1
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
