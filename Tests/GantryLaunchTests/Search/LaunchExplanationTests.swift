// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchExplanationTests {
  /// Storage blocks ready for 10 ms, then Orders on the main lane for 4 ms.
  static let graph = LaunchGraph(
    nodes: [
      LaunchNode("Storage", stage: .afterReady),
      LaunchNode(
        "Orders", lane: .main, edges: [LaunchEdge(.requires, "Storage", declaredAt: "o.swift:1")]),
      LaunchNode("Fonts", stage: .afterReady, lane: .main),
      LaunchNode("Photos", stage: .afterReady, lane: .main),
      LaunchNode("Search", stage: .afterReady, lane: .main, edges: [LaunchEdge(.after, "Photos")]),
      LaunchNode("Ads", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
      LaunchNode("News", stage: .afterReady),
      LaunchNode("Later", stage: .idle),
    ], milestones: [Milestone("consent")])
  static let durations: [String: Duration] = [
    "Storage": .milliseconds(10), "Orders": .milliseconds(4), "Fonts": .milliseconds(5),
    "Photos": .milliseconds(6), "Search": .milliseconds(1), "Ads": .milliseconds(1),
  ]

  static let recorded: [(name: String, lines: [String])] = [
    (
      "Orders",
      [
        "Ready waits for it, so it runs before the tasks that ready does not need.",
        "The longest path from its start to ready is 4.0 ms. "
          + "On the main lane it ranks 1 of the 1 that ready needs.",
        "Ties are broken by priority 0, then tie-break, then name.",
      ]
    ),
    (
      "Storage",
      [
        "It asked to be afterReady, but Orders needs it earlier. "
          + "That costs 10.0 ms on the background lane before ready.",
        "The longest path from its start to ready is 14.0 ms. "
          + "On the background lane it ranks 1 of the 1 that ready needs.",
      ]
    ),
    (
      "Fonts",
      [
        "It runs as soon as it delays no other task, on the main lane.",
        "Ready does not need it, but it fits into a gap on the main lane: at the start.",
        "On the main lane it ranks 2 of the 3 that ready does not need.",
      ]
    ),
    (
      "Photos",
      [
        "It runs after ready, on the main lane.",
        "Ready does not need it, so it is held until the app is ready, even if its lane is free, "
          + "because no earlier gap is long enough for twice its 6.0 ms.",
        "On the main lane it ranks 1 of the 3 that ready does not need.",
      ]
    ),
    ("Search", ["because it waits for Photos, which is also held."]),
    ("Ads", ["because it waits for a milestone."]),
    ("News", ["because it has no recorded duration."]),
    ("Later", ["It runs when nothing else is left, on the background lane."]),
  ]

  @Test(arguments: recorded)
  func `an explanation says why a task is at its position`(name: String, lines: [String]) throws {
    let text = try Self.graph.plan(durations: Self.durations).explain(name)
    for line in lines { #expect(text.contains(line), "\(text)") }
  }

  @Test func `without recorded durations, paths and costs are counted in tasks`() throws {
    let plan = try Self.graph.plan()
    #expect(plan.explain("Storage").contains("That costs one task on the background lane"))
    #expect(plan.explain("Storage").contains("longest path from its start to ready is 2 tasks."))
    #expect(plan.explain("Orders").contains("longest path from its start to ready is one task."))
    #expect(plan.explain("Photos").contains("because it has no recorded duration."))
  }

  @Test(arguments: [
    (LaunchPolicy.fifo, "The task that is free first runs first."),
    (
      .rank,
      "The task with the longest path to the end runs first. On the main lane it ranks 2 of 4."
    ),
  ])
  func `the explanation of a policy that ignores ready says how it ranks`(
    policy: LaunchPolicy, sentence: String
  ) throws {
    let plan = try Self.graph.plan(durations: Self.durations, policy: policy)
    #expect(plan.explain("Fonts").contains(sentence))
  }

  @Test func `the explanation of a skipped task gives the cause`() throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("Lab", skipped: "condition .debug is false"),
      LaunchNode("Kit", edges: [LaunchEdge(.requires, "Lab", declaredAt: "k.swift:1")]),
      LaunchNode("Shop", edges: [LaunchEdge(.wants, "Kit")]),
    ]).plan()
    #expect(
      plan.explain("Kit") == """
        Kit is number 2 of 3 in launch order.
        It is skipped:
          Kit requires Lab
          Lab: condition .debug is false
        """)
    #expect(!plan.explain("Shop").contains("skipped"))
  }
}
