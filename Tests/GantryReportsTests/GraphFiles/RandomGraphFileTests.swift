// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

/// Graphs that are written as files and read again.
@Suite struct RandomGraphFileTests {
  private struct Sketch {
    var nodes: [LaunchNode] = []
    var durations: [String: Duration] = [:]
  }

  private static let names = ["Orders", "Orders.open", "日本", "a b", "\"x\"\\\n", "Ads.load.all"]
  private static let kinds: [LaunchEdge.Kind] = [.requires, .wants, .after, .before]

  private static func sketch(_ random: inout SeededGenerator) -> Sketch {
    let names = (0..<Int.random(in: 1...12, using: &random)).map { number in
      (Self.names.randomElement(using: &random) ?? "") + "\(number)"
    }
    var sketch = Sketch()
    for name in names {
      let edges = kinds.flatMap { kind in
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
          LaunchEdge(kind, names.randomElement(using: &random) ?? "")
        }
      }
      let time = random.chance(30) ? 0 : Int64.random(in: 1...5_000_000_000, using: &random)
      sketch.durations[name] = .nanoseconds(time)
      sketch.nodes.append(
        LaunchNode(
          name, owner: random.chance(50) ? nil : "Owner",
          role: LaunchNode.Role.allCases.randomElement(using: &random) ?? .task,
          stage: LaunchStage.allCases.randomElement(using: &random) ?? .idle,
          lane: LaunchLane.allCases.randomElement(using: &random) ?? .main,
          priority: Priority(rawValue: Int.random(in: -1_000...1_000, using: &random)),
          edges: edges, isJoin: time == 0))
    }
    return sketch
  }

  private static func json(_ sketch: Sketch) -> String {
    let tasks = sketch.nodes.map { node -> JSONText in
      let edges = kinds.map { kind in
        (
          kind.rawValue,
          JSONText.array(node.edges.filter { $0.kind == kind }.map { .string($0.target) })
        )
      }
      let milliseconds = (sketch.durations[node.name] ?? .zero) / .milliseconds(1)
      return .object(
        edges + [
          ("owner", .string(node.owner.rawValue)), ("role", .string(node.role.rawValue)),
          ("stage", .string(node.stage.rawValue)), ("lane", .string(node.lane.rawValue)),
          ("priority", .integer(node.priority.rawValue)),
          ("durationMilliseconds", .number("\(milliseconds)")), ("name", .string(node.name)),
        ])
    }
    return JSONText.object([("version", .integer(2)), ("tasks", .array(tasks))]).text
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a written graph reads back unchanged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sketch = Self.sketch(&random)
    let file = try LaunchGraphFile(text: Self.json(sketch), file: "g.json")
    let read = file.nodes.map { node in
      var node = node
      node.declaredAt = ""
      node.edges = node.edges.map { LaunchEdge($0.kind, $0.target) }
      return node
    }
    #expect(read == sketch.nodes, "seed \(seed)")
    #expect(file.durations == sketch.durations, "seed \(seed)")
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a valid graph is simulated no faster than its lower bound`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sketch = Self.sketch(&random)
    let order = sketch.nodes.map(\.name)
    for index in sketch.nodes.indices {
      // Edges go only backwards, so that there is no cycle.
      sketch.nodes[index].edges.removeAll { edge in
        let target = order.firstIndex(of: edge.target) ?? 0
        return edge.kind == .before ? target <= index : target >= index
      }
      sketch.nodes[index].stage = .beforeReady
    }
    let file = try LaunchGraphFile(text: Self.json(sketch), file: "g.json")
    let workers = Int.random(in: 1...4, using: &random)
    let simulation = try file.simulate(workers: workers)
    let longest = sketch.durations.values.max() ?? .zero
    #expect(simulation.total >= longest, "seed \(seed)")
    let sum = sketch.durations.values.reduce(.zero, +)
    #expect(simulation.total <= sum, "seed \(seed)")
    #expect(simulation.timeToReady == simulation.total, "seed \(seed)")
  }
}
