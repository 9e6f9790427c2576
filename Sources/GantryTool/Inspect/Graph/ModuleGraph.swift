// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryReports
internal import GantryText

/// The modules of an app for a picture: in layers, with at most one edge between two of them.
struct ModuleGraph {
  /// A module, a free function, a group of them, or a required name that isn't linked.
  struct Node {
    let name: String
    /// The manifest entry; nil for a group, and for a name that isn't linked.
    let entry: AppManifest.Entry?
    /// All dependencies of the node.
    let needs: [Link]
    /// The names of the modules in a group.
    var members: [String] = []
    /// The way in which the node launches, if not with the others.
    var manner: Manner?

    /// Whether the node is a required module that isn't linked.
    var isMissing: Bool { entry == nil && members.isEmpty }
    /// The label of the node; for a group, it includes the number of modules.
    var label: String { members.count < 2 ? name : "\(name) (\(members.count))" }
  }

  /// The launch of a module that doesn't launch with the others.
  enum Manner: Equatable {
    /// The module is skipped, with the chain from the nearest reason to the cause.
    case skipped([String])
    /// The module launches when it is first used.
    case onDemand

    /// A label of one or two words.
    var words: String {
      switch self {
      case .skipped: "skipped"
      case .onDemand: "on demand"
      }
    }
  }

  /// All links between two nodes, drawn as one edge.
  struct Edge {
    /// The positions of the dependency and the dependent.
    let needed: Int
    let waiting: Int
    /// The links, strongest first.
    let links: [Link]
    /// Whether other edges imply it: another dependency of the dependent needs this one, too.
    var isImplied = false
    /// Whether the edge is too weak for a picture of groups. In most pairs of large groups, some
    /// module of one comes after or wants a module of the other.
    var isWeak = false
    /// Whether the edge is part of a cycle that keeps the app from launching.
    var isOnCycle = false
    /// Whether the edge leads against the order of the layers.
    var isBackward: Bool

    var strength: Link.Strength { links.map(\.strength).min() ?? .order }
    /// Whether the dependent waits for the dependency only when it uses it.
    var isLazy: Bool { links.allSatisfy(\.isLazy) }
    /// Whether the edge has no effect on the layers of its nodes.
    var isLoose: Bool { isLazy || isWeak }
    /// Whether the edge is drawn only on request.
    var isLeftOut: Bool { isImplied || isWeak }
    /// The kind of the first and strongest link, which decides how the edge is drawn.
    var kind: Link.Kind { links.first?.kind ?? .order }
  }

  /// The nodes with edges, each after its dependencies.
  ///
  /// Dependencies across backward edges are an exception, and a dependency that is used lazily may
  /// come later.
  private(set) var nodes: [Node] = []
  /// The edges, by dependent.
  private(set) var edges: [Edge] = []
  /// The nodes without edges, by name.
  private(set) var loose: [Node] = []
  /// The layer of each node, from 0.
  private(set) var layers: [Int] = []
  /// The cycles: in each, every module waits for the next, and the last one waits for the first.
  let cycles: [[String]]

  /// Creates the graph with links of some kinds.
  ///
  /// - Parameters:
  ///   - graph: All modules of the app.
  ///   - kinds: The kinds of links to include.
  ///   - shown: The modules to include; nil means all of them.
  ///   - groups: The group of each module that doesn't have its own node.
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
    // The direction of these edges follows from the layers that all others give.
    for (position, edge) in edges.enumerated() where edge.isLoose {
      edges[position].isBackward =
        (layers[edge.needed], edge.needed) > (layers[edge.waiting], edge.waiting)
    }
  }

  /// The nodes of each layer, in order.
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

  /// Marks the edges that are implied by others of at least the same strength.
  private mutating func markImplied() {
    for strength in Link.Strength.allCases {
      // Each node's direct and indirect dependencies across edges of at least that strength.
      var reached = BitTable(nodes.count)
      var direct = nodes.map { _ in [Int]() }
      for (position, edge) in edges.enumerated() where !edge.isBackward || edge.isLoose {
        if edge.strength <= strength { direct[edge.waiting].append(position) }
      }
      for node in nodes.indices {
        // A nearer node comes first: the edge to it implies its dependencies.
        for position in direct[node].sorted(by: { edges[$0].needed > edges[$1].needed }) {
          let edge = edges[position]
          if reached.contains(edge.needed, in: node), edge.strength == strength, !edge.isOnCycle {
            edges[position].isImplied = true
          }
          // Lazy and weak edges determine no order here, so they imply nothing.
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

  /// The links of the edge, one a line; only the first of them if there are very many.
  var details: String { links.map(\.details).firstLines }
}

extension [String] {
  /// As many lines as fit a tooltip, with the number of lines left out.
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
  /// The cycles that keep the app from launching, as far as its manifest shows them, step by step.
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
