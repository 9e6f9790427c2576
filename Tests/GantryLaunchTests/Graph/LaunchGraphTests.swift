// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchGraphTests {
  @Test func `ties break by priority, then by tie-break, then by name`() throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("a", tieBreak: 2), LaunchNode("c", tieBreak: 1), LaunchNode("b", tieBreak: 1),
      LaunchNode("e", priority: 499, tieBreak: 9), LaunchNode("d", tieBreak: -1),
      LaunchNode("first", tieBreak: -5, edges: [LaunchEdge(.after, "a")]),
    ])
    #expect(try graph.plan().launchOrder == ["e", "d", "b", "c", "a", "first"])
    let backwards = LaunchGraph(nodes: graph.nodes.reversed())
    #expect(try backwards.plan() == graph.plan())
  }

  @Test(arguments: [
    (DependencyKind.requires, ["t", "n"]), (.wants, ["t", "n"]), (.after, ["t", "n"]),
    (.before, ["n", "t"]), (.requiredBy, ["n", "t"]), (.wantedBy, ["n", "t"]),
  ])
  func `every kind of edge orders its ends`(kind: DependencyKind, order: [String]) throws {
    let graph = LaunchGraph(nodes: [
      LaunchNode("n", edges: [LaunchEdge(kind, "t")]), LaunchNode("t"),
    ])
    #expect(try graph.plan().launchOrder == order)
  }

  @Test func `a cycle names every node on it and where each edge was declared`() {
    let first = LaunchEdge(.requires, "b", declaredAt: "a.swift:1")
    let second = LaunchEdge(.before, "b", declaredAt: "c.swift:3")
    let third = LaunchEdge(.after, "a", declaredAt: "c.swift:2")
    let graph = LaunchGraph(nodes: [
      LaunchNode("a", edges: [first]), LaunchNode("b"), LaunchNode("c", edges: [second, third]),
    ])
    #expect(
      graph.check() == [
        .cycle([
          .init(waiting: "a", waitsFor: "b", declaredBy: "a", edge: first),
          .init(waiting: "b", waitsFor: "c", declaredBy: "c", edge: second),
          .init(waiting: "c", waitsFor: "a", declaredBy: "c", edge: third),
        ])
      ])
  }

  @Test func `each cycle is a separate fault`() {
    let graph = LaunchGraph(nodes: [
      LaunchNode("a", edges: [LaunchEdge(.after, "b")]),
      LaunchNode("b", edges: [LaunchEdge(.after, "a"), LaunchEdge(.after, "c")]),
      LaunchNode("c", edges: [LaunchEdge(.after, "b")]),
    ])
    #expect(graph.check().count == 2)
  }

  @Test func `the shortest cycle is reported first`() {
    func ring(_ names: [String]) -> [LaunchNode] {
      zip(names, names.dropFirst() + names.prefix(1)).map {
        LaunchNode($0, edges: [LaunchEdge(.after, $1)])
      }
    }
    let graph = LaunchGraph(
      nodes: ring(["a", "b", "c", "d"]) + ring(["x", "y"]) + ring(["p", "q", "r"]))
    #expect(graph.check().map(\.modules.count) == [2, 3, 4])
  }

  @Test(.timeLimit(.minutes(5)))
  func `in a fully cyclic graph every cycle is found, and the message stays short`() {
    let names = (0..<100).map { "n\($0)" }
    let graph = LaunchGraph(
      nodes: names.map { name in
        LaunchNode(name, edges: names.filter { $0 != name }.map { LaunchEdge(.requires, $0) })
      } + [LaunchNode("z", edges: [LaunchEdge(.requires, "Storge")])])
    let faults = graph.check()
    #expect(faults.count == 1 + 100 * 99 / 2)
    let lines = LaunchError.faults(faults).description.split(separator: "\n- ")
    // A headline, the unknown name, twenty cycles, and one line about the rest.
    #expect(lines.count == 23)
    #expect(lines[1].hasPrefix("z requires Storge"))
    #expect(
      lines.last == """
        There are 4930 more cycles, none shorter than these. Break these first, and check again.
        """)
  }

  @Test func `all faults are found at once`() {
    let unknown = LaunchEdge(.requires, "Storge", declaredAt: "o.swift:2")
    let own = LaunchEdge(.after, "Orders")
    let milestone = LaunchEdge(.before, "consent")
    let graph = LaunchGraph(
      nodes: [
        LaunchNode("Orders", edges: [unknown, own, milestone], declaredAt: "o.swift:1"),
        LaunchNode("Storage", priority: -501, declaredAt: "s.swift:1"),
        LaunchNode("Storage", declaredAt: "s.swift:2"),
      ], milestones: [Milestone("consent")])
    #expect(
      graph.check() == [
        .duplicateName("Storage", declaredAt: ["s.swift:1", "s.swift:2"]),
        .selfEdge(node: "Orders", edge: own),
        .unknownTarget(node: "Orders", edge: unknown, near: ["Storage"]),
        .beforeMilestone(node: "Orders", edge: milestone),
      ])
    #expect(throws: LaunchError.faults(graph.check())) { try graph.plan() }
  }

  @Test(arguments: [DependencyKind.wants, .after])
  func `a soft edge to a misspelled milestone is a fault, as the task would run too early`(
    kind: DependencyKind
  ) {
    let edge = LaunchEdge(kind, "consnt", declaredAt: "t.swift:3")
    let graph = LaunchGraph(
      nodes: [LaunchNode("track", stage: .afterReady, edges: [edge])],
      milestones: [Milestone("consent")])
    #expect(graph.check() == [.unknownTarget(node: "track", edge: edge, near: ["consent"])])
    #expect(
      graph.check().first?.description.hasSuffix(
        """
        (t.swift:3), but nothing is named consnt. There is a milestone named consent. Correct the name.
        """) == true)
  }

  @Test func `a soft edge to a misspelled node is a warning and not a fault`() {
    func graph(_ target: String, skipped: OffReason? = nil) -> LaunchGraph {
      LaunchGraph(nodes: [
        LaunchNode(
          "Page", edges: [LaunchEdge(.after, target, declaredAt: "p.swift:1")], skipped: skipped),
        LaunchNode("Promo"),
      ])
    }
    #expect(graph("Prmo").check() == [])
    #expect(
      graph("Prmo").warnings() == [
        "Page comes after Prmo (p.swift:1), but nothing is named Prmo. Did you mean Promo?"
      ])
    #expect(graph("Promo").warnings() == [] && graph("Billing").warnings() == [])
    #expect(graph("Pages").warnings() == [], "nobody means itself")
    #expect(graph("Prmo", skipped: "off").warnings() == [])
  }

  @Test(arguments: [DependencyKind.wants, .after, .before, .wantedBy])
  func `the target of a soft edge may be missing`(kind: DependencyKind) {
    #expect(LaunchGraph(nodes: [LaunchNode("a", edges: [LaunchEdge(kind, "b")])]).check() == [])
  }

  @Test func `ready may not wait for a milestone or an on-demand node`() {
    let gate = LaunchEdge(.after, "consent")
    let lazy = LaunchEdge(.requires, "lazy")
    let graph = LaunchGraph(
      nodes: [
        LaunchNode("a", edges: [LaunchEdge(.requires, "b")]),
        LaunchNode("b", stage: .afterReady, edges: [gate, lazy]),
        LaunchNode("lazy", stage: .onDemand),
      ], milestones: [Milestone("consent")])
    #expect(
      graph.check() == [
        .blockingNeedsMilestone(path: ["a", "b"], edge: gate),
        .blockingRequiresOnDemand(path: ["a", "b", "lazy"], edge: lazy),
      ])
  }

  @Test func `a task that an earlier stage needs is promoted, and the plan names that task`() throws
  {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("b", stage: .afterReady, edges: [LaunchEdge(.after, "c")]),
      LaunchNode("c", stage: .idle),
    ]).plan()
    #expect(plan.tasks.map(\.stage) == [.beforeReady, .beforeReady, .beforeReady])
    #expect(plan.tasks.map(\.promotedBy) == ["b", "a", nil])
  }

  @Test(arguments: [(DependencyKind.wants, LaunchStage.onDemand), (.requires, .afterReady)])
  func `only a requirement promotes an on-demand task`(
    kind: DependencyKind, stage: LaunchStage
  ) throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", stage: .afterReady, edges: [LaunchEdge(kind, "lazy")]),
      LaunchNode("lazy", stage: .onDemand),
    ]).plan()
    #expect(plan.task(named: "lazy")?.stage == stage)
    #expect(plan.task(named: "a")?.dependencies.count == (stage == .afterReady ? 1 : 0))
  }

  @Test(arguments: [[DependencyKind.after, .wants, .requires], [.requires, .wants, .after]])
  func `the strongest of several edges to one node counts`(kinds: [DependencyKind]) throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", edges: kinds.map { LaunchEdge($0, "b") }), LaunchNode("b"),
    ]).plan()
    #expect(plan.task(named: "a")?.dependencies.map(\.kind) == [.requires])
  }

  @Test func `a node that requires a skipped node is skipped with the chain of reasons`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a", edges: [LaunchEdge(.requires, "b")]),
      LaunchNode("b", edges: [LaunchEdge(.requires, "c")]),
      LaunchNode("c", edges: [LaunchEdge(.requires, "absent")], skipped: "not on Linux"),
      LaunchNode("d", edges: [LaunchEdge(.wants, "c")]),
    ]).plan()
    #expect(
      plan.task(named: "a")?.skipped == [
        LaunchSkip("a", .requires("b")), LaunchSkip("b", .requires("c")),
        LaunchSkip("c", .disabled("not on Linux")),
      ])
    #expect(plan.launchOrder == ["d"])
  }

  @Test func `a skipped node puts no requirements on other nodes`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a"), LaunchNode("glue", edges: [LaunchEdge(.requiredBy, "a")], skipped: "off"),
    ]).plan()
    #expect(plan.launchOrder == ["a"])
  }
}
