// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

/// A node without work takes no place on a lane and changes no launch.
@Suite(.timeLimit(.minutes(2))) struct LaunchJoinTests {
  static let durations: [String: Duration] = [
    "Gate.open": .milliseconds(20), "Session.start": .milliseconds(1),
    "Download": .milliseconds(400), "Heavy": .milliseconds(200),
  ]

  /// A short path to the longest task, beside a task that holds the main lane for long.
  static func nodes(joins: Bool) -> [LaunchNode] {
    let gate = joins ? "Gate" : "Gate.open"
    let session = joins ? "Session" : "Session.start"
    let nodes = [
      LaunchNode("Gate.open", lane: .main, priority: 500),
      LaunchNode(
        "Session.start", lane: .main, priority: 500, edges: [LaunchEdge(.requires, gate)]),
      LaunchNode("Download", priority: 500, edges: [LaunchEdge(.requires, session)]),
      LaunchNode("Heavy", lane: .main, priority: -400),
    ]
    guard joins else { return nodes }
    return nodes + [
      LaunchNode("Gate", edges: [LaunchEdge(.requires, "Gate.open")], isJoin: true),
      LaunchNode("Session", edges: [LaunchEdge(.requires, "Session.start")], isJoin: true),
    ]
  }

  @Test(arguments: [false, true], [false, true])
  func `a short path to a long task is not held up`(joins: Bool, isRecorded: Bool) throws {
    let graph = LaunchGraph(nodes: Self.nodes(joins: joins))
    let plan = try graph.plan(durations: isRecorded ? Self.durations : [:], workers: 3)
    #expect(plan.times(durations: Self.durations).ready == .milliseconds(421))
  }

  @Test(arguments: [false, true], [false, true])
  func `a launch gives the main lane to the successor, as its plan says`(
    joins: Bool, isHooked: Bool
  ) async throws {
    let plan = try LaunchGraph(nodes: Self.nodes(joins: joins)).plan(workers: 3)
    for _ in 0..<20 {
      let order = OrderLog()
      let effects = isHooked ? Told() : nil
      let bodies = Self.durations.keys.map { name in
        let note: @Sendable () -> Void = { order.note(name) }
        return (name, name == "Download" ? LaunchBody.worker { note() } : .main { note() })
      }
      _ = await plan.run(bodies: Dictionary(uniqueKeysWithValues: bodies), effects: effects)
      let main = order.words.filter { $0 != "Download" }
      #expect(main == ["Gate.open", "Session.start", "Heavy"])
    }
  }

  @Test func `joins do not change the lower bound in a report`() async throws {
    var bounds: [Duration?] = []
    for joins in [false, true] {
      let clock = ManualClock()
      let nodes = Self.nodes(joins: joins).map { node in
        var node = node
        node.isAsynchronous = node.name == "Download"
        return node
      }
      let plan = try LaunchGraph(nodes: nodes).plan(workers: 3)
      async let report = plan.run(
        clock: clock,
        bodies: [
          "Gate.open": .main { clock.advance(by: .milliseconds(20)) },
          "Session.start": .main { clock.advance(by: .milliseconds(1)) },
          "Heavy": .main {},
          "Download": .background { try await clock.sleep(for: .milliseconds(400)) },
        ])
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(400))
      bounds.append(await report.readyLowerBound)
    }
    #expect(bounds == [.milliseconds(421), .milliseconds(421)])
  }

  @Test(arguments: UInt64(0)..<8)
  func `a launch takes as long with joins as without`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let (graph, durations) = Self.graph(&random)
      let joined = Self.joining(graph, &random)
      for records in [durations, [:]] {
        let times = try [graph, joined].map { graph in
          try graph.plan(durations: records, workers: 2).times(durations: durations).ready
        }
        #expect(times[0] == times[1], "seed \(seed)")
      }
    }
  }

  private static func graph(
    _ random: inout SeededGenerator
  ) -> (graph: LaunchGraph, durations: [String: Duration]) {
    var durations: [String: Duration] = [:]
    let nodes = (0..<Int.random(in: 10...60, using: &random)).map { index in
      durations["t\(index)"] = .microseconds(Int.random(in: 1...9_000, using: &random))
      let edges = (0..<min(index, 2)).map { _ in
        LaunchEdge(.requires, "t\(Int.random(in: 0..<index, using: &random))")
      }
      return LaunchNode(
        "t\(index)", stage: random.chance(80) ? .beforeReady : .afterReady,
        lane: random.chance(40) ? .main : .background, isAsynchronous: random.chance(10),
        priority: Priority(rawValue: Int.random(in: 0...3, using: &random) * 100), edges: edges)
    }
    return (LaunchGraph(nodes: nodes), durations)
  }

  /// The same graph, with joins between many tasks and their dependents.
  private static func joining(
    _ graph: LaunchGraph, _ random: inout SeededGenerator
  ) -> LaunchGraph {
    var joined: Set<String> = []
    for node in graph.nodes where random.chance(60) { joined.insert(node.name) }
    var nodes = graph.nodes.map { node in
      var node = node
      node.edges = node.edges.map { edge in
        joined.contains(edge.target) ? LaunchEdge(edge.kind, "\(edge.target).end") : edge
      }
      return node
    }
    for node in graph.nodes where joined.contains(node.name) {
      nodes.append(
        LaunchNode(
          "\(node.name).end", stage: node.stage,
          priority: Priority(rawValue: .random(in: 0...1000, using: &random)),
          edges: [LaunchEdge(.requires, node.name)], isJoin: true))
    }
    return LaunchGraph(nodes: nodes)
  }
}
