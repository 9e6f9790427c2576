// SPDX-License-Identifier: Apache-2.0

/// One walk through the tree.
///
/// Literals are tried first, then typed captures, then the untyped one, then the rest, so the first
/// route that is reached is the most specific. Only typed captures that accept the same segment
/// must be compared by the segments after it.
struct TrieSearch {
  let nodes: UnsafeBufferPointer<TrieNode>
  let bytes: UnsafeBufferPointer<UInt8>
  let typed: UnsafeBufferPointer<TrieIndex.Typed>
  let specificities: UnsafeBufferPointer<UInt64>
  let path: UnsafeBufferPointer<UInt8>
  /// The longest segment whose end was searched for, because many nodes may ask for it.
  var longest = 0..<0
  /// The start and end of each capture on the way, in 16 bits each.
  var ranges = SIMD16<UInt32>.zero

  /// The route of the path, counted from 1; 0 for none.
  mutating func route() -> UInt32 {
    guard path.count <= Int(UInt16.max) else { return 0 }
    return route(from: 0, at: path.first == ASCII.slash ? 1 : 0, depth: 0)
  }

  private mutating func route(from start: Int, at position: Int, depth: Int) -> UInt32 {
    var node = nodes[start]
    var position = position
    var depth = depth
    while position < path.count {
      let literal = literal(of: node, at: position)
      if !node.captures {
        guard literal > 0 else { return 0 }
        node = nodes[literal]
        position += Int(node.labelLength) + 1
        continue
      }
      if literal > 0 {
        let next = position + Int(nodes[literal].labelLength) + 1
        let found = route(from: literal, at: next, depth: depth)
        if found > 0 { return found }
      }
      let end = segmentEnd(from: position)
      if node.typedCount > 0 {
        let found = typedRoute(of: node, position..<end, depth: depth)
        if found > 0 { return found }
      }
      if node.any > 0, node.rest > 0 {
        keep(position..<end, depth: depth)
        let found = route(from: Int(node.any), at: end, depth: depth + 1)
        if found > 0 { return found }
      } else if node.any > 0 {
        keep(position..<end, depth: depth)
        node = nodes[Int(node.any)]
        position = end
        depth += 1
        continue
      }
      if node.rest > 0 { keep(position..<path.count, depth: depth) }
      return node.rest
    }
    return node.route
  }

  /// The literal child whose label is next in the path; 0 for none.
  private func literal(of node: TrieNode, at position: Int) -> Int {
    let byte = path[position]
    var child = Int(node.firstLiteral)
    let end = child + Int(node.literalCount)
    while child < end, bytes[child] != byte { child += 1 }
    guard child < end else { return 0 }
    let length = Int(nodes[child].labelLength)
    guard position + length < path.count else { return 0 }
    let label = Int(nodes[child].label)
    var offset = 0
    while offset < length {
      guard bytes[label + offset] == path[position + 1 + offset] else { return 0 }
      offset += 1
    }
    return child
  }

  private mutating func segmentEnd(from position: Int) -> Int {
    if position == longest.lowerBound, !longest.isEmpty { return longest.upperBound }
    var end = position
    while end < path.count, path[end] != ASCII.slash { end += 1 }
    if end - position > longest.count { longest = position..<end }
    return end
  }

  private mutating func keep(_ range: Range<Int>, depth: Int) {
    ranges[depth] = UInt32(truncatingIfNeeded: range.lowerBound << 16 | range.upperBound)
  }

  /// The most specific route after the typed captures that accept a segment.
  private mutating func typedRoute(
    of node: TrieNode, _ segment: Range<Int>, depth: Int
  ) -> UInt32 {
    var best: (route: UInt32, ranges: SIMD16<UInt32>) = (0, .zero)
    for index in Int(node.firstTyped)..<Int(node.firstTyped) + Int(node.typedCount)
    where typed[index].check.accepts(path[segment]) {
      keep(segment, depth: depth)
      let found = route(from: Int(typed[index].node), at: segment.upperBound, depth: depth + 1)
      guard found > 0 else { continue }
      if best.route == 0 || specificity(found) > specificity(best.route) {
        best = (found, ranges)
      }
    }
    if best.route > 0 { ranges = best.ranges }
    return best.route
  }

  private func specificity(_ route: UInt32) -> UInt64 { specificities[Int(route) - 1] }
}
