// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryReports
import LaunchFixture
import Testing

/// Drawings of a plan in all formats.
@Suite struct PlanPictureTests {
  /// A plan with each stage, each kind of edge, a join, a milestone and something skipped.
  static let graph = LaunchGraph(
    nodes: [
      LaunchNode("Storage", isEssential: true, declaredAt: "Storage.swift:7"),
      LaunchNode("Theme", lane: .main, edges: [LaunchEdge(.wants, "Storage")]),
      LaunchNode("Shop", edges: [LaunchEdge(.requires, "Theme")], isJoin: true),
      LaunchNode("Ads", stage: .afterReady, edges: [LaunchEdge(.after, "consent")]),
      LaunchNode(
        "Prices", stage: .idle, lane: .main,
        edges: [
          LaunchEdge(
            .after, "Storage", declaredAt: "Prices.swift:3", reason: .stated("reads its cache")),
          LaunchEdge(.requires, "Ads"),
        ]),
      LaunchNode("Help", stage: .onDemand),
      LaunchNode("Lab", skipped: "condition .debug is false"),
    ], milestones: [Milestone("consent"), Milestone("unused")])

  @Test func `the picture shows tasks, joins, milestones, stages, lanes and edges`() throws {
    let picture = try Markup(try Self.graph.plan().svg())
    func names(_ style: String) -> [String] {
      // The first child of a node is its tooltip.
      zip(picture.elements, picture.elements.dropFirst())
        .filter { ($0.0.attributes["class"] ?? "").split(separator: " ").contains { $0 == style } }
        .filter { $0.0.name == "g" }
        .map { String($0.1.text.split(separator: "\n")[0]) }
    }
    #expect(Set(names("beforeReady")) == ["Storage", "Theme", "Shop", "Lab"])
    #expect(names("afterReady") == ["Ads"])
    #expect(names("idle") == ["Prices"])
    #expect(names("onDemand") == ["Help"])
    #expect(Set(names("main")) == ["Theme", "Prices"])
    #expect(names("join") == ["Shop"])
    #expect(names("milestone") == ["milestone consent"])
    #expect(names("skipped") == ["Lab"])
    #expect(names("essential") == ["Storage"])
    let edges = picture.all("path", "edge").filter { $0.depth == 1 }
    #expect(edges.count == 5)
    #expect(
      picture.texts("title").contains(
        "Prices comes after Storage (Prices.swift:3, reads its cache)"))
    #expect(picture.texts("text", "ready") == ["ready"])
  }

  @Test func `tasks after ready are to the right of the line`() throws {
    let picture = try Markup(try Self.graph.plan().svg())
    let line = try #require(
      picture.all("line", "ready").first?.attributes["x1"].flatMap(Double.init))
    let boxes = zip(picture.elements, picture.elements.dropFirst(2))
      .filter { $0.0.name == "g" && $0.1.name == "rect" && $0.0.depth == 1 }
    #expect(boxes.count == 7)
    for (group, box) in boxes where (group.attributes["class"] ?? "").hasPrefix("node") {
      let x = try #require(box.attributes["x"].flatMap(Double.init))
      let isBlocking = (group.attributes["class"] ?? "").contains("beforeReady")
      #expect(isBlocking == (x < line), "\(group)")
    }
  }

  @Test(arguments: ReportPageTests.hostile)
  func `names are escaped in pictures, pages and DOT`(name: String) throws {
    let plan = try LaunchGraph(
      nodes: [
        LaunchNode(
          name, edges: [LaunchEdge(.requires, "b", declaredAt: name, reason: .stated(name))]),
        LaunchNode("b"),
        LaunchNode("c", stage: .afterReady, edges: [LaunchEdge(.after, "m" + name)]),
      ], milestones: [Milestone("m" + name)]
    ).plan()
    #expect(try Markup(plan.svg()).all("g", "node").count == 4)
    let page = try Markup(plan.html(title: name))
    #expect(page.all("tr").count == 4)
    #expect(page.all("script").isEmpty && page.all("b").isEmpty)
    // Only the grammar is left outside of quotes.
    let bare = plan.dot(name: name).replacing(/"(\\.|[^"\\])*"/, with: "Q")
    #expect(bare.allSatisfy { $0.isASCII })
    #expect(!bare.contains { "<>&\\\"".contains($0) && $0 != ">" })
  }

  @Test func `a graph in DOT has clusters for stages, and styles for lanes and edges`() throws {
    let dot = try Self.graph.plan().dot(name: "shop")
    let lines = dot.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.first == "digraph \"shop\" {")
    #expect(lines.last == "}")
    #expect(lines.count { $0.hasPrefix("subgraph \"cluster_") } == 4)
    func line(_ name: String) throws -> Substring {
      try #require(lines.first { $0.contains("label=\"\(name)\"") })
    }
    #expect(try line("Theme").contains("style=filled"))
    #expect(try line("Storage").contains("peripheries=2"))
    #expect(try line("Shop").contains("shape=ellipse"))
    #expect(try line("consent").contains("shape=diamond"))
    #expect(try line("Lab").contains("style=dashed"))
    let edges = lines.filter { $0.contains(" -> ") }
    #expect(edges.count == 5)
    #expect(edges.count { $0.contains("style=dashed") } == 1)
    #expect(edges.count { $0.contains("style=dotted") } == 1)
    #expect(!dot.contains("unused"))
  }

  @Test func `an empty plan is an empty picture`() throws {
    let plan = try LaunchGraph(nodes: []).plan()
    #expect(try Markup(plan.svg()).all("g", "node").isEmpty)
    #expect(try Markup(plan.html()).texts("p") == ["0 tasks, 0 of them before ready; 0 skipped."])
    #expect(plan.dot().hasPrefix("digraph \"launch\" {"))
  }

  @Test(arguments: [(20, 1), (200, 2), (200, 3)] as [(Int, UInt64)])
  func `boxes never overlap, and every edge goes to the right`(count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let nodes = (0..<count).map { number in
      let edges = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        number == 0 ? nil : LaunchEdge(.after, "t\(Int.random(in: 0..<number, using: &random))")
      }
      let stage = LaunchStage.allCases.randomElement(using: &random) ?? .idle
      return LaunchNode("t\(number)", stage: stage, edges: edges)
    }
    let picture = try Markup(try LaunchGraph(nodes: nodes).plan().svg())
    let boxes = zip(picture.elements, picture.elements.dropFirst(2))
      .filter { ($0.0.attributes["class"] ?? "").hasPrefix("node") }
      .map { _, box in ["x", "y", "width", "height"].map { Double(box.attributes[$0] ?? "") ?? -1 }
      }
    #expect(boxes.count == count)
    for (number, box) in boxes.enumerated() {
      for other in boxes[..<number] {
        let isApart =
          box[0] >= other[0] + other[2] || other[0] >= box[0] + box[2]
          || box[1] >= other[1] + other[3] || other[1] >= box[1] + box[3]
        #expect(isApart, "seed \(seed): \(box), \(other)")
      }
    }
    let paths = picture.all("path", "edge").filter { $0.depth == 1 }
    #expect(paths.count >= count / 2)
    for path in paths.compactMap({ $0.attributes["d"] }) {
      let steps = try places(path)
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(path)")
    }
  }

  /// The horizontal positions of a path's points, in order.
  private func places(_ path: String) throws -> [Double] {
    try path.matches(of: /([MHC])([-\d. ]+)/).flatMap { step in
      let numbers = try step.2.split(separator: " ").map { try #require(Double($0)) }
      return stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
    }
  }
}
