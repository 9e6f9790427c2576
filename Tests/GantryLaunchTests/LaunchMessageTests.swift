// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

@Suite struct LaunchMessageTests {
  @Test(
    arguments: [
      (
        .faults([.duplicateName("A", declaredAt: ["a.swift:1", "b.swift:2"])]),
        "The launch has a fault:"
          + "\n- A is declared more than once: at a.swift:1 and b.swift:2. Rename all but one."
      ),
      (
        .faults([
          .selfEdge(node: "A", edge: LaunchEdge(.wants, "A", declaredAt: "a.swift:1")),
          .selfEdge(node: "B", edge: LaunchEdge(.after, "B", declaredAt: "b.swift:2")),
        ]),
        "The launch has 2 faults:"
          + "\n- A wants A (a.swift:1), which is itself. Remove the dependency."
          + "\n- B comes after B (b.swift:2), which is itself. Remove the dependency."
      ),
      (
        .stopped(task: "Storage.open", outcome: .failed(message: "disk full")),
        "The launch was stopped: Storage.open is essential and failed: disk full. "
          + "Fix the cause, or make it non-essential."
      ),
      (
        .cancelled,
        "The launch was cancelled before the app was ready. Start it again if needed."
      ),
      (
        .overdue(limit: .seconds(3), waiting: []),
        "A wait of 3.0 s was over just before the last task had ended."
      ),
    ] as [(LaunchError, String)])
  func `each error says what happened and how to go on`(error: LaunchError, message: String) {
    #expect(error.description == message)
  }

  @Test(
    arguments: [
      (.succeeded, "succeeded"), (.failed(message: "disk full"), "failed: disk full"),
      (.timedOut, "timed out"),
      (
        .skipped(because: [LaunchSkip("a", .requires("b")), LaunchSkip("b", .disabled("no"))]),
        "skipped: a requires b; b: no"
      ),
      (.blocked(by: ["a", "b"]), "blocked by a ← b"), (.cancelled, "cancelled"),
      (.quarantined, "quarantined"),
    ] as [(LaunchOutcome, String)])
  func `each outcome's description includes its cause`(outcome: LaunchOutcome, message: String) {
    #expect(outcome.description == message)
  }

  @Test(
    arguments: [
      ("gated", [], "waiting for gated, waiting for the launch to begin"),
      ("gated", [.start], "waiting for gated, waiting for milestone consent"),
      ("later", [.start], "waiting for later ← run, queued for the background lane"),
      ("quiet", [.start], "waiting for quiet, waiting until nothing else is left"),
      ("lazy", [.start], "waiting for lazy, waiting to be asked for"),
      ("after", [.start], "waiting for after, waiting until the app is ready"),
    ] as [(ModuleName, [Machine.Input], String)])
  func `a wait's description names the task and the cause`(
    name: ModuleName, inputs: [Machine.Input], message: String
  ) throws {
    let graph = LaunchGraph(
      nodes: [
        LaunchNode("run", priority: 500), LaunchNode("later", edges: [LaunchEdge(.after, "run")]),
        LaunchNode("gated", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
        LaunchNode("after", stage: .afterReady), LaunchNode("quiet", stage: .idle),
        LaunchNode("lazy", stage: .onDemand),
      ], milestones: [Milestone("consent")])
    var machine = Machine(try graph.plan())
    for input in inputs { _ = machine.handle(input) }
    #expect(machine.wait(for: name)?.description == message)
  }

  @Test(
    arguments: [
      (.completedTwice(task: "A"), "A completed its token a second time, which was ignored"),
      (
        .threadReplaced(task: "A"),
        """
        A timed out and still occupies its thread, which it costs until it returns; another thread \
        runs the tasks after it
        """
      ),
      (
        .retried(task: "A", failure: "no route", attempt: 1, attempts: 3, wait: .seconds(2)),
        "A failed on attempt 1 of 3: no route. Retrying in 2.0 s"
      ),
    ] as [(LaunchWarning, String)])
  func `each warning names its task and what happened`(issue: LaunchWarning, message: String) {
    #expect(issue.description == message)
    #expect(issue.task == "A")
  }
}
