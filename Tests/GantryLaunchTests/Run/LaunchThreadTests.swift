// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantrySupport
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

  private func launch(_ source: Source, _ log: OrderLog, _ effects: Told? = nil) throws -> Driver {
    let names = (0..<20).map { "t\($0)" }
    let later = (0..<20).map { "late\($0)" }
    let plan = try LaunchGraph(
      nodes: names.map { LaunchNode($0) } + [LaunchNode("after", stage: .afterReady)]
        + later.map { LaunchNode($0, stage: .onDemand) }
    ).plan(workers: 4)
    return Driver(
      Wiring(plan), timer: LaunchTimer(ContinuousClock()),
      bodies: plan.tasks.map { task in .worker { log.note(task.name.rawValue) } }, effects: effects,
      // A thread that gave up on a busy machine could not be replaced.
      patience: .never, startThread: { source.start($0) })
  }

  @Test(arguments: [0, 1, 2, 3])
  func `all tasks run with fewer threads than workers or none, at the start and an hour later`(
    count: Int
  ) async throws {
    let log = OrderLog()
    let warnings = Mutex<[LaunchWarning]>([])
    let told = Told(onWarning: { warning in warnings.withLock { $0.append(warning) } })
    let run = try launch(Source(count), log, told)
    run.take(.start)
    try await run.ready()
    _ = await run.wait(for: .quiet)
    #expect(log.words.count == 21)
    // What was first asked for long after the launch finds no more threads than before.
    for node in run.plan.tasks.indices where run.plan.tasks[node].stage == .onDemand {
      run.take(.demanded(node))
    }
    _ = await run.wait(for: .quiet)
    #expect(Set(log.words).count == 41)
    #expect(run.report().tasks.allSatisfy { $0.outcome == .succeeded })
    await run.stop()
    let said = warnings.withLock(\.self)
    #expect(said == (count == 0 ? [.noThread(reason: "no more")] : Array(said.prefix(1))))
    #expect(said.allSatisfy { $0 == .noThread(reason: "no more") })
  }

  @Test func `a thread that is missing for a body that hangs is one of the pool`() async throws {
    let clock = ManualClock()
    let (door, log, begun) = (DispatchSemaphore(value: 0), OrderLog(), Promise<Void>())
    let plan = try LaunchGraph(
      nodes: [LaunchNode("stuck", priority: 500, timeout: .seconds(5)), LaunchNode("next")]
    ).plan(workers: 1)
    let source = Source(1)
    let run = Driver(
      Wiring(plan), timer: LaunchTimer(clock),
      bodies: plan.tasks.map { task in
        .worker {
          guard task.name == "stuck" else { return log.note(task.name.rawValue) }
          begun.resolve()
          door.wait()
        }
      }, patience: .never, startThread: { source.start($0) })
    run.take(.start)
    await begun.value()
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    try await run.ready()
    #expect(log.words == ["next"])
    door.signal()
    await run.stop()
    #expect(run.report().task(named: "stuck")?.lateEnd == .succeeded)
  }
}
