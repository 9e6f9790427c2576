// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryReports
import TestRounds
import Testing

@testable import GantryTool

/// Rules for the graph of any app, even one that cannot launch.
@Suite struct ModuleGraphPropertyTests {
  private static let seeds = 1...UInt64(rounds(200))
  private static let all = Set(Link.Kind.allCases)

  private static func app(_ seed: UInt64, hasCycles: Bool = true) -> AppGraph {
    AppGraph(AppManifest.of(RandomApp(seed: seed, hasCycles: hasCycles).modules))
  }

  /// The nodes that are reachable from a node by the edges that a filter keeps.
  private static func reached(
    from node: Int, _ edges: [ModuleGraph.Edge], by isKept: (ModuleGraph.Edge) -> Bool
  ) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      for edge in edges where edge.waiting == next && isKept(edge) {
        if found.insert(edge.needed).inserted { waiting.append(edge.needed) }
      }
    }
    return found
  }

  @Test(arguments: seeds)
  func `each module is in the graph once, with one edge between two`(seed: UInt64) {
    let app = Self.app(seed)
    let graph = ModuleGraph(app, kinds: Self.all)
    let shown = graph.nodes.map(\.name).sorted()
    let known = app.manifest.modules.map(\.name.rawValue)
    let missing = Set(app.missing.map(\.needed))
    #expect(shown == (known + missing).sorted(), "seed \(seed)")
    #expect(graph.nodes.filter(\.isMissing).map(\.name) == missing.sorted(), "seed \(seed)")
    let pairs = graph.edges.map { [$0.needed, $0.waiting] }
    #expect(Set(pairs).count == pairs.count, "seed \(seed)")
    let drawn = graph.edges.flatMap(\.links)
    #expect(Set(drawn) == Set(app.links + app.missing), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `an edge leads to a later layer, except where it closes a cycle`(seed: UInt64) {
    let graph = ModuleGraph(Self.app(seed), kinds: Self.all)
    for edge in graph.edges {
      let layers = (graph.layers[edge.needed], graph.layers[edge.waiting])
      #expect(edge.isBackward ? layers.0 > layers.1 : layers.0 < layers.1, "seed \(seed)")
    }
    let sound = ModuleGraph(Self.app(seed, hasCycles: false), kinds: Self.all)
    #expect(!sound.edges.contains(where: \.isBackward) && sound.cycles.isEmpty, "seed \(seed)")
    #expect(Set(graph.layers) == Set(0...(graph.layers.max() ?? 0)), "seed \(seed)")
  }

  /// The transitive reduction, once for each strength: a strong path implies a weak edge.
  @Test(arguments: seeds)
  func `edges are omitted exactly when the others imply them`(seed: UInt64) {
    let graph = ModuleGraph(Self.app(seed, hasCycles: false), kinds: Self.all)
    for strength in Link.Strength.allCases {
      for node in graph.nodes.indices {
        let every = Self.reached(from: node, graph.edges) { $0.strength <= strength }
        let kept = Self.reached(from: node, graph.edges) { edge in
          edge.strength <= strength && !edge.isImplied
        }
        #expect(every == kept, "seed \(seed): \(graph.nodes[node].name)")
      }
    }
    for (position, edge) in graph.edges.enumerated() where !edge.isImplied {
      var others = graph.edges
      others.remove(at: position)
      let found = Self.reached(from: edge.waiting, others) { $0.strength <= edge.strength }
      #expect(!found.contains(edge.needed), "seed \(seed): \(edge.details)")
    }
  }

  @Test(arguments: seeds)
  func `each format has each module and each edge once`(seed: UInt64) throws {
    let graph = ModuleGraph(Self.app(seed), kinds: Self.all)
    for showsImplied in [true, false] {
      let count = graph.edges.count { showsImplied || !$0.isImplied }
      let mermaid = graph.mermaid(showsImplied: showsImplied).split(separator: "\n")
      #expect(mermaid.count == 1 + graph.nodes.count + count, "seed \(seed)")
      let arrows = mermaid.count { $0.contains(#/ (--|-\.) ".*" (-->|\.->) /#) }
      #expect(arrows == count, "seed \(seed)")
      let dot = graph.dot(showsImplied: showsImplied).split(separator: "\n")
      #expect(dot.count { $0.contains(" -> ") } == count, "seed \(seed)")
      #expect(dot.count { $0.hasPrefix("  \"") } == graph.nodes.count + count, "seed \(seed)")
      let text = graph.text(showsImplied: showsImplied)
      #expect(text.matches(of: #/ ← |\), /#).count == count, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `each module is in one group, and no edge stays inside a group`(seed: UInt64) {
    let app = Self.app(seed)
    let groups = Dictionary(
      uniqueKeysWithValues: app.manifest.modules.map { ($0.name.rawValue, $0.target) })
    let graph = ModuleGraph(app, kinds: Self.all, groups: groups)
    let sizes = Dictionary(grouping: groups.values, by: \.self).mapValues(\.count)
    let shown = graph.nodes.filter { !$0.isMissing }.map { ($0.name, $0.members) }
    #expect(Dictionary(uniqueKeysWithValues: shown) == sizes, "seed \(seed)")
    let crossing = (app.links + app.missing).filter { link in
      groups[link.waiting] != groups[link.needed]
    }
    #expect(graph.edges.reduce(0) { $0 + $1.links.count } == crossing.count, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `neighbors are mutual, and a larger depth keeps them`(seed: UInt64) {
    let app = Self.app(seed)
    let names = app.manifest.modules.map(\.name.rawValue)
    func near(_ name: String, _ depth: Int) -> Set<String> {
      app.surroundings(of: name, depth: depth, kinds: Self.all)?.modules ?? []
    }
    for name in names {
      #expect(near(name, 0) == [name], "seed \(seed)")
      for other in near(name, 1) where other != "Missing" {
        #expect(near(other, 1).contains(name), "seed \(seed): \(name), \(other)")
      }
      #expect(near(name, 1).isSubset(of: near(name, 2)), "seed \(seed)")
      #expect(near(name, 40) == near(name, .max), "seed \(seed)")
    }
    #expect(app.surroundings(of: "Nothing", depth: 1, kinds: Self.all) == nil)
  }
}

/// The order from which the layers are built.
@Suite struct GraphOrderTests {
  private static func link(_ waiting: String, _ needed: String) -> Link {
    Link(
      waiting: waiting, needed: needed, kind: .requires, strength: .must, sentence: "",
      declaredAt: "")
  }

  @Test(
    arguments: [
      ([], "abc"), (["ab"], "bca"), (["ab", "bc"], "cba"), (["ab", "ba"], "cab"),
      (["ab", "bc", "ca"], "acb"), (["ab", "bc", "cb"], "bac"), (["ac", "bc", "ca"], "cab"),
      (["ab", "ab"], "bca"), (["aa"], "bca"),
    ] as [([String], String)])
  func `a name comes after its dependencies, and a cycle is broken in one place`(
    pairs: [String], order: String
  ) {
    let links = pairs.map { Self.link(String($0.prefix(1)), String($0.suffix(1))) }
    #expect(ModuleGraph.order(["a", "b", "c"], links).joined() == order)
  }

  @Test(arguments: 1...UInt64(rounds(200)))
  func `every name appears once, after its dependencies if there is no cycle`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = (10..<30).map(String.init)
    let links = (0..<40).map { _ in
      let ends = [random.number(0...19), random.number(0...19)].sorted()
      return Self.link(names[ends[1]], names[ends[0]])
    }.filter { $0.waiting != $0.needed }
    let order = ModuleGraph.order(names, links.shuffled(using: &random))
    #expect(order.sorted() == names, "seed \(seed)")
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    for link in links {
      #expect((places[link.needed] ?? 0) < (places[link.waiting] ?? 0), "seed \(seed)")
    }
  }
}
