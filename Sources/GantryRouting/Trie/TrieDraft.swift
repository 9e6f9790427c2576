// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The tree while patterns are added.
struct TrieDraft {
  /// A position in the tree; its children match the bytes that follow in a path.
  struct Node {
    /// The bytes from the parent to here; empty for the root and behind captures.
    var label: [UInt8] = []
    /// With the first byte of their labels, in the order added.
    var literals: [(byte: UInt8, node: Int)] = []
    /// Behind a typed capture, in the order added.
    var typed: [(kind: CaptureKind, node: Int)] = []
    /// Behind an untyped capture.
    var any: Int?
    /// The route that takes all that is left.
    var rest: Int?
    /// The route that ends here.
    var route: Int?
  }

  /// The root first.
  private(set) var nodes = [Node()]

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
      node = descend(from: node, along: literal[...])
      literal = []
      switch segment {
      case .capture(_, let kind): node = descend(from: node, through: kind)
      case .rest, .literal: nodes[node].rest = route
      }
    }
    if case .rest = pattern.segments.last { return }
    nodes[descend(from: node, along: literal[...])].route = route
  }

  private mutating func descend(from node: Int, through kind: CaptureKind) -> Int {
    let known = kind.isAny ? nodes[node].any : nodes[node].typed.first { $0.kind == kind }?.node
    if let known { return known }
    nodes.append(Node())
    let added = nodes.count - 1
    if kind.isAny {
      nodes[node].any = added
    } else {
      nodes[node].typed.append((kind, added))
    }
    return added
  }

  private mutating func descend(from node: Int, along label: ArraySlice<UInt8>) -> Int {
    guard let first = label.first else { return node }
    guard let place = nodes[node].literals.firstIndex(where: { $0.byte == first }) else {
      nodes.append(Node(label: Array(label)))
      nodes[node].literals.append((first, nodes.count - 1))
      return nodes.count - 1
    }
    let child = nodes[node].literals[place].node
    let shared = zip(nodes[child].label, label).prefix { $0 == $1 }.count
    if shared < nodes[child].label.count { split(child, after: shared) }
    return descend(from: child, along: label.dropFirst(shared))
  }

  /// Moves all that is behind the first bytes of a label into a new node.
  private mutating func split(_ node: Int, after count: Int) {
    var lower = nodes[node]
    let upper = Array(lower.label.prefix(count))
    lower.label.removeFirst(count)
    nodes.append(lower)
    nodes[node] = Node(label: upper, literals: [(lower.label[0], nodes.count - 1)])
  }
}
