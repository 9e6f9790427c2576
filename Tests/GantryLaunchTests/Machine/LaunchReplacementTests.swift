// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// Synchronous tasks that time out and do not return.
@Suite struct LaunchReplacementTests {
  typealias Action = LaunchMachine.Action

  private static func stuck(_ count: Int, lane: LaunchLane = .background) -> [LaunchNode] {
    (0..<count).map { LaunchNode("stuck\($0)", lane: lane, priority: 500, timeout: .seconds(1)) }
  }

  /// What happens when a task times out and everybody has been told.
  private static func time(out task: Int, in machine: inout LaunchMachine) -> [Action] {
    machine.handle(.timedOut(task: task, attempt: 1))
      + machine.handle(.acknowledged(task: task))
  }

  @Test func `as many tasks as there are workers may hang and the launch gets ready`() throws {
    var machine = try LaunchPlacesTests.machine(Self.stuck(2) + [LaunchNode("z")])
    _ = machine.handle(.start)
    #expect(
      Self.time(out: 0, in: &machine) == [
        .settled(task: 0, .timedOut), .replaced(task: 0), LaunchPlacesTests.run(2),
      ])
    #expect(
      Self.time(out: 1, in: &machine) == [.settled(task: 1, .timedOut), .replaced(task: 1)])
    #expect(LaunchPlacesTests.end(2, in: &machine).contains(.ready))
    #expect(machine.isFinished)
  }

  @Test func `no more threads are added than there are workers until one has come back`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(3) + [LaunchNode("y"), LaunchNode("z")], workers: 1)
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine).contains(LaunchPlacesTests.run(1)))
    // Two threads hang by now: nobody else gets one.
    #expect(Self.time(out: 1, in: &machine) == [.settled(task: 1, .timedOut)])
    // The first comes back, and may be replaced again: by the place of the second.
    #expect(
      machine.handle(.finished(task: 0, .succeeded)) == [
        .replaced(task: 1), LaunchPlacesTests.run(2),
      ])
    #expect(Self.time(out: 2, in: &machine) == [.settled(task: 2, .timedOut)])
    #expect(machine.handle(.finished(task: 2, .succeeded)) == [LaunchPlacesTests.run(3)])
    #expect(LaunchPlacesTests.end(3, in: &machine).last == LaunchPlacesTests.run(4))
    // What comes back late gives no place that somebody else has got.
    #expect(machine.handle(.finished(task: 1, .succeeded)) == [])
    #expect(LaunchPlacesTests.end(4, in: &machine).contains(.ready))
  }

  @Test func `the main lane has no second thread`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(1, lane: .main) + [LaunchNode("z", lane: .main)])
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine) == [.settled(task: 0, .timedOut)])
    #expect(machine.handle(.finished(task: 0, .succeeded)) == [LaunchPlacesTests.run(1)])
  }

  @Test func `what suspends has no thread that would be replaced`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", isAsynchronous: true, timeout: .seconds(1))
    ])
    _ = machine.handle(.start)
    #expect(machine.handle(.timedOut(task: 0, attempt: 1)) == [.settled(task: 0, .timedOut)])
  }

  @Test func `what is late in returning says so`() throws {
    let plan = try LaunchGraph(nodes: Self.stuck(1)).plan()
    func text(_ lateEnd: LaunchOutcome?) -> String {
      let task = LaunchReport.Task(
        plan.tasks[0], outcome: .timedOut, releasedBy: .start, attempts: 1, lateEnd: lateEnd,
        queued: .zero, started: .zero, finished: .seconds(1))
      return LaunchReport(tasks: [task], timeToReady: .seconds(1), total: .seconds(2)).description
    }
    #expect(text(nil).hasSuffix("stuck0: timed out (has not returned)"))
    #expect(text(.succeeded).hasSuffix("stuck0: timed out (ended late: succeeded)"))
  }
}
