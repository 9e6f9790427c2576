// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryLaunch
internal import GantryReports

/// The modules of an app as a picture has them: in layers, with one edge between two of them.
struct ModuleGraph {
  /// A module, a free function, or a required name that is not linked.
  struct Node {
    let name: String
    /// Nil for a name that is not linked.
    let entry: Manifest.Entry?
    /// All that it needs.
    let needs: [Link]
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
    /// Whether it is part of a cycle that keeps the app from launching.
    var isOnCycle = false
    /// Whether it leads against the order of the layers.
    var isBackward: Bool

    var strength: Link.Strength { links.map(\.strength).min() ?? .order }
    /// Whether one waits for the other only when it uses it.
    var isLazy: Bool { links.allSatisfy(\.isLazy) }
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
  init(_ graph: AppGraph, kinds: Set<Link.Kind>) {
    let links = (graph.links + graph.missing).filter { kinds.contains($0.kind) }
    let waits = graph.cycles
    cycles = waits.map { $0.map(\.waiting) }
    let entries = graph.manifest.modules
    let known = Dictionary(
      entries.map { ($0.name.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(links.flatMap { [$0.waiting, $0.needed] })
    let needs = Dictionary(grouping: graph.links + graph.missing, by: \.waiting)
    func node(_ name: String) -> Node {
      Node(name: name, entry: known[name], needs: needs[name] ?? [])
    }
    loose = entries.map(\.name.rawValue).filter { !names.contains($0) }.map(node)
    let order = NodeOrder(names.sorted(), links.filter { !$0.isLazy }).names
    nodes = order.map(node)
    let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let red = Set(waits.joined())
    edges = Dictionary(grouping: links) { Pair(waiting: $0.waiting, needed: $0.needed) }
      .compactMap { pair, links in
        guard let needed = positions[pair.needed], let waiting = positions[pair.waiting] else {
          return nil
        }
        return Edge(
          needed: needed, waiting: waiting, links: links.sorted { $0.precedes($1) },
          isOnCycle: red.contains(pair), isBackward: needed > waiting)
      }
      .sorted { ($0.waiting, $0.needed) < ($1.waiting, $1.needed) }
    markImplied()
    layers = GraphLayout.columns(
      nodes.map { _ in 0 }, edges: edges.filter { !$0.isLazy }.map(\.span))
    // The layers of these follow from all others.
    for (position, edge) in edges.enumerated() where edge.isLazy {
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
      for (position, edge) in edges.enumerated() where !edge.isBackward || edge.isLazy {
        if edge.strength <= strength { direct[edge.waiting].append(position) }
      }
      for node in nodes.indices {
        // A nearer node comes first: its dependencies are implied by the edge to it.
        for position in direct[node].sorted(by: { edges[$0].needed > edges[$1].needed }) {
          let edge = edges[position]
          if reached.contains(edge.needed, in: node), edge.strength == strength, !edge.isOnCycle {
            edges[position].isImplied = true
          }
          // A lazily used dependency orders nothing, so nothing follows from it.
          guard !edge.isLazy else { continue }
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

  /// All links that it represents, a line each.
  var details: String { links.map(\.details).joined(separator: "\n") }
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

/// A set of numbers for each number: a bit for each pair, since a set of a few bytes for each pair
/// of a thousand modules would be large.
struct BitTable {
  private let width: Int
  private var words: [UInt64]

  /// Makes empty sets of the numbers below a number, one for each of them.
  init(_ count: Int) {
    width = (count + 63) / 64
    words = Array(repeating: 0, count: count * width)
  }

  /// Whether a set has a number.
  func contains(_ number: Int, in row: Int) -> Bool {
    words[row * width + number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number to a set.
  mutating func insert(_ number: Int, into row: Int) {
    words[row * width + number / 64] |= 1 << UInt64(number % 64)
  }

  /// Adds all of one set to another.
  mutating func addRow(_ other: Int, to row: Int) {
    for word in 0..<width { words[row * width + word] |= words[other * width + word] }
  }
}

/// An order of names in which each comes after its dependencies; a circle is opened where the
/// fewest edges are in the way.
struct NodeOrder {
  private(set) var names: [String] = []

  /// Orders names.
  ///
  /// - Parameters:
  ///   - sorted: The names, sorted: ties go by that.
  ///   - links: Their dependencies.
  init(_ sorted: [String], _ links: [Link]) {
    let positions = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    var needs = sorted.map { _ in Set<Int>() }
    var neededBy = needs
    for link in links {
      guard let waiting = positions[link.waiting], let needed = positions[link.needed] else {
        continue
      }
      needs[waiting].insert(needed)
      neededBy[needed].insert(waiting)
    }
    // Where all wait: the one with the fewest open dependencies, and of those the most dependents.
    func key(_ node: Int) -> Int {
      needs[node].count * (sorted.count + 1) + sorted.count - neededBy[node].count
    }
    var isOpen = sorted.map { _ in true }
    var free = sorted.indices.filter { needs[$0].isEmpty }
    var freed = 0
    var waiting = MinHeap()
    for node in sorted.indices { waiting.push(node, key: key(node)) }
    while names.count < sorted.count {
      let node: Int
      if freed < free.count {
        node = free[freed]
        freed += 1
      } else {
        guard let next = waiting.pop() else { return }
        // An entry with an old key is stale: its node is in the heap once more.
        guard isOpen[next.value], key(next.value) == next.key else { continue }
        node = next.value
      }
      isOpen[node] = false
      names.append(sorted[node])
      for other in neededBy[node].sorted() where isOpen[other] {
        needs[other].remove(node)
        if needs[other].isEmpty { free.append(other) } else { waiting.push(other, key: key(other)) }
      }
    }
  }
}
