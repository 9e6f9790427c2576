// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// When tasks of a launch are at rest, which ends a wait for them.
///
/// With one worker `a` runs first, which is tried again after a second; `b` requires it, `c` waits
/// for the place. `gated` waits for a milestone, `next` requires `gated`; `lazy` runs on demand, and
/// `more`, which requires `lazy`, too.
@Suite struct LaunchRestTests {
  typealias Step = MachineScript.Step

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [Step]
    let task: String
    let caller: String?
    let isAtRest: Bool

    init(_ name: String, _ given: [Step], _ task: String, by caller: String? = nil, _ rests: Bool) {
      (testDescription, self.given, self.task) = (name, given, task)
      (self.caller, isAtRest) = (caller, rests)
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

  private static func isAtRest(
    _ tasks: [String], by caller: String? = nil, _ script: MachineScript
  ) -> Bool {
    let coming = Machine.Return(
      root: 0, group: [], nodes: tasks.map(script.node), start: .zero)
    return script.machine.isAtRest(coming, caller.map { .node(script.node($0)) })
  }

  static let failed = LaunchOutcome.failed(message: "x")
  static let ready: [Step] = [.start, .ends("a"), .ends("b"), .ends("c")]

  @Test(arguments: [
    Row("a task of a launch that has not begun", [], "a", false),
    Row("a task that runs", [.start], "a", false),
    Row("a task that waits for another one", [.start], "b", false),
    Row("a task that waits for a place", [.start], "c", false),
    Row("a task between two attempts", [.start, .ends("a", failed)], "a", false),
    Row("a task that has settled", ready, "a", true),
    Row("a task that waits for a milestone", ready, "gated", true),
    Row("a task that waits for such a task", ready, "next", true),
    Row("the same when the milestone is reached", ready + [.reaches("m")], "next", false),
    Row("a task that nothing asked for", ready, "lazy", true),
    Row("a task that waits for such a task on demand", ready, "more", true),
    Row("the same when it has been asked for", ready + [.demands("more")], "more", false),
    Row("a task that was asked for before its turn", [.start, .demands("lazy")], "lazy", false),
    Row("a task that waits for its own rest", [.start], "a", by: "a", true),
    Row("a task that waits for one that requires it", [.start], "b", by: "a", true),
    Row("a task that waits for one beside it", [.start], "c", by: "a", false),
  ])
  func `each state of a task is at rest or not`(row: Row) throws {
    var script = try Self.script()
    script.take(row.given)
    #expect(Self.isAtRest([row.task], by: row.caller, script) == row.isAtRest)
  }

  @Test func `a task is at rest in the step in which it ends`() throws {
    var script = try Self.script()
    script.take(.start)
    script.take(.ends("a"))
    #expect(Self.isAtRest(["a"], script))
    #expect(!Self.isAtRest(["b"], script))
  }

  @Test func `several tasks are at rest when each of them is at rest`() throws {
    var script = try Self.script()
    script.take(Self.ready)
    #expect(Self.isAtRest(["a", "gated", "lazy"], script))
    script.take(.reaches("m"))
    #expect(!Self.isAtRest(["a", "gated", "lazy"], script))
    #expect(Self.isAtRest([], script))
  }
}
