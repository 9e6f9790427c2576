// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// Synchronous tasks that time out and don't return.
@Suite struct LaunchReplacementTests {
  typealias Action = LaunchMachine.Action

  private static func stuck(_ count: Int, lane: LaunchLane = .background) -> [LaunchNode] {
    (0..<count).map { LaunchNode("stuck\($0)", lane: lane, priority: 500, timeout: .seconds(1)) }
  }

  /// The actions when a task times out and its dependents have been notified.
  private static func time(out task: Int, in machine: inout LaunchMachine) -> [Action] {
    machine.handle(.timedOut(task: task, attempt: 1))
      + machine.handle(.acknowledged(task: task))
  }

  @Test func `a launch becomes ready although as many tasks hang as there are workers`() throws {
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

  @Test func `at most as many threads are added as there are workers, until one returns`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(3) + [LaunchNode("y"), LaunchNode("z")], workers: 1)
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine).contains(LaunchPlacesTests.run(1)))
    // Two threads hang by now: no other task gets a new one.
    #expect(Self.time(out: 1, in: &machine) == [.settled(task: 1, .timedOut)])
    // The first returns, so a thread can be added for the second.
    #expect(
      machine.handle(.finished(task: 0, .succeeded)) == [
        .replaced(task: 1), LaunchPlacesTests.run(2),
      ])
    #expect(Self.time(out: 2, in: &machine) == [.settled(task: 2, .timedOut)])
    #expect(machine.handle(.finished(task: 2, .succeeded)) == [LaunchPlacesTests.run(3)])
    #expect(LaunchPlacesTests.end(3, in: &machine).last == LaunchPlacesTests.run(4))
    // A late return frees no place that another task already has.
    #expect(machine.handle(.finished(task: 1, .succeeded)) == [])
    #expect(LaunchPlacesTests.end(4, in: &machine).contains(.ready))
  }

  @Test func `the main lane gets no second thread`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(1, lane: .main) + [LaunchNode("z", lane: .main)])
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine) == [.settled(task: 0, .timedOut)])
    #expect(machine.handle(.finished(task: 0, .succeeded)) == [LaunchPlacesTests.run(1)])
  }

  @Test func `an asynchronous task that times out has no thread to replace`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", isAsynchronous: true, timeout: .seconds(1))
    ])
    _ = machine.handle(.start)
    #expect(machine.handle(.timedOut(task: 0, attempt: 1)) == [.settled(task: 0, .timedOut)])
  }

  @Test func `a report says whether a task that timed out has returned`() throws {
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
