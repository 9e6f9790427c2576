// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Dispatch
import Synchronization
import Testing

@testable import GantryLaunch

@Suite struct MainLanePromptnessTests {
  /// A main actor that takes so many milliseconds for each answer, one after the other.
  private final class Busy: Sendable {
    private let state: Mutex<(now: Duration, answers: [Int], visits: Int)>
    init(_ answers: [Int]) { state = Mutex((.zero, answers, 0)) }

    var visits: Int { state.withLock { $0.visits } }

    func promptness(onVisit: @escaping @Sendable (Int) -> Void = { _ in }) -> MainLanePromptness {
      MainLanePromptness(now: { self.state.withLock { $0.now } }) {
        let visit = self.state.withLock { state in
          state.visits += 1
          state.now += .milliseconds(state.answers.isEmpty ? 1_000 : state.answers.removeFirst())
          return state.visits
        }
        onVisit(visit)
      }
    }
  }

  @Test(arguments: [([0], 1), ([8], 1), ([9, 8], 2), ([400, 90, 17, 3, 500], 4)])
  func `idle work waits until the main actor answers within half a frame`(
    answers: [Int], visits: Int
  ) async {
    let main = Busy(answers)
    await main.promptness().wait()
    #expect(main.visits == visits)
  }

  @Test func `a cancelled launch does not wait for a main actor that stays busy`() async {
    let main = Busy([])
    let waiting = Task {
      await main.promptness { visit in
        if visit == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }.wait()
    }
    await waiting.value
    #expect(main.visits == 3)
  }

  @Test func `an idle task runs when the real main actor is free`() async throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("late", stage: .idle), LaunchNode("shown", stage: .idle, lane: .main),
    ])
    let report = await (try graph.plan()).run(bodies: [
      "late": .background {}, "shown": .main {},
    ])
    #expect(report.tasks.allSatisfy { $0.outcome == .succeeded })
  }

  @Test func `an idle task that somebody asks for does not wait for the main actor`() async throws {
    let plan = try LaunchGraph(nodes: [LaunchNode("wanted", stage: .idle)]).plan()
    // The main actor is taken until the task has run.
    let hasRun = DispatchSemaphore(value: 0)
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    let run = LaunchRun(plan, bodies: ["wanted": .worker { hasRun.signal() }])
    run.demand("wanted")
    let busy = Task { @MainActor in
      hold.yield()
      Self.wait(for: hasRun)
    }
    for await _ in held { break }
    async let launch: Void = run.execute()
    let report = await run.finish()
    await busy.value
    await launch
    #expect(report.task(named: "wanted")?.outcome == .succeeded)
    #expect(report.task(named: "wanted")?.releasedBy == .demand)
  }

  /// Blocks, which asynchronous code may not say itself.
  private nonisolated static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
