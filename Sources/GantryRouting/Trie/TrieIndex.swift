// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The frozen tree: nodes side by side, labels in one buffer of bytes.
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
    captureCounts = patterns.map { UInt8($0.captureNames.count) }
    var draft = TrieDraft()
    for (route, pattern) in patterns.enumerated() { draft.add(pattern, route: route) }
    nodes = [TrieNode()]
    nodes.reserveCapacity(draft.nodes.count)
    bytes = Array(repeating: 0, count: draft.nodes.count)
    place(0, of: draft, at: 0)
  }

  /// Fills a node and adds its children, so that near nodes of the tree are near in memory.
  private mutating func place(_ source: Int, of draft: TrieDraft, at target: Int) {
    let node = draft.nodes[source]
    let literals = node.literals.sorted { $0.byte < $1.byte }.map(\.node)
    let others = node.typed.map(\.node) + (node.any.map { [$0] } ?? [])
    let first = nodes.count
    nodes += Array(repeating: TrieNode(), count: literals.count + others.count)
    bytes[target] = node.label.first ?? 0
    nodes[target] = TrieNode(
      label: UInt32(bytes.count), firstLiteral: UInt32(first),
      any: node.any == nil ? 0 : UInt32(nodes.count - 1), firstTyped: UInt32(typed.count),
      rest: UInt32((node.rest ?? -1) + 1), route: UInt32((node.route ?? -1) + 1),
      labelLength: UInt16(max(0, node.label.count - 1)), literalCount: UInt16(literals.count),
      typedCount: UInt16(node.typed.count), captures: !others.isEmpty || node.rest != nil)
    bytes += node.label.dropFirst()
    for (offset, edge) in node.typed.enumerated() {
      typed.append(
        Typed(check: edge.kind.check, node: UInt32(first + literals.count + offset)))
    }
    for (offset, child) in (literals + others).enumerated() {
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
        path: path, places: found.places, count: Int(captureCounts[route])))
  }

  /// Pointers for the time of the search: to keep arrays takes longer than the search itself.
  private func search(_ path: UnsafeBufferPointer<UInt8>) -> (route: UInt32, places: SIMD16<UInt32>)
  {
    nodes.withUnsafeBufferPointer { nodes in
      bytes.withUnsafeBufferPointer { bytes in
        typed.withUnsafeBufferPointer { typed in
          specificities.withUnsafeBufferPointer { specificities in
            var search = TrieSearch(
              nodes: nodes, bytes: bytes, typed: typed, specificities: specificities, path: path)
            return (search.route(), search.places)
          }
        }
      }
    }
  }
}
