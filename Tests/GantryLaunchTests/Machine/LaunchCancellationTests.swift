// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

/// A cancellation that finds a task in each possible state.
@Suite struct LaunchCancellationTests {
  typealias Input = LaunchMachine.Input

  static let failed = LaunchOutcome.failed(message: "x")

  /// The inputs before the cancellation, and how `task` has ended when every body has.
  static let rows: [(state: String, before: [Input], ends: [Input], outcome: LaunchOutcome)] = [
    ("not started", [], [.start], .cancelled),
    ("waiting", [.start], [.finished(task: 0, .succeeded)], .cancelled),
    (
      "running, and succeeds", [.start, .finished(task: 0, .succeeded), .acknowledged(task: 0)],
      [.finished(task: 1, .succeeded)], .succeeded
    ),
    (
      "running, and fails", [.start, .finished(task: 0, .succeeded), .acknowledged(task: 0)],
      [.finished(task: 1, failed)], .cancelled
    ),
    (
      "running, and is cancelled",
      [.start, .finished(task: 0, .succeeded), .acknowledged(task: 0)],
      [.finished(task: 1, .cancelled)], .cancelled
    ),
    (
      "running, and times out", [.start, .finished(task: 0, .succeeded), .acknowledged(task: 0)],
      [.timedOut(task: 1, attempt: 1), .finished(task: 1, .succeeded)], .timedOut
    ),
    (
      "between two tries",
      [
        .start, .finished(task: 0, .succeeded), .acknowledged(task: 0), .finished(task: 1, failed),
      ],
      [.rested(task: 1, attempt: 2)], .cancelled
    ),
    (
      "ended, not acknowledged",
      [
        .start, .finished(task: 0, .succeeded), .acknowledged(task: 0),
        .finished(task: 1, .succeeded),
      ],
      [], .succeeded
    ),
    ("its requirement failed", [.start, .finished(task: 0, failed)], [], .cancelled),
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
        LaunchNode("later", stage: .afterReady), LaunchNode("idle", stage: .idle),
        LaunchNode("lazy", stage: .onDemand),
        LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
      ], milestones: [Milestone("consent")]
    ).plan(workers: 1)
    let task = try #require(plan.tasks.firstIndex { $0.name == "task" })
    try #require(plan.tasks[0].name == "first" && task == 1)
    var machine = LaunchMachine(plan)
    var actions: [LaunchMachine.Action] = []
    for input in row.before { actions += machine.handle(input) }
    actions += machine.handle(.cancelled) + machine.handle(.cancelled)
    for input in row.ends { actions += machine.handle(input) }
    // No later input begins a task.
    for input in [Input.reached(Milestone("consent")), .demanded("lazy"), .closed] {
      #expect(machine.handle(input) == [])
    }
    for case .settled(let position, _) in actions {
      actions += machine.handle(.acknowledged(task: position))
    }
    #expect(machine.outcome(of: task) == row.outcome)
    #expect(machine.isFinished && !machine.isReady && machine.isCancelled)
    #expect(actions.count { $0 == .cancel } == 1)
    #expect(actions.count { $0 == .finished } == 1 && !actions.contains(.ready))
    for position in plan.tasks.indices {
      let count = actions.count {
        if case .settled(position, _) = $0 { true } else { false }
      }
      #expect(count == 1, "\(plan.tasks[position].name) settles once")
    }
    #expect(machine.handle(.cancelled) == [], "a launch that is over has nothing to cancel")
  }
}
