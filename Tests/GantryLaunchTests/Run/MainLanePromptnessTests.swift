// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

@Suite struct MainLanePromptnessTests {
  /// A main actor whose answers take these numbers of milliseconds, one after the other.
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
  func `idle work waits until the main actor responds within half a frame`(
    answers: [Int], visits: Int
  ) async {
    let main = Busy(answers)
    await main.promptness().wait()
    #expect(main.visits == visits)
  }

  @Test func `a cancelled launch does not wait for a busy main actor`() async {
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
}
