// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Tasks that are added to a launch, which run when they are taken back for the first time.
///
/// `open` comes before ready, `lazy` runs on demand, `tidy` when nothing else is left. First come
/// `late`, which requires `lazy`, `clean`, which requires `tidy`, and `off`, which is skipped. Then
/// come `view` and `list` on the main lane, and `track`, which requires `late` and waits for a
/// milestone; then `last`, which requires `track`.
@Suite struct AddedTasksTests {
  enum Step: Sendable {
    /// The next tasks are added.
    case add
    case take(TakingBackTests.Step)

    static func input(_ input: LaunchMachine.Input) -> Self { .take(.input(input)) }
    static func ends(_ name: String, _ outcome: LaunchOutcome = .succeeded) -> Self {
      .take(.ends(name, outcome))
    }
    static func back(_ names: String..., missing: [String] = []) -> Self {
      .take(.back(names, missing: missing))
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [Step]
    let step: Step
    let actions: [String]

    init(_ name: String, _ given: [Step], _ step: Step, _ actions: String...) {
      (testDescription, self.given, self.step, self.actions) = (name, given, step, actions)
    }
  }

  private struct Launch {
    var script: TakingBackTests.Script
    var nodes: [LaunchNode]
    var additions: ArraySlice<[LaunchNode]>

    init(_ nodes: [LaunchNode], adding additions: [LaunchNode]...) throws {
      self.nodes = nodes
      self.additions = additions[...]
      script = TakingBackTests.Script(
        machine: LaunchMachine(try LaunchGraph(nodes: nodes).plan(workers: 2)))
    }

    mutating func take(_ step: Step) throws -> [String] {
      switch step {
      case .take(let step): return script.take(step)
      case .add:
        nodes += additions.removeFirst()
        let whole = try LaunchGraph(nodes: nodes, milestones: [Milestone("seen")]).plan()
        script.machine.extend(to: script.machine.plan.adding(whole))
        return []
      }
    }
  }

  private static func launch() throws -> Launch {
    try Launch(
      [
        LaunchNode("open"),
        LaunchNode("lazy", stage: .onDemand, edges: [LaunchEdge(.requires, "open")]),
        LaunchNode("tidy", stage: .idle),
      ],
      adding: [
        LaunchNode(
          "late", stage: .afterReady, edges: [LaunchEdge(.requires, "lazy")], isEssential: true,
          retry: .immediately(1)),
        LaunchNode("clean", stage: .afterReady, edges: [LaunchEdge(.requires, "tidy")]),
        LaunchNode("off", skipped: "switched off"),
      ],
      [
        LaunchNode("view", lane: .main), LaunchNode("list", lane: .main),
        LaunchNode(
          "track", stage: .afterReady,
          edges: [LaunchEdge(.requires, "late"), LaunchEdge(.after, "seen")]),
      ], [LaunchNode("last", stage: .afterReady, edges: [LaunchEdge(.requires, "track")])])
  }

  private func check(_ row: Row, in start: Launch) throws {
    var launch = start
    for step in row.given { _ = try launch.take(step) }
    let actions = try launch.take(row.step)
    #expect(actions == row.actions)
  }

  func check(_ row: Row) throws { try check(row, in: try Self.launch()) }

  static let idle: [Step] = [.input(.start), .ends("open"), .ends("tidy")]
  static let once: [Step] = idle + [.add]
  static let twice: [Step] = once + [.add]
  static let failed = LaunchOutcome.failed(message: "x")

  @Test(arguments: [
    Row("an added task does not run by itself", once, .input(.demanded("late"))),
    Row("added before the start, tasks are not begun by it", [.add], .input(.start), "run open 1"),
    Row(
      "a task that is off says so when it is taken back", once, .back("off"),
      "off skipped: off: switched off"),
    Row("taken back, it demands a task that runs on demand", once, .back("late"), "run lazy 1"),
    Row(
      "it waits until that has ended", once + [.back("late")], .ends("lazy"), "lazy succeeded",
      "run late 1"),
    Row(
      "it runs at once where its dependency has ended",
      idle + [.input(.demanded("lazy")), .ends("lazy"), .add], .back("late"), "run late 1"),
    Row("a dependency that has run does not run again", once, .back("clean"), "run clean 1"),
    Row(
      "a dependency that is taken back with it runs first", once, .back("clean", "tidy"),
      "run tidy 2"),
    Row(
      "the second time it runs as its second attempt",
      once + [.back("clean"), .ends("clean")], .back("clean"), "run clean 2"),
    Row(
      "a task that is not taken back stays out", once + [.back("clean")], .ends("clean"),
      "clean succeeded"),
    Row(
      "its retries are its own", once + [.back("late"), .ends("lazy")], .ends("late", failed),
      "run late 2"),
    Row(
      "an essential one does not stop the launch",
      once + [.back("late"), .ends("lazy"), .ends("late", failed)], .ends("late", failed),
      "late failed: x", "finished"),
    Row(
      "it is blocked by a dependency that is missing", once, .back("clean", missing: ["tidy"]),
      "clean blocked by tidy"),
    Row(
      "it is skipped where no demand can come for its dependency", once + [.input(.closed)],
      .back("late"), "late skipped: late requires lazy; nothing asked for it", "finished"),
    Row(
      "after a cancellation it is cancelled", once + [.input(.cancelled)], .back("clean"),
      "clean cancelled", "finished"),
    Row(
      "the launch is finished again when it has ended",
      once + [.input(.closed), .back("clean")], .ends("clean"), "clean succeeded", "finished"),
  ])
  func `added tasks run when they are first taken back`(row: Row) throws { try check(row) }

  @Test(arguments: [
    Row(
      "tasks that were added before still demand their dependencies", twice, .back("late"),
      "run lazy 1"),
    Row(
      "and wait until those have ended", twice + [.back("late")], .ends("lazy"),
      "lazy succeeded", "run late 1"),
    Row(
      "one that waits while more are added runs after its dependency",
      once + [.back("late"), .add], .ends("lazy"), "lazy succeeded", "run late 1"),
    Row(
      "and still after three additions", twice + [.back("late"), .add], .ends("lazy"),
      "lazy succeeded", "run late 1"),
    Row(
      "a dependency that runs anew is waited for after three additions",
      twice + [.add, .back("clean", "tidy")], .ends("tidy"), "tidy succeeded", "run clean 1"),
    Row(
      "a task that runs while more are added ends as before", once + [.back("clean"), .add],
      .ends("clean"), "clean succeeded"),
    Row("the main lane takes one added task at a time", twice, .back("view", "list"), "run list 1"),
    Row(
      "and the next one when that has ended", twice + [.back("view", "list")], .ends("list"),
      "list succeeded", "run view 1"),
    Row(
      "a task of the second addition waits for one of the first",
      twice + [.input(.reached(Milestone("seen"))), .back("late", "track"), .ends("lazy")],
      .ends("late"), "late succeeded", "run track 1"),
    Row(
      "it does not wait for one that was never taken back",
      twice + [.input(.reached(Milestone("seen")))], .back("track"), "run track 1"),
    Row(
      "a milestone that came with it lets it run", twice + [.back("track")],
      .input(.reached(Milestone("seen"))), "run track 1"),
    Row(
      "a milestone that nothing waits for any more skips it",
      twice + [.input(.closed)], .back("track"),
      "track skipped: milestone seen was not reached", "finished"),
    Row(
      "a failure blocks tasks of all three additions",
      twice + [.add, .back("late", "track", "last"), .ends("lazy"), .ends("late", failed)],
      .ends("late", failed), "late failed: x", "track blocked by late",
      "last blocked by track ← late", "finished"),
  ])
  func `tasks of several additions keep their dependencies`(row: Row) throws { try check(row) }

  /// `sweep` runs when nothing else is left, and requires `lazy`, which runs on demand.
  private static func sweeping() throws -> Launch {
    try Launch(
      [LaunchNode("open"), LaunchNode("lazy", stage: .onDemand)],
      adding: [LaunchNode("sweep", stage: .idle, edges: [LaunchEdge(.requires, "lazy")])])
  }

  @Test(arguments: [
    Row(
      "it demands its dependency", [.input(.start), .ends("open"), .add], .back("sweep"),
      "run lazy 1"),
    Row(
      "its turn comes when that has ended",
      [.input(.start), .ends("open"), .add, .back("sweep")], .ends("lazy"), "lazy succeeded",
      "run sweep 1"),
    Row(
      "its turn does not come before ready", [.input(.start), .add, .back("sweep")],
      .ends("lazy"), "lazy succeeded"),
  ])
  func `an added idle task demands the on-demand task that it requires`(row: Row) throws {
    try check(row, in: try Self.sweeping())
  }
}
