// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// A cancellation that finds a task in each possible state.
@Suite struct LaunchCancellationTests {
  typealias Input = Machine.Input

  static let failed = LaunchOutcome.failed(message: "x")

  private static let ends = Input.ended(Ticket(0, 1), .succeeded)

  /// The inputs before the cancellation, and how `task` has ended when every body has.
  static let rows: [(state: String, before: [Input], ends: [Input], outcome: LaunchOutcome)] = [
    ("not started", [], [.start], .cancelled),
    ("waiting", [.start], [ends], .cancelled),
    (
      "running, and succeeds", [.start, ends],
      [.ended(Ticket(1, 1), .succeeded)], .succeeded
    ),
    (
      "running, and fails", [.start, ends],
      [.ended(Ticket(1, 1), failed)], .cancelled
    ),
    (
      "running, and is cancelled",
      [.start, ends],
      [.ended(Ticket(1, 1), .cancelled)], .cancelled
    ),
    (
      "running, and times out", [.start, ends],
      [.timedOut(Ticket(1, 1)), .ended(Ticket(1, 1), .succeeded)], .timedOut
    ),
    (
      "between two tries",
      [
        .start, ends, .ended(Ticket(1, 1), failed),
      ],
      [.rested(Ticket(1, 1))], .cancelled
    ),
    (
      "ended",
      [
        .start, ends,
        .ended(Ticket(1, 1), .succeeded),
      ],
      [], .succeeded
    ),
    (
      "its requirement failed", [.start, .ended(Ticket(0, 1), failed)], [], .blocked(by: ["first"])
    ),
  ]

  @Test(arguments: rows)
  func `a cancelled launch ends, whatever its tasks are doing`(
    row: (state: String, before: [Input], ends: [Input], outcome: LaunchOutcome)
  ) throws {
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("first", priority: 500),
        LaunchNode(
          "task", priority: 499, edges: [LaunchEdge(.requires, "first")],
          retry: RetryPolicy(count: 1, delay: .seconds(1))),
        // It keeps the app from being ready.
        LaunchNode("beside", isAsynchronous: true), LaunchNode("later", stage: .afterReady),
        LaunchNode("idle", stage: .idle),
        LaunchNode("lazy", stage: .onDemand),
        LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
      ], milestones: [Milestone("consent")]
    ).plan(workers: 1)
    let task = try #require(plan.tasks.firstIndex { $0.name == "task" })
    try #require(plan.tasks[0].name == "first" && task == 1)
    var machine = Machine(plan)
    var actions: [Machine.Action] = []
    for input in row.before { actions += machine.handle(input) }
    actions += machine.handle(.stop) + machine.handle(.stop)
    for input in row.ends { actions += machine.handle(input) }
    let beside = Ticket(plan.position("beside"), 1)
    if machine.runs(beside) { actions += machine.handle(.ended(beside, .cancelled)) }
    // No later input begins a task.
    for input in [Input.reached(Milestone("consent")), .demanded(plan.position("lazy"))] {
      #expect(machine.handle(input) == [])
    }
    #expect(machine.outcome(of: task) == row.outcome)
    #expect(machine.isSettled && !machine.isReady && machine.isCutShort)
    #expect(actions.count { $0 == .cancelAll } == 1 && !actions.contains(.ready))
    for position in plan.tasks.indices {
      let count = actions.count {
        if case .settled(let ticket, _) = $0 { ticket.node == position } else { false }
      }
      #expect(count == 1, "\(plan.tasks[position].name) settles once")
    }
    #expect(machine.handle(.stop) == [], "a launch that is over has nothing to cancel")
    _ = machine.handle(.close)
    #expect(machine.isClosed)
  }
}
