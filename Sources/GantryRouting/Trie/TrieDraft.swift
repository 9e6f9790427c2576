// SPDX-License-Identifier: Apache-2.0

/// The tree while patterns are added.
struct TrieDraft {
  /// A position in the tree; its children match the bytes that follow in a path.
  struct Node {
    /// The range in ``TrieDraft/bytes`` of the text from the parent to here; empty for the root and
    /// after captures.
    var label: Range<Int>
    /// The first child after a literal; 0 for none, since the root is never a child.
    var firstLiteral = 0
    /// The parent's next child after a literal; 0 for none.
    var nextLiteral = 0
    /// The children after typed captures, in the order added.
    var typed: [(kind: CaptureKind, node: Int)] = []
    /// The child after an untyped capture; 0 for none.
    var any = 0
    /// The route that takes the rest of the path.
    var rest: Int?
    /// The route that ends here.
    var route: Int?
  }

  /// The nodes; the root is first.
  private(set) var nodes = [Node(label: 0..<0)]
  /// The bytes of all labels.
  private(set) var bytes: [UInt8] = []

  mutating func add(_ pattern: PathPattern, route: Int) {
    var node = 0
    var literal: [UInt8] = []
    for (index, segment) in pattern.segments.enumerated() {
      if case .literal(let text) = segment {
        RoutePath.append(text.utf8, to: &literal)
        if index == 0 { literal.removeFirst() }
        continue
      }
      if index > 0 { literal.append(ASCII.slash) }
      node = descend(from: node, along: literal)
      literal.removeAll(keepingCapacity: true)
      switch segment {
      case .capture(_, let kind): node = descend(from: node, through: kind)
      case .rest, .literal: nodes[node].rest = route
      }
    }
    if case .rest = pattern.segments.last { return }
    nodes[descend(from: node, along: literal)].route = route
  }

  /// The children of a node after literals.
  func literals(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = nodes[node].firstLiteral
    while child != 0 {
      children.append(child)
      child = nodes[child].nextLiteral
    }
    return children
  }

  /// The child of a node after a literal that begins with a byte.
  private func literal(of node: Int, from byte: UInt8) -> Int? {
    var child = nodes[node].firstLiteral
    while child != 0, first(of: child) != byte { child = nodes[child].nextLiteral }
    return child == 0 ? nil : child
  }

  private mutating func descend(from node: Int, through kind: CaptureKind) -> Int {
    let known =
      kind.isAny ? nodes[node].any : nodes[node].typed.first { $0.kind == kind }?.node ?? 0
    if known != 0 { return known }
    nodes.append(Node(label: 0..<0))
    let added = nodes.count - 1
    if kind.isAny {
      nodes[node].any = added
    } else {
      nodes[node].typed.append((kind, added))
    }
    return added
  }

  private mutating func descend(from start: Int, along label: [UInt8]) -> Int {
    var node = start
    var read = 0
    while read < label.count {
      guard let child = literal(of: node, from: label[read]) else {
        return addLiteral(label[read...], to: node)
      }
      let shared = nodes[child].label.prefix { position in
        guard read < label.count, bytes[position] == label[read] else { return false }
        read += 1
        return true
      }
      if shared.count < nodes[child].label.count { split(child, after: shared.count) }
      node = child
    }
    return node
  }

  func first(of node: Int) -> UInt8 { bytes[nodes[node].label.lowerBound] }

  private mutating func addLiteral(_ label: ArraySlice<UInt8>, to node: Int) -> Int {
    let start = bytes.count
    bytes += label
    nodes.append(Node(label: start..<bytes.count, nextLiteral: nodes[node].firstLiteral))
    nodes[node].firstLiteral = nodes.count - 1
    return nodes.count - 1
  }

  /// Moves everything after the first bytes of a label into a new node.
  private mutating func split(_ node: Int, after count: Int) {
    var lower = nodes[node]
    let middle = lower.label.lowerBound + count
    nodes[node] = Node(
      label: lower.label.lowerBound..<middle, firstLiteral: nodes.count,
      nextLiteral: lower.nextLiteral)
    lower.label = middle..<lower.label.upperBound
    lower.nextLiteral = 0
    nodes.append(lower)
  }
}

/// A position in the frozen tree, 32 bytes; node 0 is the root and a child of none.
struct TrieNode {
  /// The range of the label in the bytes of the index, without the first byte, which the parent
  /// has.
  var label: UInt32 = 0
  /// The first of the literal children, which are contiguous and sorted by their first bytes.
  var firstLiteral: UInt32 = 0
  /// The node after an untyped capture; 0 for none.
  var any: UInt32 = 0
  /// The first of the typed captures.
  var firstTyped: UInt32 = 0
  /// The route that takes the rest of the path, counted from 1; 0 for none.
  var rest: UInt32 = 0
  /// The route that ends here, counted from 1; 0 for none.
  var route: UInt32 = 0
  var labelLength: UInt16 = 0
  var literalCount: UInt16 = 0
  var typedCount: UInt16 = 0
  /// Whether anything but a literal can follow.
  var captures = false
}

/// The frozen tree: contiguous nodes, and labels in one buffer of bytes.
@usableFromInline
struct TrieIndex: Sendable {
  /// A typed capture of a node.
  struct Typed: Sendable {
    let check: CaptureCheck
    let node: UInt32
  }

  /// The route that was found.
  @usableFromInline
  struct Found {
    @usableFromInline let route: Int
    @usableFromInline let captures: RouteCaptures
  }

  private var nodes: [TrieNode]
  /// The first byte of each node's label at the node's own number, then all labels.
  private var bytes: [UInt8]
  private var typed: [Typed] = []
  private let specificities: [UInt64]
  private let captureCounts: [UInt8]

  init(_ patterns: [PathPattern]) {
    specificities = patterns.map(\.specificity)
    captureCounts = patterns.map { UInt8($0.captureCount) }
    var draft = TrieDraft()
    for (route, pattern) in patterns.enumerated() { draft.add(pattern, route: route) }
    nodes = [TrieNode()]
    nodes.reserveCapacity(draft.nodes.count)
    bytes = Array(repeating: 0, count: draft.nodes.count)
    bytes.reserveCapacity(draft.nodes.count + draft.bytes.count)
    place(0, of: draft, at: 0)
  }

  /// Fills a node and adds its children, so that nodes near each other in the tree are near in
  /// memory.
  private mutating func place(_ source: Int, of draft: TrieDraft, at target: Int) {
    let node = draft.nodes[source]
    var children = draft.literals(of: source)
    if children.count > 1 { children.sort { draft.first(of: $0) < draft.first(of: $1) } }
    let literalCount = children.count
    for edge in node.typed { children.append(edge.node) }
    if node.any != 0 { children.append(node.any) }
    let first = nodes.count
    nodes += repeatElement(TrieNode(), count: children.count)
    bytes[target] = node.label.isEmpty ? 0 : draft.first(of: source)
    nodes[target] = TrieNode(
      label: UInt32(bytes.count), firstLiteral: UInt32(first),
      any: node.any == 0 ? 0 : UInt32(nodes.count - 1), firstTyped: UInt32(typed.count),
      rest: UInt32((node.rest ?? -1) + 1), route: UInt32((node.route ?? -1) + 1),
      labelLength: UInt16(max(0, node.label.count - 1)), literalCount: UInt16(literalCount),
      typedCount: UInt16(node.typed.count),
      captures: children.count > literalCount || node.rest != nil)
    bytes += draft.bytes[node.label.dropFirst()]
    for (offset, edge) in node.typed.enumerated() {
      typed.append(
        Typed(check: edge.kind.check, node: UInt32(first + literalCount + offset)))
    }
    for (offset, child) in children.enumerated() {
      place(child, of: draft, at: first + offset)
    }
  }

  /// Finds the most specific route of a path in the normal form.
  @usableFromInline
  func find(_ path: String) -> Found? {
    // A path's text is made of bytes, or was read as bytes: it is always stored as UTF-8.
    let found = path.utf8.withContiguousStorageIfAvailable { search($0) }
    guard let found, found.route > 0 else { return nil }
    let route = Int(found.route) - 1
    return Found(
      route: route,
      captures: RouteCaptures(
        path: path, ranges: found.ranges, count: Int(captureCounts[route])))
  }

  /// Pointers for the duration of a search: retaining arrays takes longer than the search itself.
  private func search(_ path: UnsafeBufferPointer<UInt8>) -> (route: UInt32, ranges: SIMD16<UInt32>)
  {
    nodes.withUnsafeBufferPointer { nodes in
      bytes.withUnsafeBufferPointer { bytes in
        typed.withUnsafeBufferPointer { typed in
          specificities.withUnsafeBufferPointer { specificities in
            var search = TrieSearch(
              nodes: nodes, bytes: bytes, typed: typed, specificities: specificities, path: path)
            return (search.route(), search.ranges)
          }
        }
      }
    }
  }
}

/// Finds the patterns that can match the same path equally well.
struct PatternClashes {
  /// Pairs of positions in the list, the earlier first.
  private(set) var pairs: [(Int, Int)] = []
  /// The later position of each pair.
  private(set) var losers: Set<Int> = []

  /// - Complexity: O(n), plus the square of the number of patterns that differ only in kinds.
  init(_ patterns: [PathPattern]) {
    // The first of each shape, and the others, of which there are hardly any. Only hashes tell
    // shapes apart: the patterns themselves decide whether they clash.
    var firsts: [Int: Int] = [:]
    var others: [Int: [Int]] = [:]
    firsts.reserveCapacity(patterns.count)
    for (index, pattern) in patterns.enumerated() {
      let first = Self.first(of: Self.hash(of: pattern), index, &firsts)
      guard first != index else { continue }
      let earlier = [first] + others[first, default: []]
      if let other = earlier.first(where: { patterns[$0].clashes(with: pattern) }) {
        pairs.append((other, index))
        losers.insert(index)
      } else {
        others[first, default: []].append(index)
      }
    }
  }

  /// The first position with a shape, which is a new one if no other has the shape.
  private static func first(of shape: Int, _ index: Int, _ firsts: inout [Int: Int]) -> Int {
    func note(_ first: inout Int?) -> Int {
      if let first { return first }
      first = index
      return index
    }
    return note(&firsts[shape])
  }

  /// A hash of the literals and the other segments' ranks, the same for all patterns that can
  /// clash.
  private static func hash(of pattern: PathPattern) -> Int {
    var hasher = Hasher()
    for segment in pattern.segments {
      hasher.combine(segment.rank)
      if case .literal(let text) = segment { hasher.combine(text) }
    }
    return hasher.finalize()
  }
}
