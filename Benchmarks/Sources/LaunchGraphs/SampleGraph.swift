// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GantryLaunch
internal import GantrySupport

/// A graph to launch, with how long its tasks take.
package struct SampleGraph {
  package let name: String
  package let graph: LaunchGraph
  package let durations: [String: Duration]

  /// The variable that names a folder of recorded graphs.
  package static let variable = "GANTRY_LAUNCH_GRAPHS"

  /// Random graphs in the shapes of recorded ones.
  package static var generated: [SampleGraph] {
    LaunchShapes.samples(seeds: 0..<4).map {
      SampleGraph(name: $0.name, graph: $0.graph, durations: $0.durations)
    }
  }

  /// The recorded graphs, by name; nil if no folder is named.
  ///
  /// Each is a JSON file, such as `{"tasks": [{"name": "a", "durationMilliseconds": 12.5, "lane":
  /// "background", "stage": "blocking", "requires": ["b"]}]}`. Tasks of the stage `deferred` run
  /// after *ready*.
  package static func recorded() throws -> [SampleGraph]? {
    guard let folder = ProcessInfo.processInfo.environment[variable] else { return nil }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.sorted()
      .map { file in
        let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
        let tasks = try JSONDecoder().decode(Recording.self, from: data).tasks
        return SampleGraph(
          name: String(file.dropLast(5)), graph: LaunchGraph(nodes: tasks.map(\.node)),
          durations: Dictionary(
            tasks.map { ($0.name, $0.duration) }, uniquingKeysWith: { first, _ in first }))
      }
  }
}

/// The file of a recorded graph.
private struct Recording: Decodable {
  struct Task: Decodable {
    let name: String
    let durationMilliseconds: Double
    let lane: LaunchLane
    let stage: String
    let requires: [String]

    var duration: Duration { .nanoseconds(Int64((durationMilliseconds * 1_000_000).rounded())) }

    var node: LaunchNode {
      LaunchNode(
        name, owner: ModuleName(name),
        stage: stage == "deferred" ? .afterReady : .beforeReady, lane: lane,
        edges: requires.map { LaunchEdge(.requires, $0) },
        // A task without a duration has no work, and takes no turn on a lane.
        isJoin: duration == .zero)
    }
  }

  let tasks: [Task]
}
