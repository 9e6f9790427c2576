// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantrySupport
import Testing

/// Long chains of asynchronous tasks, which one child task may run.
@Suite struct LaunchChainTests {
  struct Broken: Error {}

  static let length = 1000

  /// What the tasks of a chain did, and the launch that runs them.
  final class Log: Sendable {
    let order = Mutex<[Int]>([])
    let run = Mutex<Driver?>(nil)
  }

  let log = Log()

  private func node(_ index: Int, _ stage: LaunchStage = .beforeReady) -> LaunchNode {
    LaunchNode(
      "t\(index)", stage: stage, isAsynchronous: true,
      edges: index == 0 ? [] : [LaunchEdge(.requires, "t\(index - 1)")])
  }

  private func launch(
    _ nodes: [LaunchNode], effects: (any Effects)? = nil,
    body: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) throws -> Driver {
    let bodies = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { index, node in
        let body = LaunchBody.background { [log] in
          log.order.withLock { $0.append(index) }
          try await body(index)
        }
        return (node.name, body)
      })
    let run = Driver(
      try LaunchGraph(nodes: nodes).plan(), clock: ManualClock(), bodies: bodies, effects: effects)
    log.run.withLock { $0 = run }
    return run
  }

  @Test func `a chain runs once, in order, and is ready at its end`() async throws {
    let run = try launch((0..<Self.length).map { node($0) })
    let report = await run.run()
    #expect(log.order.withLock(\.self) == Array(0..<Self.length))
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(report.tasks.allSatisfy { $0.started != nil && $0.finished != nil })
    #expect(report.timeToReady != nil)
  }

  @Test func `a failure in a chain blocks the rest of it`() async throws {
    let run = try launch((0..<Self.length).map { node($0) }) { if $0 == 500 { throw Broken() } }
    let outcomes = await run.run().tasks.compactMap(\.outcome)
    #expect(log.order.withLock(\.count) == 501)
    #expect(outcomes.count { $0 == .succeeded } == 500)
    #expect(outcomes.contains(.failed(message: "Broken()")))
    #expect(outcomes.count { if case .blocked = $0 { true } else { false } } == 499)
  }

  @Test func `a cancelled launch runs no further task of its chain`() async throws {
    let run = try launch((0..<Self.length).map { node($0) }) { [log] index in
      guard index == 500 else { return }
      log.run.withLock { _ = $0?.take(.stop) }
      // Once this task is cancelled, the launch has handled the cancellation.
      while !Task.isCancelled { await Task.yield() }
    }
    let report = await run.run()
    #expect(log.order.withLock(\.count) == 501)
    #expect(report.tasks.last?.outcome == .cancelled)
  }

  @Test func `a chain continues through later stages in order`() async throws {
    let stages: [LaunchStage] = [.beforeReady, .afterReady, .idle]
    let run = try launch((0..<30).map { node($0, stages[$0 / 10]) })
    _ = await run.run()
    #expect(log.order.withLock(\.self) == Array(0..<30))
  }

  @Test func `tasks in a chain run on their own lanes`() async throws {
    let nodes = (0..<90).map { index in
      var node = node(index)
      node.lane = index % 3 == 1 ? .main : .background
      node.isAsynchronous = index % 3 == 0
      return node
    }
    let bodies: [String: LaunchBody] = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { index, node in
        let note: @Sendable () -> Void = { [log] in log.order.withLock { $0.append(index) } }
        return switch index % 3 {
        case 0: (node.name, .background { note() })
        case 1:
          (
            node.name,
            .main {
              MainActor.assertIsolated()
              note()
            }
          )
        default: (node.name, .worker { note() })
        }
      })
    let report = try await LaunchGraph(nodes: nodes).plan().run(bodies: bodies)
    #expect(log.order.withLock(\.self) == Array(0..<90))
    #expect(Set(report.tasks.compactMap(\.thread)) == ["main", "worker", "pool"])
  }

  @Test func `the effects of a settled task come before the next task begins`() async throws {
    let nodes = (0..<100).map { node($0) }
    let told = Told(of: try LaunchGraph(nodes: nodes).plan()) { [log] name, _ in
      log.order.withLock { $0.append(-(Int(name.dropFirst()) ?? 0)) }
    }
    let run = try launch(nodes, effects: told)
    _ = await run.run()
    #expect(log.order.withLock(\.self) == (0..<100).flatMap { [$0, -$0] })
  }
}
