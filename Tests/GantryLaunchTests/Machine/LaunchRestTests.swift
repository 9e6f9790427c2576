// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// When tasks of a launch are at rest, which ends a wait for them.
///
/// With one worker `a` runs first, which is tried again after a second; `b` requires it, `c` waits
/// for the place. `gated` waits for a milestone, `next` requires `gated`; `lazy` runs on demand, and
/// `more`, which requires `lazy`, too.
@Suite struct LaunchRestTests {
  typealias Step = TakingBackTests.Step

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [Step]
    let task: String
    /// Whether it has ended, is paused, and is idle.
    let rests: [Bool]

    init(_ name: String, _ given: [Step], _ task: String, _ rests: Bool...) {
      (testDescription, self.given, self.task, self.rests) = (name, given, task, rests)
    }
  }

  private static func script() throws -> TakingBackTests.Script {
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("a", retry: RetryPolicy(count: 1, delay: .seconds(1))),
        LaunchNode("b", edges: [LaunchEdge(.requires, "a")]), LaunchNode("c"),
        LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "m")]),
        LaunchNode("next", stage: .afterReady, edges: [LaunchEdge(.requires, "gated")]),
        LaunchNode("lazy", stage: .onDemand),
        LaunchNode("more", stage: .onDemand, edges: [LaunchEdge(.requires, "lazy")]),
      ], milestones: [Milestone("m")]
    ).plan(workers: 1)
    return TakingBackTests.Script(machine: LaunchMachine(plan))
  }

  static let failed = LaunchOutcome.failed(message: "x")
  static let ready: [Step] = [.input(.start), .ends("a"), .ends("b"), .ends("c")]
  static let reached = Step.input(.reached(Milestone("m")))

  @Test(arguments: [
    Row("a task of a launch that has not begun", [], "a", true, true, false),
    Row("a task that runs", [.input(.start)], "a", false, false, false),
    Row("a task that waits for another one", [.input(.start)], "b", true, true, false),
    Row("a task that waits for a place", [.input(.start)], "c", true, false, false),
    Row(
      "a task between two attempts", [.input(.start), .ends("a", failed)], "a", true, false, false),
    Row("a task that has settled", ready, "a", true, true, true),
    Row("a task that waits for a milestone", ready, "gated", true, true, true),
    Row("a task that waits for such a task", ready, "next", true, true, true),
    Row("the same when the milestone is reached", ready + [reached], "next", true, true, false),
    Row("a task that nothing asked for", ready, "lazy", true, true, true),
    Row("a task that waits for such a task on demand", ready, "more", true, true, true),
    Row(
      "the same when it has been asked for", ready + [.input(.demanded("more"))], "more", true,
      true, false),
    Row(
      "a task that was asked for before its turn", [.input(.start), .input(.demanded("lazy"))],
      "lazy", true, false, false),
  ])
  func `each state of a task is at rest or not`(row: Row) throws {
    var script = try Self.script()
    for step in row.given { _ = script.take(step) }
    let task = script.position(row.task)
    let rests: [LaunchMachine.Rest] = [.ended, .paused, .idle]
    #expect(rests.map { script.machine.isAtRest([task], $0) } == row.rests)
  }

  @Test func `a task is not at rest while its dependents are being notified`() throws {
    var machine = try Self.script().machine
    _ = machine.handle(.start)
    _ = machine.handle(.finished(task: 0, .succeeded))
    for rest in [LaunchMachine.Rest.ended, .paused, .idle] {
      #expect(!machine.isAtRest([0], rest))
    }
  }

  @Test func `several tasks are at rest when each of them is at rest`() throws {
    var script = try Self.script()
    for step in Self.ready { _ = script.take(step) }
    let tasks = ["a", "gated", "lazy"].map(script.position)
    #expect(script.machine.isAtRest(tasks, .idle))
    _ = script.take(Self.reached)
    #expect(!script.machine.isAtRest(tasks, .idle))
    #expect(script.machine.isAtRest([], .idle))
  }
}
