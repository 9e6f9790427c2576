// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Synchronous tasks that time out and don't return.
@Suite struct LaunchReplacementTests {
  typealias Action = Machine.Action

  private static func stuck(_ count: Int, lane: LaunchLane = .background) -> [LaunchNode] {
    (0..<count).map { LaunchNode("stuck\($0)", lane: lane, priority: 500, timeout: .seconds(1)) }
  }

  /// The actions when a task times out, apart from its cancellation.
  private static func time(out task: Int, in machine: inout Machine) -> [Action] {
    machine.handle(.timedOut(Ticket(task, 1))).filter { $0 != .cancel(Ticket(task, 1)) }
  }

  /// The actions when a body returns.
  private static func back(_ task: Int, in machine: inout Machine) -> [Action] {
    machine.handle(.ended(Ticket(task, 1), .succeeded))
  }

  @Test func `a launch becomes ready although as many tasks hang as there are workers`() throws {
    var machine = try LaunchPlacesTests.machine(Self.stuck(2) + [LaunchNode("z")])
    _ = machine.handle(.start)
    #expect(
      Self.time(out: 0, in: &machine) == [
        .settled(Ticket(0, 1), .timedOut), .replaced(Ticket(0, 1)), LaunchPlacesTests.run(2),
      ])
    #expect(
      Self.time(out: 1, in: &machine) == [
        .settled(Ticket(1, 1), .timedOut), .replaced(Ticket(1, 1)),
      ])
    #expect(LaunchPlacesTests.end(2, in: &machine).contains(.ready))
    #expect(machine.isSettled)
  }

  @Test func `each body that hangs costs a thread, and one more may run in its place`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(3) + [LaunchNode("y"), LaunchNode("z")], workers: 1)
    _ = machine.handle(.start)
    for task in 0..<3 {
      #expect(
        Self.time(out: task, in: &machine) == [
          .settled(Ticket(task, 1), .timedOut), .replaced(Ticket(task, 1)),
          LaunchPlacesTests.run(task + 1),
        ])
    }
    // A late return frees no place that another task already has.
    for task in 0..<3 { #expect(Self.back(task, in: &machine) == []) }
    #expect(machine.nodes[0].lateEnd == .succeeded)
    #expect(LaunchPlacesTests.end(3, in: &machine).last == LaunchPlacesTests.run(4))
    #expect(LaunchPlacesTests.end(4, in: &machine).contains(.ready))
  }

  @Test func `the main lane gets no second thread`() throws {
    var machine = try LaunchPlacesTests.machine(
      Self.stuck(1, lane: .main) + [LaunchNode("z", lane: .main)])
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine) == [.settled(Ticket(0, 1), .timedOut)])
    #expect(Self.back(0, in: &machine) == [LaunchPlacesTests.run(1)])
  }

  @Test func `an asynchronous task that times out has no thread to replace`() throws {
    var machine = try LaunchPlacesTests.machine([
      LaunchNode("a", isAsynchronous: true, timeout: .seconds(1))
    ])
    _ = machine.handle(.start)
    #expect(Self.time(out: 0, in: &machine) == [.settled(Ticket(0, 1), .timedOut), .ready])
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
