// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Chains from a task down to the one that it waits for.
@Suite struct LaunchWaitTests {
  private static func wait(
    _ chain: ModuleName..., state: LaunchWait.State = .running, for seconds: Int? = 2
  ) -> LaunchWait {
    LaunchWait(
      chain: chain, state: state, lane: .main, elapsed: seconds.map { .seconds($0) })
  }

  @Test(
    arguments: [
      ([], []),
      ([wait("a", "x")], ["waiting for a ← x, running for 2.0 s on the main lane"]),
      (
        [wait("b", "x"), wait("c", "a", "x"), wait("d", "e", "x")],
        ["waiting for c ← a ← x, running for 2.0 s on the main lane; b, d wait for it, too"]
      ),
      (
        [wait("a", "x"), wait("c", "a", "x")],
        ["waiting for c ← a ← x, running for 2.0 s on the main lane"]
      ),
      (
        [
          wait("p", "q", state: .stage(.afterReady), for: nil), wait("a", "x"),
          wait("r", "q", state: .stage(.afterReady), for: nil), wait("b", "y", for: 1),
        ],
        [
          "waiting for a ← x, running for 2.0 s on the main lane",
          "waiting for b ← y, running for 1.0 s on the main lane",
          "waiting for p ← q, waiting until the app is ready; r waits for it, too",
        ]
      ),
    ] as [([LaunchWait], [String])])
  func `open waits are grouped by cause, running tasks first`(waits: [LaunchWait], lines: [String])
  {
    #expect(OpenTask.all(waits).map(\.description) == lines)
  }

  @Test func `adjacent tasks that get the same name are merged into one`() {
    let wait = Self.wait("A.start", "A.open", "B.open", "A.init", state: .queued)
    let renamed = wait.renaming { ModuleName(String($0.rawValue.prefix(1))) }
    #expect(renamed.chain == ["A", "B", "A"])
    #expect(renamed == Self.wait("A", "B", "A", state: .queued))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [MachineScript.Step]
    let task: ModuleName
    let chain: [ModuleName]?
    let state: LaunchWait.State?

    init(
      _ name: String, _ given: [MachineScript.Step], _ task: ModuleName,
      _ chain: [ModuleName]?,
      _ state: LaunchWait.State?
    ) {
      (testDescription, self.given, self.task) = (name, given, task)
      (self.chain, self.state) = (chain, state)
    }
  }

  /// With one worker `a` runs first, then `b`; `c` requires both, and `d` requires `c`.
  private static func script() throws -> MachineScript {
    let both = [LaunchEdge(.requires, "a"), LaunchEdge(.requires, "b")]
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode("a", priority: 1, retry: RetryPolicy(count: 1, delay: .seconds(1))),
        LaunchNode("b"), LaunchNode("c", edges: both),
        LaunchNode("d", edges: [LaunchEdge(.requires, "c")]),
        LaunchNode("lazy", stage: .onDemand, edges: [LaunchEdge(.after, "d")]),
        LaunchNode(
          "seen", stage: .afterReady, edges: [LaunchEdge(.after, "m"), LaunchEdge(.after, "l")]),
      ], milestones: [Milestone("m"), Milestone("l")]
    ).plan(workers: 1)
    return MachineScript(plan)
  }

  private static let begun: [MachineScript.Step] = [.start, .begins("a")]
  private static let ready: [MachineScript.Step] =
    begun + [.ends("a"), .ends("b"), .ends("c"), .ends("d")]

  @Test(arguments: [
    Row("a task that is not there has no wait", begun, "z", nil, nil),
    Row("a task that has settled has none", begun + [.ends("a")], "a", nil, nil),
    Row("before the start the launch is waited for", [], "d", ["d", "c", "a"], .notStarted),
    Row("a task that runs waits for itself", begun, "a", ["a"], .running),
    Row("a task without a place is queued", begun, "b", ["b"], .queued),
    Row("the chain follows a task that runs", begun, "d", ["d", "c", "a"], .running),
    Row(
      "and then the one that is left", begun + [.ends("a"), .begins("b")], "d", ["d", "c", "b"],
      .running),
    Row(
      "the chain follows a task between two attempts",
      begun + [.ends("a", .failed(message: "x"))], "c", ["c", "a"],
      .resting(attempt: 2, failure: "x")),
    Row(
      "an on-demand task waits for its dependencies first", begun, "lazy", ["lazy", "d", "c", "a"],
      .running),
    Row("then for its demand", ready, "lazy", ["lazy"], .stage(.onDemand)),
    Row("of two milestones the first by name is told", ready, "seen", ["seen"], .milestone("l")),
    Row(
      "then the other one", ready + [.reaches("l")], "seen", ["seen"],
      .milestone("m")),
  ])
  func `a wait ends at the task that holds up all the others`(row: Row) throws {
    var script = try Self.script()
    script.take(row.given)
    let wait = script.machine.wait(for: row.task)
    #expect(wait?.chain == row.chain)
    #expect(wait?.state == row.state)
  }

  @Test func `a task that was told to run but has not begun counts as queued`() throws {
    var script = try Self.script()
    script.take(.start)
    let wait = script.machine.wait(for: "c")
    #expect(wait?.chain == ["c", "a"])
    #expect(wait?.state == .queued)
    #expect(wait?.elapsed == nil)
  }
}
