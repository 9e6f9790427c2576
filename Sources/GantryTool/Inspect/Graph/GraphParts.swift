// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryLaunch
internal import GantryReports

/// The part of an app that a picture shows, with one node for each group.
struct GraphParts {
  /// The links between the nodes in the picture.
  let links: [Link]
  /// The cycles that keep the app from launching, each as its steps.
  let cycles: [[ModuleGraph.Pair]]
  /// The names of the nodes without missing modules, each once.
  let names: [String]
  private let known: [String: AppManifest.Entry]
  private let members: [String: [String]]
  private let needs: [String: [Link]]
  private let manners: [String: ModuleGraph.Manner]

  /// Selects a part of an app.
  ///
  /// - Parameters:
  ///   - graph: All modules of the app.
  ///   - kinds: The kinds of links to include.
  ///   - shown: The modules to include; nil means all of them.
  ///   - groups: The group of each module that doesn't have its own node.
  init(
    _ graph: AppGraph, kinds: Set<Link.Kind>, shown: Set<String>?, groups: [String: String]
  ) {
    func isShown(_ name: String) -> Bool { shown?.contains(name) ?? true }
    func node(_ name: String) -> String { groups[name] ?? name }
    let all = graph.links + graph.missing
    links = all.compactMap { link in
      guard kinds.contains(link.kind), isShown(link.waiting), isShown(link.needed) else {
        return nil
      }
      let link = link.between(node(link.waiting), node(link.needed))
      return link.waiting == link.needed ? nil : link
    }
    cycles = graph.cycles.filter { $0.allSatisfy { isShown($0.waiting) } }.map { cycle in
      cycle.map { ModuleGraph.Pair(waiting: node($0.waiting), needed: node($0.needed)) }
        .filter { $0.waiting != $0.needed }
    }.filter { !$0.isEmpty }
    let entries = graph.manifest.modules.filter { isShown($0.name.rawValue) }
    known = Dictionary(
      entries.filter { groups[$0.name.rawValue] == nil }.map { ($0.name.rawValue, $0) },
      uniquingKeysWith: { first, _ in first })
    members = Dictionary(grouping: entries.map(\.name.rawValue).filter { groups[$0] != nil }) {
      node($0)
    }
    var seen: Set<String> = []
    names = entries.map { node($0.name.rawValue) }.filter { seen.insert($0).inserted }
    needs = groups.isEmpty ? Dictionary(grouping: all, by: \.waiting) : [:]
    manners = graph.manners
  }

  /// Returns the node with the given name.
  func node(_ name: String) -> ModuleGraph.Node {
    ModuleGraph.Node(
      name: name, entry: known[name], needs: needs[name] ?? [], members: members[name] ?? [],
      manner: known[name] == nil ? nil : manners[name])
  }
}

extension AppGraph {
  /// The launch of each module that doesn't launch with the others, by name.
  fileprivate var manners: [String: ModuleGraph.Manner] {
    var manners: [String: ModuleGraph.Manner] = [:]
    for (name, head) in manifest.graph.heads where head.stage == .onDemand {
      manners[name.rawValue] = .onDemand
    }
    for skip in manifest.skips { manners[skip.name.rawValue] = .skipped(skip.chain) }
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

/// An order of names in which each name comes after its dependencies. A cycle is broken where it
/// takes the fewest edges.
struct NodeOrder {
  private(set) var names: [String] = []

  /// Orders names.
  ///
  /// - Parameters:
  ///   - sorted: The names in sorted order, which breaks ties.
  ///   - links: The dependencies between the names.
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
    // If all wait: the node with the fewest open dependencies, and of those the most dependents.
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
        // An entry with an old key is stale, because its node was pushed again with a new one.
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

/// One set of numbers for each number.
///
/// Each pair takes one bit, because a few bytes for each pair of a thousand modules would add up.
struct BitTable {
  private let width: Int
  private var words: [UInt64]

  /// Creates an empty set for each number below the count.
  init(_ count: Int) {
    width = (count + 63) / 64
    words = Array(repeating: 0, count: count * width)
  }

  /// Returns whether a set contains a number.
  func contains(_ number: Int, in row: Int) -> Bool {
    words[row * width + number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number to a set.
  mutating func insert(_ number: Int, into row: Int) {
    words[row * width + number / 64] |= 1 << UInt64(number % 64)
  }

  /// Adds all elements of one set to another.
  mutating func addRow(_ other: Int, to row: Int) {
    for word in 0..<width { words[row * width + word] |= words[other * width + word] }
  }
}
