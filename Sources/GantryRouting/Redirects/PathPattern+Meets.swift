// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PathPattern {
  /// Whether some path is matched by both, captures being untyped.
  func meets(_ other: PathPattern) -> Bool {
    for (segment, otherSegment) in zip(segments, other.segments) {
      switch (segment, otherSegment) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let text), .literal(let otherText)):
        guard text.utf8.elementsEqual(otherText.utf8) else { return false }
      default: continue
      }
    }
    return segments.count == other.segments.count
  }
}
