// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports

/// A graph to launch, with how long its tasks take.
struct SampleGraph {
  let name: String
  let graph: LaunchGraph
  let durations: [String: Duration]

  /// Twelve graphs: every third of the recorded ones, or generated ones where there are none.
  static func all() throws -> [SampleGraph] {
    let folder =
      ProcessInfo.processInfo.environment["GANTRY_LAUNCH_GRAPHS"] ?? "../shared/launch-graphs"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    guard files.count >= 12 else { return (1...12).map { generated(seed: UInt64($0)) } }
    return try (0..<12).map { index in
      let file = try LaunchGraphFile(path: "\(folder)/\(files[index * files.count / 12])")
      return SampleGraph(name: file.name, graph: file.graph, durations: file.durations)
    }
  }

  /// A graph of layers with fans between them, a tenth on the main lane, a third after ready.
  private static func generated(seed: UInt64) -> SampleGraph {
    var state = seed
    func random(_ bound: Int) -> Int {
      // A linear congruential generator with the constants of Knuth's MMIX.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var durations: [String: Duration] = [:]
    let nodes = (0..<60).map { index in
      let stage: LaunchStage = index >= 40 ? .afterReady : .beforeReady
      let edges =
        index < 6
        ? []
        : (0..<2).map { _ in
          LaunchEdge(.requires, "t\(index - 1 - random(min(index, 12)))")
        }
      durations["t\(index)"] = .milliseconds(1 + random(40))
      return LaunchNode(
        "t\(index)", stage: stage, lane: random(10) == 0 ? .main : .background,
        edges: Array(Set(edges)))
    }
    return SampleGraph(
      name: "generated-\(seed)", graph: LaunchGraph(nodes: nodes), durations: durations)
  }
}
