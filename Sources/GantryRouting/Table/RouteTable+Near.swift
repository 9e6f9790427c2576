// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension RouteTable {
  /// How many routes of the right shape are compared letter by letter.
  private static let mostCompared = 1000

  /// Paths of routes that were probably meant, nearest first; at most three.
  ///
  /// - Parameter path: One that no route answers.
  /// - Returns: Paths with as many segments, whose literals differ in at most a third of their
  ///   letters; a capture that does not take its segment is shown as `:name`.
  func near(_ path: RoutePath) -> [String] {
    let segments = path.segments
    guard path.normalized.utf8.count <= 200 else { return [] }
    let alike = entries.lazy.map(\.pattern.segments).filter { pattern in
      pattern.count == segments.count
        && zip(pattern, segments).allSatisfy { Self.isAlike($0, $1.utf8.count) }
    }
    var found: [(distance: Int, text: String)] = []
    for pattern in alike.prefix(Self.mostCompared) {
      if let distance = Self.distance(pattern, segments) {
        found.append((distance, Self.text(pattern, segments)))
      }
    }
    found.sort { ($0.distance, $0.text) < ($1.distance, $1.text) }
    return found.prefix(3).map(\.text)
  }

  private static func isAlike(_ segment: PathPattern.Segment, _ count: Int) -> Bool {
    guard case .literal(let text) = segment else { return true }
    return abs(text.utf8.count - count) <= max(1, count / 3)
  }

  private static func distance(_ pattern: [PathPattern.Segment], _ segments: [String]) -> Int? {
    // A literal that is nearly right is nearer than a capture that is of another kind.
    var sum = zip(pattern, segments).count { part, segment in
      if case .capture(_, let kind) = part { !kind.accepts(segment) } else { false }
    }
    sum *= 3
    for case (.literal(let text), let segment) in zip(pattern, segments) {
      let distance = NearNames.distance(
        Array(segment.lowercased().utf8), Array(text.lowercased().utf8))
      guard distance <= max(1, segment.utf8.count / 3) else { return nil }
      sum += distance
    }
    return sum
  }

  private static func text(_ pattern: [PathPattern.Segment], _ segments: [String]) -> String {
    zip(pattern, segments).map { part, segment in
      switch part {
      case .literal: "/\(part)"
      case .capture(_, let kind) where !kind.accepts(segment): "/\(part)"
      case .capture, .rest: "/" + PercentCoding.encode(segment)
      }
    }.joined()
  }
}
