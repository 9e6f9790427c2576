// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryText
import Testing

@testable import GantryLaunch

/// Launches for which the system creates fewer threads than requested, or none.
@Suite(.timeLimit(.minutes(5))) struct LaunchThreadTests {
  /// Starts a limited number of threads.
  final class Source: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func start(_ work: @escaping LaunchThread.Work) -> String? {
      let isThere = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isThere ? LaunchThread.start(work) : "no more"
    }
  }

  private func launch(_ source: Source, _ log: OrderLog) throws -> Driver {
    let names = (0..<20).map { "t\($0)" }
    let plan = try LaunchGraph(
      nodes: names.map { LaunchNode($0) } + [LaunchNode("late", stage: .afterReady)]
    ).plan(workers: 4)
    return Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()),
      bodies: plan.tasks.map { task in .worker { log.note(task.name) } },
      // A thread that gave up on a busy machine could not be replaced.
      patience: .never, startThread: { source.start($0) })
  }

  @Test func `a launch without any thread ends with the reason`() async throws {
    let log = OrderLog()
    let run = try launch(Source(0), log)
    async let launch = run.run()
    await #expect(throws: LaunchError.noThreads(reason: "no more")) { try await run.ready() }
    let report = await launch
    #expect(log.words == [])
    #expect(report.tasks.allSatisfy { $0.outcome == .cancelled })
  }

  @Test(arguments: [1, 2]) func `all tasks run even with fewer threads than workers`(
    count: Int
  ) async throws {
    let log = OrderLog()
    let run = try launch(Source(count), log)
    async let launch = run.run()
    try await run.ready()
    _ = await launch
    #expect(log.words.count == 21)
  }
}
