// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryReports
internal import GantryText

/// The modules of an app as a picture has them: in layers, with one edge between two of them.
struct ModuleGraph {
  /// A module, a free function, a group of them, or a required name that is not linked.
  struct Node {
    let name: String
    /// Nil for a group, and for a name that is not linked.
    let entry: AppManifest.Entry?
    /// All that it needs.
    let needs: [Link]
    /// The names of the modules of a group.
    var members: [String] = []
    /// How it launches, where that isn't in the launch of the app.
    var manner: Manner?

    /// Whether a module needs it and no such module is linked.
    var isMissing: Bool { entry == nil && members.isEmpty }
    /// The name that is shown; that of a group says how many modules are in it.
    var label: String { members.count < 2 ? name : "\(name) (\(members.count))" }
  }

  /// How a module launches that does not do so with the others.
  enum Manner: Equatable {
    /// Not at all; from the nearest reason to the cause.
    case skipped([String])
    /// When it is first used.
    case onDemand

    /// In one word or two.
    var words: String {
      switch self {
      case .skipped: "skipped"
      case .onDemand: "on demand"
      }
    }
  }

  /// Everything that joins two nodes, drawn as one.
  struct Edge {
    /// The positions of the dependency and of the dependent.
    let needed: Int
    let waiting: Int
    /// The links, the strongest first.
    let links: [Link]
    /// Whether other edges imply it: the dependent also needs another module that needs this one.
    var isImplied = false
    /// Whether it is too weak for a picture of groups: one of many modules mostly comes after, or
    /// wants, something of each other.
    var isWeak = false
    /// Whether it is part of a cycle that keeps the app from launching.
    var isOnCycle = false
    /// Whether it leads against the order of the layers.
    var isBackward: Bool

    var strength: Link.Strength { links.map(\.strength).min() ?? .order }
    /// Whether one waits for the other only when it uses it.
    var isLazy: Bool { links.allSatisfy(\.isLazy) }
    /// Whether it moves neither of its ends to another layer.
    var isLoose: Bool { isLazy || isWeak }
    /// Whether it is only there on request.
    var isLeftOut: Bool { isImplied || isWeak }
    /// How it is drawn: as the first of its strongest links.
    var kind: Link.Kind { links.first?.kind ?? .order }
  }

  /// The nodes with edges, each after all its dependencies, but for edges that lead backward. A
  /// lazily used dependency may come later.
  private(set) var nodes: [Node] = []
  /// The edges, by dependent.
  private(set) var edges: [Edge] = []
  /// The nodes without edges, by name.
  private(set) var loose: [Node] = []
  /// The layer of each node, from 0.
  private(set) var layers: [Int] = []
  /// The cycles: modules of which each waits for the next, and the last for the first.
  let cycles: [[String]]

  /// Makes the graph of some kinds of links.
  ///
  /// - Parameters:
  ///   - graph: All modules of the app.
  ///   - kinds: The kinds of links.
  ///   - shown: The modules to take; nil takes all.
  ///   - groups: The group of each module that isn't a node by itself.
  init(
    _ graph: AppGraph, kinds: Set<Link.Kind>, shown: Set<String>? = nil,
    groups: [String: String] = [:]
  ) {
    let parts = GraphParts(graph, kinds: kinds, shown: shown, groups: groups)
    let links = parts.links
    cycles = parts.cycles.map { $0.map(\.waiting) }
    let names = Set(links.flatMap { [$0.waiting, $0.needed] })
    loose = parts.names.filter { !names.contains($0) }.map(parts.node)
    let canBeWeak = !groups.isEmpty && links.contains { $0.strength == .must && !$0.isLazy }
    let order = NodeOrder(
      names.sorted(), links.filter { !$0.isLazy && (!canBeWeak || $0.strength == .must) }
    ).names
    nodes = order.map(parts.node)
    let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let red = Set(parts.cycles.joined())
    edges = Dictionary(grouping: links) { Pair(waiting: $0.waiting, needed: $0.needed) }
      .compactMap { pair, links in
        guard let needed = positions[pair.needed], let waiting = positions[pair.waiting] else {
          return nil
        }
        return Edge(
          needed: needed, waiting: waiting, links: links.sorted { $0.precedes($1) },
          isWeak: canBeWeak && links.allSatisfy { $0.strength != .must } && !red.contains(pair),
          isOnCycle: red.contains(pair), isBackward: needed > waiting)
      }
      .sorted { ($0.waiting, $0.needed) < ($1.waiting, $1.needed) }
    markImplied()
    layers = GraphLayout.columns(
      nodes.map { _ in 0 }, edges: edges.filter { !$0.isLoose }.map(\.span))
    // The layers of these follow from all others.
    for (position, edge) in edges.enumerated() where edge.isLoose {
      edges[position].isBackward =
        (layers[edge.needed], edge.needed) > (layers[edge.waiting], edge.waiting)
    }
  }

  /// The nodes of each layer, in their order.
  var nodesByLayer: [[Int]] {
    var nodes = Array(repeating: [Int](), count: (layers.max() ?? -1) + 1)
    for (node, layer) in layers.enumerated() { nodes[layer].append(node) }
    return nodes
  }

  /// A dependent and its dependency.
  struct Pair: Hashable {
    let waiting: String
    let needed: String
  }

  /// Marks the edges that follow from others at least as strong.
  private mutating func markImplied() {
    for strength in Link.Strength.allCases {
      // The nodes that each needs through edges of that strength or more, however far.
      var reached = BitTable(nodes.count)
      var direct = nodes.map { _ in [Int]() }
      for (position, edge) in edges.enumerated() where !edge.isBackward || edge.isLoose {
        if edge.strength <= strength { direct[edge.waiting].append(position) }
      }
      for node in nodes.indices {
        // A nearer node comes first: its dependencies are implied by the edge to it.
        for position in direct[node].sorted(by: { edges[$0].needed > edges[$1].needed }) {
          let edge = edges[position]
          if reached.contains(edge.needed, in: node), edge.strength == strength, !edge.isOnCycle {
            edges[position].isImplied = true
          }
          // A lazily used dependency orders nothing here, nor does a weak one, so nothing follows from it.
          guard !edge.isLoose else { continue }
          reached.insert(edge.needed, into: node)
          reached.addRow(edge.needed, to: node)
        }
      }
    }
  }
}

extension ModuleGraph.Edge {
  /// The edge for a layout, from left to right.
  var span: GraphLayout.Edge {
    isBackward
      ? GraphLayout.Edge(from: waiting, to: needed) : GraphLayout.Edge(from: needed, to: waiting)
  }

  /// The links that it represents, a line each; of very many the first.
  var details: String { links.map(\.details).firstLines }
}

extension [String] {
  /// As many lines as a reader takes in who points at something, and how many are left out.
  var firstLines: String {
    let limit = 30
    let rest = count > limit + 1 ? ["and \(count - limit) more"] : []
    return (prefix(rest.isEmpty ? count : limit) + rest).joined(separator: "\n")
  }
}

extension Link {
  fileprivate func precedes(_ other: Link) -> Bool {
    (strength.rawValue, kind.place, sentence) < (
      other.strength.rawValue, other.kind.place, other.sentence
    )
  }
}

extension Link.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension AppGraph {
  /// The cycles that keep the app from launching, as far as its manifest tells, a step each.
  var cycles: [[ModuleGraph.Pair]] {
    launch.check().compactMap { fault in
      guard case .cycle(let steps) = fault else { return nil }
      let pairs = steps.map { step in
        ModuleGraph.Pair(waiting: owner(of: step.waiting), needed: owner(of: step.waitsFor))
      }
      return pairs.filter { $0.waiting != $0.needed }
    }
  }
}
