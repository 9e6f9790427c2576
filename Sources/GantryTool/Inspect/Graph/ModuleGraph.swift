// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryLaunch
internal import GantryReports

/// The modules of an app in layers, with at most one edge between two of them.
struct ModuleGraph {
  /// A module, a free function, a group of them, or a required name that isn't linked.
  struct Node {
    let name: String
    /// The manifest entry; nil for a group, and for a name that isn't linked.
    let entry: AppManifest.Entry?
    /// Whether the app cannot run without the module.
    let isEssential: Bool
    /// The number of modules in a group; 0 for a node that isn't a group.
    let members: Int
    /// How the node launches, if not with the others.
    let manner: String?

    /// Whether the node is a required module that isn't linked.
    var isMissing: Bool { entry == nil && members == 0 }
    /// The name, with what is special about the node.
    var label: String {
      let notes = [members > 1 ? "\(members)" : nil, isMissing ? "missing" : nil, manner]
      return name + notes.compactMap { $0.map { " (\($0))" } }.joined()
    }
  }

  /// All links between two nodes.
  struct Edge {
    /// The positions of the dependency and the dependent.
    let needed: Int
    let waiting: Int
    /// The links, strongest first.
    let links: [Link]
    /// Whether the edge is part of a cycle that keeps the app from launching.
    let isOnCycle: Bool
    /// Whether others imply the edge: another dependency of the dependent needs this one, too.
    var isImplied = false

    /// Whether the edge leads against the order of the layers.
    var isBackward: Bool { needed > waiting }
    var strength: Link.Strength { links.map(\.strength).min() ?? .order }
    /// Whether the dependent waits for the dependency only when it uses it.
    var isLazy: Bool { links.allSatisfy(\.isLazy) }
    /// The kind of the first and strongest link, in words.
    var label: String {
      let kind = links.first?.kind ?? .order
      let words = kind.words(isRequired: strength == .must, isLazy: isLazy)
      return isOnCycle ? "\(words), on a cycle" : words
    }
    /// The links, one a line.
    var details: String { links.map(\.details).joined(separator: "\n") }
  }

  /// The nodes, each after its dependencies, except across backward edges and lazy ones.
  let nodes: [Node]
  /// The edges, by dependent.
  private(set) var edges: [Edge]
  /// The layer of each node, from 0.
  private(set) var layers: [Int]
  /// The cycles: in each, every node waits for the next, and the last one waits for the first.
  let cycles: [[String]]

  /// Creates the graph with links of some kinds.
  ///
  /// - Parameters:
  ///   - app: All modules of the app.
  ///   - kinds: The kinds of links to include.
  ///   - shown: The modules to include; nil means all of them.
  ///   - groups: The group of each module that doesn't have its own node.
  init(
    _ app: AppGraph, kinds: Set<Link.Kind>, shown: Set<String>? = nil,
    groups: [String: String] = [:]
  ) {
    func isShown(_ name: String) -> Bool { shown?.contains(name) ?? true }
    func node(_ name: String) -> String { groups[name] ?? name }
    let links = (app.links + app.missing).compactMap { link -> Link? in
      guard kinds.contains(link.kind), isShown(link.waiting), isShown(link.needed) else {
        return nil
      }
      let link = link.between(node(link.waiting), node(link.needed))
      return link.waiting == link.needed ? nil : link
    }
    let cycles = app.cycles.filter { $0.allSatisfy { isShown($0.waiting) } }
      .map { cycle in
        cycle.map { Pair(waiting: node($0.waiting), needed: node($0.needed)) }
          .filter { $0.waiting != $0.needed }
      }
    self.cycles = cycles.filter { !$0.isEmpty }.map { $0.map(\.waiting) }
    let entries = app.manifest.modules.filter { isShown($0.name.rawValue) }
    let names = Set(
      entries.map { node($0.name.rawValue) } + links.flatMap { [$0.waiting, $0.needed] })
    let order = Self.order(names.sorted(), links.filter { !$0.isLazy })
    nodes = Self.nodes(order, entries, groups, app)
    let red = Set(cycles.joined())
    let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    edges = Dictionary(grouping: links) { Pair(waiting: $0.waiting, needed: $0.needed) }
      .compactMap { pair, links in
        guard let needed = positions[pair.needed], let waiting = positions[pair.waiting] else {
          return nil
        }
        return Edge(
          needed: needed, waiting: waiting, links: links.sorted { $0.precedes($1) },
          isOnCycle: red.contains(pair))
      }
      .sorted { ($0.waiting, $0.needed) < ($1.waiting, $1.needed) }
    layers = nodes.map { _ in 0 }
    // The later end of an edge is in a later layer, whichever of the two waits.
    let spans = edges.filter { !$0.isLazy }
      .map { (first: min($0.needed, $0.waiting), last: max($0.needed, $0.waiting)) }
    for span in spans.sorted(by: { $0.last < $1.last }) {
      layers[span.last] = max(layers[span.last], layers[span.first] + 1)
    }
    markImplied()
  }

  /// A dependent and its dependency.
  struct Pair: Hashable {
    let waiting: String
    let needed: String
  }

  private static func nodes(
    _ names: [String], _ entries: [AppManifest.Entry], _ groups: [String: String],
    _ app: AppGraph
  ) -> [Node] {
    let manners = app.manners
    var known: [String: AppManifest.Entry] = [:]
    var members: [String: Int] = [:]
    for entry in entries {
      if let group = groups[entry.name.rawValue] {
        members[group, default: 0] += 1
      } else {
        known[entry.name.rawValue] = entry
      }
    }
    return names.map { name in
      let entry = known[name]
      return Node(
        name: name, entry: entry,
        isEssential: entry.map { app.head(of: $0.name).isEssential } == true,
        members: members[name] ?? 0, manner: entry == nil ? nil : manners[name])
    }
  }

  /// Returns names in an order in which each comes after its dependencies. A cycle is broken at the
  /// name with the fewest open dependencies, and of those the most dependents.
  static func order(_ names: [String], _ links: [Link]) -> [String] {
    var open = Dictionary(grouping: links, by: \.waiting).mapValues { Set($0.map(\.needed)) }
    let neededBy = Dictionary(grouping: links, by: \.needed).mapValues {
      Set($0.map(\.waiting)).sorted()
    }
    var order = names.filter { open[$0] == nil }
    var next = 0
    while order.count < names.count {
      if next == order.count {
        let keys = open.map { ($1.count, -(neededBy[$0]?.count ?? 0), $0) }
        guard let name = keys.min(by: <)?.2 else { break }
        open[name] = nil
        order.append(name)
      }
      for other in neededBy[order[next]] ?? [] where open[other]?.remove(order[next]) != nil {
        guard open[other]?.isEmpty == true else { continue }
        open[other] = nil
        order.append(other)
      }
      next += 1
    }
    return order
  }

  /// Marks the edges that are implied by others of at least the same strength.
  private mutating func markImplied() {
    for strength in Link.Strength.allCases {
      // Each node's direct and indirect dependencies across edges of at least that strength.
      var reached = nodes.map { _ in Bits(count: nodes.count) }
      var direct = nodes.map { _ in [Int]() }
      for (position, edge) in edges.enumerated()
      where edge.strength <= strength && !edge.isBackward {
        direct[edge.waiting].append(position)
      }
      for node in nodes.indices {
        // A nearer node comes first: the edge to it implies its dependencies.
        for position in direct[node].sorted(by: { edges[$0].needed > edges[$1].needed }) {
          let edge = edges[position]
          if reached[node].contains(edge.needed), edge.strength == strength, !edge.isOnCycle {
            edges[position].isImplied = true
          }
          // Nothing waits for a lazy dependency, so it implies nothing.
          guard !edge.isLazy else { continue }
          reached[node].insert(edge.needed)
          reached[node].formUnion(reached[edge.needed])
        }
      }
    }
  }
}

/// A set of small numbers.
private struct Bits {
  private var words: [UInt64]

  /// Creates an empty set of numbers below a count.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> (number & 63) & 1 == 1 }
  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << (number & 63) }
  mutating func formUnion(_ other: Self) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}

extension Link {
  fileprivate func precedes(_ other: Link) -> Bool {
    (strength.rawValue, kind.position, sentence) < (
      other.strength.rawValue, other.kind.position, other.sentence
    )
  }
}

extension Link.Kind {
  fileprivate var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension AppGraph {
  /// The cycles that keep the app from launching, as far as its manifest shows them, step by step.
  fileprivate var cycles: [[ModuleGraph.Pair]] {
    // A cycle has its nodes in the order in which they wait.
    launch.check().filter { $0.kind == "cycle" }.map { fault in
      let waiting = fault.modules.map { owner(of: $0.rawValue) }
      return zip(waiting, waiting.dropFirst() + waiting.prefix(1)).filter { $0 != $1 }
        .map { ModuleGraph.Pair(waiting: $0, needed: $1) }
    }
  }

  /// The launch of each module that doesn't launch with the others, by name.
  fileprivate var manners: [String: String] {
    var manners: [String: String] = [:]
    for (name, head) in heads where head.stage == .onDemand {
      manners[name.rawValue] = "on demand"
    }
    for skip in manifest.skips { manners[skip.name.rawValue] = "skipped" }
    return manners
  }

  /// Returns the modules around one: its dependencies and theirs, its dependents and theirs.
  ///
  /// - Parameters:
  ///   - name: A module, or a task, which means its module.
  ///   - depth: The number of steps; 0 means the module alone.
  ///   - kinds: The kinds of links to follow.
  func surroundings(
    of name: String, depth: Int, kinds: Set<Link.Kind>
  ) -> LaunchNeighborhood? {
    let needs = Dictionary(
      grouping: (links + missing).filter { kinds.contains($0.kind) }, by: \.waiting)
    return LaunchNeighborhood(
      of: name, depth: depth,
      in: manifest.modules.map { entry in
        let name = entry.name.rawValue
        return (name, name, (needs[name] ?? []).map(\.needed))
      })
  }
}
