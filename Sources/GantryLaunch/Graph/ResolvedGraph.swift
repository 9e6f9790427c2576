// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A graph whose names are resolved and whose edges all point from the earlier to the later node.
struct ResolvedGraph {
  /// An edge by which one node waits for another.
  struct Arc {
    let first: Int
    let later: Int
    let dependency: LaunchDependency
    let declaredBy: Int
    /// The index of the edge in the list of the node that declares it.
    let edge: Int
  }

  /// An edge by which a node waits for a milestone.
  struct Gate {
    let node: Int
    let milestone: Int
    let edge: LaunchEdge
  }

  /// The nodes sorted by name, one per name.
  private(set) var nodes: [LaunchNode]
  let milestones: [String]
  /// The arcs: between two nodes, only the strongest one that was declared.
  private(set) var arcs: [Arc] = []
  private(set) var gates: [Gate] = []
  private(set) var unknown: [(node: Int, edge: LaunchEdge)] = []
  /// Edges without a required target whose target is missing.
  private(set) var absent: [(node: Int, edge: LaunchEdge)] = []
  private(set) var selfEdges: [(node: Int, edge: LaunchEdge)] = []
  private(set) var beforeMilestones: [(node: Int, edge: LaunchEdge)] = []
  /// The nodes that run before all others.
  private(set) var firstGroup = FirstGroup()
  /// For each node, the positions in `arcs` of its dependencies. `outgoing` has those of its
  /// dependents.
  private(set) var incoming = Grouped<Int>()
  private(set) var outgoing = Grouped<Int>()

  init(_ graph: LaunchGraph) {
    // By index, here and below, since moving each node would cost more than reading its name.
    let all = graph.nodes
    let sorted = all.indices.sorted { all[$0].name.precedes(all[$1].name) }
    var unique: [LaunchNode] = []
    unique.reserveCapacity(all.count)
    for node in sorted where unique.last?.name != all[node].name { unique.append(all[node]) }
    nodes = unique
    milestones = Set(graph.milestones.map(\.name)).sorted { $0.precedes($1) }
    resolve()
  }

  private mutating func resolve() {
    let positions = Dictionary(uniqueKeysWithValues: nodes.indices.map { (nodes[$0].name, $0) })
    let gatePositions = Dictionary(uniqueKeysWithValues: milestones.enumerated().map { ($1, $0) })
    let edgeCount = nodes.indices.reduce(0) { $0 + nodes[$1].edges.count }
    arcs.reserveCapacity(edgeCount)
    var found: [Int: Int] = [:]
    found.reserveCapacity(edgeCount)
    for position in nodes.indices {
      // An unknown name is reported once per node, however often the node declares it.
      var missing: Set<String> = []
      for (index, edge) in nodes[position].edges.enumerated() {
        if let target = positions[edge.target] {
          add(edge, at: index, from: position, to: target, found: &found)
        } else if let milestone = gatePositions[edge.target] {
          if edge.kind.isReversed {
            beforeMilestones.append((position, edge))
          } else {
            gates.append(Gate(node: position, milestone: milestone, edge: edge))
          }
        } else if nodes[position].skipped == nil,
          missing.insert("\(edge.kind) \(edge.target)").inserted
        {
          if edge.kind.needsTarget {
            unknown.append((position, edge))
          } else {
            absent.append((position, edge))
          }
        }
      }
    }
    putFirst(&found)
    let all = arcs
    incoming = Grouped(count: nodes.count, empty: 0) { file in
      for (position, arc) in all.enumerated() { file(arc.later, position) }
    }
    outgoing = Grouped(count: nodes.count, empty: 0) { file in
      for (position, arc) in all.enumerated() { file(arc.first, position) }
    }
  }

  private mutating func add(
    _ edge: LaunchEdge, at index: Int, from node: Int, to target: Int, found: inout [Int: Int]
  ) {
    // The edges of a node that isn't enabled don't count: it waits for no node, and delays none.
    guard nodes[node].skipped == nil else { return }
    guard node != target else {
      selfEdges.append((node, edge))
      return
    }
    let (first, later) = edge.kind.isReversed ? (node, target) : (target, node)
    let arc = Arc(
      first: first, later: later, dependency: edge.kind.dependency, declaredBy: node, edge: index)
    let key = first * nodes.count + later
    guard let known = found[key] else {
      found[key] = arcs.count
      arcs.append(arc)
      return
    }
    if arc.dependency < arcs[known].dependency { arcs[known] = arc }
  }

  /// Lets all nodes outside of the first group wait for it, unless that would contradict a
  /// declaration.
  ///
  /// Joins have no body, and wait for nodes that have one.
  private mutating func putFirst(_ found: inout [Int: Int]) {
    firstGroup = FirstGroup(nodes, arcs)
    guard firstGroup.externalArcs.isEmpty,
      firstGroup.members.allSatisfy({ nodes[$0].stage <= .beforeReady })
    else { return }
    let group = Set(firstGroup.members)
    let first = firstGroup.members.filter { !nodes[$0].isJoin }
    for node in nodes.indices
    where !group.contains(node) && !nodes[node].isJoin && nodes[node].skipped == nil {
      for member in first where found[member * nodes.count + node] == nil {
        nodes[node].edges.append(
          LaunchEdge(
            .wants, nodes[member].name, declaredAt: nodes[member].declaredAt, reason: .first))
        add(
          nodes[node].edges[nodes[node].edges.count - 1], at: nodes[node].edges.count - 1,
          from: node, to: member, found: &found)
      }
    }
  }

  /// Returns the declaration of an arc.
  func edge(of arc: Arc) -> LaunchEdge { nodes[arc.declaredBy].edges[arc.edge] }

  /// Returns the nodes in launch order, with joins as early as possible. With a cycle, some nodes
  /// are missing.
  ///
  /// - Complexity: O((V + E) log V).
  func launchOrder() -> [Int] {
    let byRank = nodes.indices.sorted {
      (nodes[$1].priority, nodes[$0].tieBreak, $0) < (nodes[$0].priority, nodes[$1].tieBreak, $1)
    }
    var rank = Array(repeating: 0, count: nodes.count)
    // A join comes right after its last dependency, so that joins don't change the order of all
    // other nodes.
    for (position, node) in byRank.enumerated() {
      rank[node] = nodes[node].isJoin ? position - nodes.count : position
    }
    var waitsFor = nodes.indices.map { incoming[$0].count }
    var free = MinHeap()
    for node in nodes.indices where waitsFor[node] == 0 { free.push(node, key: rank[node]) }
    var order: [Int] = []
    order.reserveCapacity(nodes.count)
    while let node = free.pop()?.value {
      order.append(node)
      for arc in outgoing[node] {
        let later = arcs[arc].later
        waitsFor[later] -= 1
        if waitsFor[later] == 0 { free.push(later, key: rank[later]) }
      }
    }
    return order
  }
}

extension ResolvedGraph {
  /// Returns cycles that share no edge, so that each is a separate problem, the shortest first. The
  /// arcs of each are in the order of waiting.
  ///
  /// Every cycle of the graph shares an edge with one of them.
  func cycles() -> [[Int]] {
    var removed = Array(repeating: false, count: arcs.count)
    var found: [[Int]] = []
    while let start = nodeOnCycle(removed) {
      let before = found.count
      // Finds all cycles through one node, since looking for the next node costs a walk over the
      // graph.
      while true {
        let cycle = shortestCycle(through: start, removed)
        guard !cycle.isEmpty else { break }
        for arc in cycle { removed[arc] = true }
        found.append(cycle)
      }
      guard found.count > before else { break }
    }
    return found.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    .map(\.element)
  }

  /// Returns a node on a cycle of the remaining arcs; nil if there is none.
  private func nodeOnCycle(_ removed: [Bool]) -> Int? {
    var waitsFor = nodes.indices.map { node in incoming[node].count { !removed[$0] } }
    var free = nodes.indices.filter { waitsFor[$0] == 0 }
    while let node = free.popLast() {
      for arc in outgoing[node] where !removed[arc] {
        waitsFor[arcs[arc].later] -= 1
        if waitsFor[arcs[arc].later] == 0 { free.append(arcs[arc].later) }
      }
    }
    // A node that still waits has a predecessor that also waits, so a walk back must reach a node
    // twice.
    guard var node = nodes.indices.first(where: { waitsFor[$0] > 0 }) else { return nil }
    var seen = Array(repeating: false, count: nodes.count)
    while !seen[node] {
      seen[node] = true
      let back = incoming[node].first { !removed[$0] && waitsFor[arcs[$0].first] > 0 }
      guard let back else { return nil }
      node = arcs[back].first
    }
    return node
  }

  /// Returns the shortest path from a node along its predecessors back to itself, by breadth-first
  /// search.
  private func shortestCycle(through start: Int, _ removed: [Bool]) -> [Int] {
    var reachedBy: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for arc in incoming[node] where !removed[arc] {
        let next = arcs[arc].first
        guard reachedBy[next] == nil else { continue }
        reachedBy[next] = arc
        if next == start { return path(from: start, reachedBy) }
        queue.append(next)
      }
    }
    return []
  }

  private func path(from start: Int, _ reachedBy: [Int: Int]) -> [Int] {
    var path: [Int] = []
    var node = start
    repeat {
      guard let arc = reachedBy[node] else { break }
      path.append(arc)
      node = arcs[arc].later
    } while node != start
    return path.reversed()
  }
}

/// For each node some elements, in one list for all.
struct Grouped<Element: Sendable>: Sendable {
  private let starts: [Int32]
  private let elements: [Element]

  /// Groups nothing.
  init() { (starts, elements) = ([0], []) }

  /// Groups elements in the order in which they are filed.
  ///
  /// - Parameters:
  ///   - count: How many nodes there are.
  ///   - empty: Any element, which fills the list at first.
  ///   - fileAll: Files each element under its node; called twice, for the same elements.
  init(count: Int, empty: Element, _ fileAll: (_ file: (Int, Element) -> Void) -> Void) {
    var ends = Array(repeating: Int32(0), count: count + 1)
    fileAll { node, _ in ends[node + 1] += 1 }
    for node in 0..<count { ends[node + 1] += ends[node] }
    starts = ends
    var elements = Array(repeating: empty, count: Int(ends[count]))
    fileAll { node, element in
      elements[Int(ends[node])] = element
      ends[node] += 1
    }
    self.elements = elements
  }

  /// The indices of one node's elements in the list.
  func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

  /// The element at an index of the list.
  func element(at index: Int) -> Element { elements[index] }

  /// The elements of one node.
  subscript(node: Int) -> ArraySlice<Element> { elements[range(of: node)] }
}
