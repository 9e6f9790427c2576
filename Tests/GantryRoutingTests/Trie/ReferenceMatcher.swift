// SPDX-License-Identifier: Apache-2.0

import GantryRouting

/// The expected results of the tree, as simply as possible: every pattern is tried.
enum ReferenceMatcher {
  /// The captures of a pattern in a path; nil if it does not match.
  static func captures(of pattern: PathPattern, in path: [String]) -> [String]? {
    var left = path[...]
    var captures: [String] = []
    for segment in pattern.segments {
      guard let next = left.first else { return nil }
      switch segment {
      case .literal(let text):
        guard Array(text.utf8) == Array(next.utf8) else { return nil }
      case .capture(_, let kind):
        guard kind.accepts(next) else { return nil }
        captures.append(next)
      case .rest:
        return captures + [left.joined(separator: "/")]
      }
      left = left.dropFirst()
    }
    return left.isEmpty ? captures : nil
  }

  /// The specificity of each segment, from the left.
  static func ranks(of pattern: PathPattern) -> [Int] {
    pattern.segments.map { segment in
      switch segment {
      case .literal: 3
      case .capture(_, let kind): kind.isAny ? 1 : 2
      case .rest: 0
      }
    }
  }

  /// The patterns that match as well as any other.
  static func best(of patterns: [PathPattern], in path: [String]) -> [PathPattern] {
    let matching = patterns.filter { captures(of: $0, in: path) != nil }
    return matching.filter { pattern in
      !matching.contains { ranks(of: pattern).lexicographicallyPrecedes(ranks(of: $0)) }
    }
  }
}
