// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

/// The tasks that run before all others.
@Suite struct FirstGroupTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let nodes: [LaunchNode]
    /// The nodes of the group, and those of the other stages.
    let group: Set<String>

    init(_ testDescription: String, _ nodes: [LaunchNode], group: Set<String>) {
      (self.testDescription, self.nodes, self.group) = (testDescription, nodes, group)
    }
  }

  private static func node(
    _ name: String, _ stage: LaunchStage = .beforeReady, _ edges: LaunchEdge..., isOff: Bool = false
  ) -> LaunchNode {
    LaunchNode(
      name, stage: stage, edges: edges,
      skipped: isOff ? OffReason(.condition, "it is off") : nil)
  }

  static let rows = [
    Row("no task is first", [node("a"), node("b")], group: []),
    Row("a first task", [node("a"), node("b", .first)], group: ["b"]),
    Row(
      "requirements of requirements",
      [
        node("a"), node("b", .first, LaunchEdge(.requires, "c")),
        node("c", .beforeReady, LaunchEdge(.requires, "d")), node("d"),
      ], group: ["b", "c", "d"]),
    Row(
      "a requirement that is declared from the other end",
      [node("a", .beforeReady, LaunchEdge(.requiredBy, "b")), node("b", .first), node("c")],
      group: ["a", "b"]),
    Row(
      "a task that requires a first one isn't first",
      [node("a", .beforeReady, LaunchEdge(.requires, "b")), node("b", .first)], group: ["b"]),
    Row(
      "two first tasks, one of which wants the other",
      [node("a", .first, LaunchEdge(.wants, "b")), node("b", .first), node("c")],
      group: ["a", "b"]),
    Row(
      "a first task that is off, with its requirement",
      [node("a"), node("b", .first, LaunchEdge(.requires, "a"), isOff: true)], group: []),
    Row(
      "a first task that requires one that is off",
      [
        node("a"), node("c", isOff: true),
        node("b", .first, LaunchEdge(.requires, "a"), LaunchEdge(.requires, "c")),
      ], group: []),
    Row(
      "a wanted node that is off",
      [node("a", isOff: true), node("b", .first, LaunchEdge(.wants, "a")), node("c")],
      group: ["b"]),
    Row(
      "later stages wait for the group, too",
      [node("a", .onDemand), node("b", .first), node("c", .idle), node("d", .afterReady)],
      group: ["b"]),
  ]

  @Test(arguments: rows)
  func `the group is the first tasks and all that they require, and everything else waits for it`(
    row: Row
  ) throws {
    let plan = try LaunchGraph(nodes: row.nodes).plan()
    let isInGroup = { (task: LaunchPlan.Task) in row.group.contains(task.name.rawValue) }
    for task in plan.tasks where task.skipped.isEmpty {
      #expect((task.stage == .first) == isInGroup(task), "\(task.name)")
      let missing = row.group.subtracting(task.dependencies.map(\.name))
      #expect(isInGroup(task) || missing.isEmpty, "\(task.name) doesn't wait for \(missing)")
    }
    let members = plan.tasks.filter(isInGroup)
    #expect(members.allSatisfy { $0.dependencies.allSatisfy { row.group.contains($0.name) } })
  }

  @Test func `a plan shows the group as a stage, and not what waits for it`() throws {
    let plan = try LaunchGraph(nodes: [
      Self.node("a"), Self.node("b", .beforeReady, LaunchEdge(.requires, "c")),
      Self.node("c", .first, LaunchEdge(.requires, "d")), Self.node("d"),
    ]).plan()
    #expect(
      plan.description == """
        #  name  stage          lane        priority  waits for
        1  d     first (for c)  background         0
        2  c     first          background         0  d
        3  a     beforeReady    background         0
        4  b     beforeReady    background         0  c
        """)
  }

  struct Misuse: CustomTestStringConvertible, Sendable {
    let nodes: [LaunchNode]
    let faults: [Fault]
    var testDescription: String { faults.map(\.kind).joined(separator: " ") }
  }

  private static let gate = LaunchEdge(.requires, "consent", reason: .milestone)
  private static let need = LaunchEdge(.requires, "b", declaredAt: "a.swift:1")
  private static let deep = LaunchEdge(.requires, "c", declaredAt: "b.swift:1")
  private static let wish = LaunchEdge(.wants, "b", declaredAt: "a.swift:1")
  private static let early = LaunchEdge(.before, "a", declaredAt: "b.swift:1")

  static let misuses = [
    Misuse(
      nodes: [node("a", .first, gate)], faults: [.firstNeedsMilestone(path: ["a"], edge: gate)]),
    Misuse(
      nodes: [node("a", .first, need), node("b", .afterReady, gate)],
      faults: [.firstNeedsMilestone(path: ["a", "b"], edge: gate)]),
    Misuse(
      nodes: [node("a", .first, need), node("b", .beforeReady, deep), node("c", .afterReady)],
      faults: [.firstRequiresLater(path: ["a", "b", "c"], stage: .afterReady, edge: deep)]),
    Misuse(
      nodes: [
        node("a", .first, need), node("b", .onDemand, LaunchEdge(.requires, "c")), node("c"),
      ],
      faults: [.firstRequiresLater(path: ["a", "b"], stage: .onDemand, edge: need)]),
    Misuse(
      nodes: [node("a", .first, wish), node("b")],
      faults: [.firstWaitsForOthers(path: ["a"], other: "b", declaredBy: "a", edge: wish)]),
    Misuse(
      nodes: [node("a", .first), node("b", .beforeReady, early)],
      faults: [.firstWaitsForOthers(path: ["a"], other: "b", declaredBy: "b", edge: early)]),
  ]

  @Test(arguments: misuses)
  func `a first task that would wait for something later is a fault`(row: Misuse) {
    let graph = LaunchGraph(nodes: row.nodes, milestones: [Milestone("consent")])
    #expect(graph.check() == row.faults)
  }

  /// Both tasks of the group run at once; one ends in this way, and the other succeeds later.
  @Test(arguments: [LaunchOutcome.succeeded, .failed(message: "no"), .timedOut])
  func `everything else begins when the whole group has settled, whatever its outcome`(
    outcome: LaunchOutcome
  ) throws {
    let plan = try LaunchGraph(nodes: [
      Self.node("crash", .first), Self.node("log", .first), Self.node("other"),
      Self.node("late", .afterReady),
      Self.node("user", .beforeReady, LaunchEdge(.requires, "crash")),
    ]).plan(workers: 4)
    var machine = Machine(plan)
    func begun(_ actions: [Machine.Action]) -> Set<String> {
      Set(
        actions.compactMap { action in
          guard case .run(let ticket) = action else { return nil }
          return plan.tasks[ticket.node].name.rawValue
        })
    }
    func ticket(_ name: String) -> Ticket { Ticket(plan.position(name), 1) }
    #expect(begun(machine.handle(.start)) == ["crash", "log"])
    // A demand doesn't let a task overtake the group.
    #expect(begun(machine.handle(.demanded(plan.position("late")))) == [])
    let end: Machine.Input =
      outcome == .timedOut ? .timedOut(ticket("crash")) : .ended(ticket("crash"), outcome)
    #expect(begun(machine.handle(end)) == [])
    let isBlocked = outcome != .succeeded
    #expect((machine.outcome(of: plan.position("user")) == .blocked(by: ["crash"])) == isBlocked)
    let next = begun(machine.handle(.ended(ticket("log"), .succeeded)))
    #expect(next.isSuperset(of: isBlocked ? ["other"] : ["other", "user"]))
    #expect(!machine.isReady)
  }

  @Test func `ready waits for the group`() throws {
    let plan = try LaunchGraph(nodes: [Self.node("crash", .first)]).plan()
    var machine = Machine(plan)
    _ = machine.handle(.start)
    #expect(!machine.isReady)
    _ = machine.handle(.ended(Ticket(0, 1), .succeeded))
    #expect(machine.isReady)
    #expect(plan.times(durations: ["crash": .seconds(2)]).ready == .seconds(2))
  }
}
