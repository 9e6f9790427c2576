// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Plans that take over the tasks that only another plan has.
@Suite struct AddingToPlansTests {
  private static let nodes = [
    LaunchNode("a"), LaunchNode("c", edges: [LaunchEdge(.requires, "a")]),
    LaunchNode("lazy", stage: .onDemand),
  ]

  /// The plan of those nodes, and the same plan with more nodes added.
  private static func adding(
    _ added: [LaunchNode], milestones: [Milestone] = [], durations: [String: Duration] = [:]
  ) throws -> (base: LaunchPlan, plan: LaunchPlan) {
    let base = try LaunchGraph(nodes: nodes, milestones: [Milestone("login")])
      .plan(workers: 3)
    let whole = try LaunchGraph(
      nodes: nodes + added, milestones: [Milestone("login")] + milestones
    ).plan(durations: durations, workers: 5)
    return (base, base.adding(whole))
  }

  @Test func `existing tasks keep their places, whatever is added`() throws {
    let (base, plan) = try Self.adding([
      LaunchNode("b", edges: [LaunchEdge(.before, "c")]),
      LaunchNode("d", edges: [LaunchEdge(.requires, "a")]),
    ])
    #expect(plan.tasks.map(\.name) == base.tasks.map(\.name) + ["b", "d"])
    // Too late for `c` to wait for `b`.
    #expect(Array(plan.tasks.prefix(base.tasks.count)) == base.tasks)
  }

  @Test func `an added task finds its dependencies at their places in the new plan`() throws {
    let reason = LaunchEdge.Reason.service(type: "Store", .one)
    let (_, plan) = try Self.adding([
      LaunchNode("b"),
      LaunchNode(
        "z",
        edges: [
          LaunchEdge(.requires, "c", declaredAt: "z.swift:1", reason: reason),
          LaunchEdge(.wants, "b", declaredAt: "z.swift:2"), LaunchEdge(.after, "a"),
        ]),
    ])
    let dependencies = try #require(plan.task(named: "z")).dependencies
    #expect(dependencies.allSatisfy { plan.tasks[$0.position].name == $0.name })
    #expect(
      Set(dependencies) == [
        LaunchPlan.Dependency(
          position: 1, name: "c", kind: .requires, declaredAt: "z.swift:1", reason: reason),
        LaunchPlan.Dependency(
          position: 3, name: "b", kind: .wants, declaredAt: "z.swift:2", reason: nil),
        LaunchPlan.Dependency(position: 0, name: "a", kind: .order, declaredAt: "", reason: nil),
      ])
  }

  @Test func `an added task does not promote an on-demand task that it requires`() throws {
    let (_, plan) = try Self.adding([
      LaunchNode("late", stage: .afterReady, edges: [LaunchEdge(.requires, "lazy")])
    ])
    #expect(plan.task(named: "lazy")?.stage == .onDemand)
    #expect(plan.task(named: "lazy")?.promotedBy == nil)
    #expect(plan.task(named: "late")?.dependencies.map(\.position) == [2])
  }

  @Test func `workers and shuffle come from the plan that is added to`() throws {
    let (base, plan) = try Self.adding([LaunchNode("b")])
    #expect(plan.workers == 3)
    #expect(plan.shuffle == nil)
    let shuffled = base.shuffled(by: LaunchShuffle(seed: 4)).adding(plan)
    #expect(shuffled.shuffle == LaunchShuffle(seed: 4))
    #expect(shuffled.tasks.map(\.name) == plan.tasks.map(\.name))
  }

  @Test func `new milestones follow the existing ones, each once`() throws {
    let (_, plan) = try Self.adding([], milestones: [Milestone("consent")])
    #expect(plan.milestones.map(\.name) == ["login", "consent"])
  }
}
