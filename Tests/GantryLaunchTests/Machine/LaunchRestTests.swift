// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// When a launch is quiet, which ends the wait for it.
///
/// With one worker `a` runs first, which is tried again after a second; `b` requires it, `c` waits
/// for the place. `gated` waits for a milestone, `next` requires `gated`; `lazy` runs on demand, and
/// `more`, which requires `lazy`, too.
@Suite struct LaunchRestTests {
  typealias Step = MachineScript.Step

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [Step]
    let caller: String?
    let isQuiet: Bool

    init(_ name: String, _ given: [Step], by caller: String? = nil, _ isQuiet: Bool) {
      (testDescription, self.given, self.caller, self.isQuiet) = (name, given, caller, isQuiet)
    }
  }

  private static func script() throws -> MachineScript {
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
    return MachineScript(plan)
  }

  static let failed = LaunchOutcome.failed(message: "x")
  static let ready: [Step] = [.start, .ends("a"), .ends("b"), .ends("c")]

  @Test(arguments: [
    Row("before the start", [], false),
    Row("a task runs", [.start], false),
    Row("a task pauses before its next attempt", [.start, .ends("c"), .ends("a", failed)], false),
    Row("all tasks are left that need a milestone or a demand", ready, true),
    Row("the milestone is reached", ready + [.reaches("m")], false),
    Row(
      "and the task that requires such a task runs", ready + [.reaches("m"), .ends("gated")], false),
    Row("both have run", ready + [.reaches("m"), .ends("gated"), .ends("next")], true),
    Row("a task was asked for with another one", ready + [.demands("more")], false),
    Row("that one has run", ready + [.demands("more"), .ends("lazy")], false),
    Row("both have run", ready + [.demands("more"), .ends("lazy"), .ends("more")], true),
    Row("the caller runs, and another task waits for its place", [.start], by: "a", false),
    Row("only the caller runs", ready + [.demands("lazy")], by: "lazy", true),
    Row(
      "only the caller and what depends on it are left", ready + [.demands("more")], by: "lazy",
      true),
    Row("the run has ended", [.start, .stop, .ends("a")], true),
  ])
  func `a launch is quiet when nothing runs that the caller can wait for`(row: Row) throws {
    var script = try Self.script()
    script.take(row.given)
    let words = script.take(.waits(1, for: .quiet, node: row.caller))
    #expect(words == (row.isQuiet ? ["resume 1: done"] : []))
  }
}
