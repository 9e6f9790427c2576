// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Synchronization
import Testing

/// Long chains of asynchronous tasks, which one child task may run.
@Suite struct LaunchChainTests {
  struct Broken: Error {}

  static let length = 1000

  /// What the tasks of a chain did, and the launch that runs them.
  final class Log: Sendable {
    let order = Mutex<[Int]>([])
    let run = Mutex<LaunchRun?>(nil)
  }

  let log = Log()

  private func node(_ index: Int, _ stage: LaunchStage = .beforeReady) -> LaunchNode {
    LaunchNode(
      "t\(index)", stage: stage, isAsynchronous: true,
      edges: index == 0 ? [] : [LaunchEdge(.requires, "t\(index - 1)")])
  }

  private func launch(
    _ nodes: [LaunchNode], hooks: LaunchHooks = LaunchHooks(),
    body: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) throws -> LaunchRun {
    let bodies = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { index, node in
        let body = LaunchBody.background { [log] in
          log.order.withLock { $0.append(index) }
          try await body(index)
        }
        return (node.name, body)
      })
    let run = LaunchRun(
      try LaunchGraph(nodes: nodes).plan(), clock: ManualClock(), bodies: bodies,
      hooks: hooks)
    log.run.withLock { $0 = run }
    return run
  }

  @Test func `a chain runs once, in order, and is ready at its end`() async throws {
    let run = try launch((0..<Self.length).map { node($0) })
    await run.execute()
    let report = run.report()
    #expect(log.order.withLock(\.self) == Array(0..<Self.length))
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
    #expect(report.tasks.allSatisfy { $0.started != nil && $0.finished != nil })
    #expect(report.timeToReady != nil)
  }

  @Test func `a failure in a chain blocks the rest of it`() async throws {
    let run = try launch((0..<Self.length).map { node($0) }) { if $0 == 500 { throw Broken() } }
    await run.execute()
    let outcomes = run.report().tasks.compactMap(\.outcome)
    #expect(log.order.withLock(\.count) == 501)
    #expect(outcomes.count { $0 == .succeeded } == 500)
    #expect(outcomes.contains(.failed(message: "Broken()")))
    #expect(outcomes.count { if case .blocked = $0 { true } else { false } } == 499)
  }

  @Test func `a cancelled launch runs no further task of its chain`() async throws {
    let run = try launch((0..<Self.length).map { node($0) }) { [log] index in
      guard index == 500 else { return }
      log.run.withLock { $0?.cancel() }
      // Once this task is cancelled, the launch has handled the cancellation.
      while !Task.isCancelled { await Task.yield() }
    }
    await run.execute()
    #expect(log.order.withLock(\.count) == 501)
    #expect(run.report().tasks.last?.outcome == .cancelled)
  }

  @Test func `a chain continues through later stages in order`() async throws {
    let stages: [LaunchStage] = [.beforeReady, .afterReady, .idle]
    let run = try launch((0..<30).map { node($0, stages[$0 / 10]) })
    async let launch: Void = run.execute()
    await run.waitUntilIdle()
    #expect(log.order.withLock(\.self) == Array(0..<30))
    _ = await run.finish()
    await launch
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
    let run = LaunchRun(try LaunchGraph(nodes: nodes).plan(), bodies: bodies)
    await run.execute()
    #expect(log.order.withLock(\.self) == Array(0..<90))
    #expect(Set(run.report().tasks.compactMap(\.thread)) == ["main", "worker", "pool"])
  }

  @Test func `the hook of a settled task runs before the next task begins`() async throws {
    var hooks = LaunchHooks()
    hooks.onSettled = { [log] name, _ in
      log.order.withLock { $0.append(-(Int(name.dropFirst()) ?? 0)) }
    }
    let run = try launch((0..<100).map { node($0) }, hooks: hooks)
    await run.execute()
    #expect(log.order.withLock(\.self) == (0..<100).flatMap { [$0, -$0] })
  }
}
