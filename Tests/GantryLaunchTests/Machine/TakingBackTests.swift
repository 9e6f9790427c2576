// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Tasks that are taken back after they have settled.
///
/// `open` and `load`, which requires it, come before ready, as `menu` does, which has its place on the
/// main lane. Later come `sync`, which requires `load`, `track`, which waits for a milestone,
/// `lazy`, which runs on demand, and `tidy`, which runs when nothing else is left.
@Suite struct TakingBackTests {
  enum Step: Sendable {
    case input(LaunchMachine.Input)
    /// A body ends, as the outcome of its task.
    case ends(String, LaunchOutcome = .succeeded)
    case timesOut(String, attempt: Int = 1)
    case back([String], missing: [String] = [])
    case returns(String)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let given: [Step]
    let step: Step
    let actions: [String]
    var testDescription: String { name }

    init(_ name: String, _ given: [Step], _ step: Step, _ actions: String...) {
      (self.name, self.given, self.step, self.actions) = (name, given, step, actions)
    }
  }

  /// A machine whose tasks go by name; each settled task is acknowledged at once.
  struct Script {
    var machine: LaunchMachine

    func position(_ name: String) -> Int {
      machine.plan.tasks.firstIndex { $0.name == name } ?? -1
    }

    mutating func take(_ step: Step) -> [String] {
      let input: LaunchMachine.Input =
        switch step {
        case .input(let input): input
        case .ends(let name, let outcome): .finished(task: position(name), outcome)
        case .timesOut(let name, let attempt): .timedOut(task: position(name), attempt: attempt)
        case .back(let names, let missing):
          .takenBack(names.map(position), missing: Set(missing.map(position)))
        case .returns(let name): .returned(task: position(name))
        }
      var words: [String] = []
      var open = [input]
      while !open.isEmpty {
        for action in machine.handle(open.removeFirst()) {
          if case .settled(let task, _) = action { open.append(.acknowledged(task: task)) }
          if let word = self.words(action) { words.append(word) }
        }
      }
      return words
    }

    private func words(_ action: LaunchMachine.Action) -> String? {
      let name = { (task: Int) in machine.plan.tasks[task].name }
      return switch action {
      case .run(let task, let attempt): "run \(name(task)) \(attempt)"
      case .settled(let task, let outcome): "\(name(task)) \(outcome)"
      case .replaced(let task): "replace \(name(task))"
      case .rest(let task, let attempt, _): "rest \(name(task)) \(attempt)"
      case .stop(let task, _): "stop for \(name(task))"
      case .ready: "ready"
      case .cancel: "cancel"
      case .finished: "finished"
      case .hurry, .queued, .quiet: nil
      }
    }
  }

  static func machine() throws -> LaunchMachine {
    LaunchMachine(
      try LaunchGraph(
        nodes: [
          LaunchNode("open", isEssential: true, timeout: .seconds(1)),
          LaunchNode("load", edges: [LaunchEdge(.requires, "open")], retry: .immediately(1)),
          LaunchNode("menu", lane: .main, timeout: .seconds(1)),
          LaunchNode("sync", stage: .afterReady, edges: [LaunchEdge(.requires, "load")]),
          LaunchNode(
            "track", stage: .afterReady,
            edges: [LaunchEdge(.requires, "load"), LaunchEdge(.after, "seen")]),
          LaunchNode("lazy", stage: .onDemand, edges: [LaunchEdge(.requires, "load")]),
          LaunchNode("tidy", stage: .idle, edges: [LaunchEdge(.after, "load")]),
        ], milestones: [Milestone("seen")]
      ).plan(workers: 2))
  }

  static let early: [Step] = [.input(.start), .ends("open"), .ends("load"), .ends("menu")]
  static let idle: [Step] = early + [.ends("sync"), .ends("tidy")]

  func check(_ row: Row) throws {
    var script = Script(machine: try Self.machine())
    for step in row.given { _ = script.take(step) }
    #expect(script.take(row.step) == row.actions)
  }

  @Test(arguments: [
    Row("a task runs anew, as its next attempt", idle, .back(["menu"]), "run menu 2"),
    Row(
      "what else is taken back waits for it", idle, .back(["sync", "load", "open"]), "run open 2"),
    Row(
      "each when its turn comes", idle + [.back(["sync", "load", "open"]), .ends("open")],
      .ends("load"), "load succeeded", "run sync 2"),
    Row(
      "what has settled and is not taken back stays", idle + [.back(["load"])], .ends("load"),
      "load succeeded"),
    Row(
      "what waits for a milestone waits for the new attempt, too",
      idle + [.back(["load"]), .input(.reached(Milestone("seen")))], .ends("load"),
      "load succeeded", "run track 1"),
    Row(
      "a milestone that has been reached stays reached",
      idle + [.input(.reached(Milestone("seen"))), .ends("track")], .back(["track"]), "run track 2"),
    Row("a task that waits for a milestone waits on", idle, .back(["track"])),
    Row(
      "an on-demand task waits to be asked for again",
      idle + [.input(.demanded("lazy")), .ends("lazy")], .back(["lazy"])),
    Row(
      "and runs when it is", idle + [.input(.demanded("lazy")), .ends("lazy"), .back(["lazy"])],
      .input(.demanded("lazy")), "run lazy 2"),
    Row("an idle task runs when nothing else is left", idle, .back(["tidy"]), "run tidy 2"),
    Row("but not before", idle, .back(["menu", "tidy"]), "run menu 2"),
    Row(
      "what is running goes on", [.input(.start)], .back(["open", "menu"])),
    Row(
      "before ready it does not wait for that",
      [.input(.start), .ends("open"), .ends("load")], .back(["open", "sync"]), "run open 2"),
    Row(
      "ready still waits for a task that has not settled",
      [.input(.start), .ends("menu"), .ends("open"), .ends("load", .failed(message: "x"))],
      .back(["open", "load"]), "run open 2"),
    Row(
      "and ready does not wait for it",
      [.input(.start), .ends("open"), .ends("load"), .back(["load"])], .ends("menu"),
      "menu succeeded", "ready"),
  ])
  func `tasks that are taken back run again`(row: Row) throws { try check(row) }

  static let failed = LaunchOutcome.failed(message: "x")

  @Test(arguments: [
    Row(
      "it has all its attempts again", idle + [.back(["load"])], .ends("load", failed),
      "run load 3"),
    Row(
      "and no more", idle + [.back(["load"]), .ends("load", failed)], .ends("load", failed),
      "load failed: x", "lazy blocked by load", "track blocked by load", "finished"),
    Row(
      "what requires it is blocked", idle + [.back(["load", "sync"]), .ends("load", failed)],
      .ends("load", failed), "load failed: x", "lazy blocked by load", "sync blocked by load",
      "track blocked by load", "finished"),
    Row(
      "an essential task stops the launch only the first time", idle + [.back(["open"])],
      .ends("open", failed), "open failed: x"),
    Row(
      "what requires a task that has failed is blocked at once",
      idle + [.back(["open"]), .ends("open", failed)], .back(["load"]), "load blocked by open",
      "lazy blocked by load ← open", "track blocked by load ← open", "finished"),
    Row(
      "so is what requires a missing task", idle, .back(["load", "sync"], missing: ["open"]),
      "load blocked by open", "lazy blocked by load ← open", "sync blocked by load ← open",
      "track blocked by load ← open", "finished"),
    Row(
      "after a cancellation all is cancelled", idle + [.input(.cancelled)], .back(["load"]),
      "load cancelled", "finished"),
    Row(
      "when no demand can come, what needs one is skipped",
      idle + [.input(.demanded("lazy")), .ends("lazy"), .input(.closed)], .back(["lazy"]),
      "lazy skipped: nothing asked for it", "finished"),
  ])
  func `tasks that are taken back can fail again`(row: Row) throws { try check(row) }

  static let late: [Step] = [.input(.start), .ends("menu"), .timesOut("open")]

  @Test(arguments: [
    Row(
      "the end of an earlier attempt is not that of the next one",
      idle + [.back(["open"])], .returns("open")),
    Row(
      "a timeout of an earlier attempt is none of the next one",
      idle + [.back(["open"])], .timesOut("open")),
    Row(
      "a main task waits until its earlier attempt has returned",
      [.input(.start), .timesOut("menu")], .back(["menu"])),
    Row(
      "and runs then", [.input(.start), .timesOut("menu"), .back(["menu"])], .returns("menu"),
      "run menu 2"),
  ])
  func `late bodies of earlier attempts do not end the next one`(row: Row) throws { try check(row) }

  @Test func `a task that is taken back has no outcome until it settles again`() throws {
    var script = Script(machine: try Self.machine())
    for step in Self.idle { _ = script.take(step) }
    let load = script.position("load")
    #expect(script.machine.outcome(of: load) == .succeeded)
    _ = script.take(.back(["load"]))
    #expect(script.machine.outcome(of: load) == nil)
    _ = script.take(.ends("load", Self.failed))
    _ = script.take(.ends("load", Self.failed))
    #expect(script.machine.outcome(of: load) == Self.failed)
  }

  @Test func `taking a task back forgets the late end of its earlier attempt`() throws {
    var script = Script(machine: try Self.machine())
    for step in Self.late + [.ends("open")] { _ = script.take(step) }
    let open = script.position("open")
    #expect(script.machine.lateEnds[open] == .succeeded)
    _ = script.take(.back(["open"]))
    #expect(script.machine.lateEnds[open] == nil)
  }

  @Test func `a task that timed out gives up its place when it is taken back`() throws {
    let nodes = ["a", "b", "c"].map { LaunchNode($0, timeout: .seconds(1)) }
    let plan = try LaunchGraph(nodes: nodes).plan(workers: 1)
    var script = Script(machine: LaunchMachine(plan))
    let names = plan.tasks.map(\.name)
    #expect(script.take(.input(.start)) == ["run \(names[0]) 1"])
    // The place of the first one, which never returns, goes to the next.
    #expect(script.take(.timesOut(names[0])).contains("run \(names[1]) 1"))
    // No more tasks may be late: the second one keeps its place until it is taken back.
    #expect(!script.take(.timesOut(names[1])).contains("run \(names[2]) 1"))
    let next = script.take(.back([names[1]]))
    #expect(next.count { $0.hasPrefix("run") } == 1, "\(next)")
  }
}
