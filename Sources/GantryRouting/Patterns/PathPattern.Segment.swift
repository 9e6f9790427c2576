// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PathPattern {
  /// One segment of a pattern; texts are compared byte by byte.
  public enum Segment: Hashable, Sendable {
    /// Exactly this text, decoded.
    case literal(String)
    /// One segment that the kind takes.
    case capture(name: String, kind: CaptureKind)
    /// All segments that are left, at least one.
    case rest(name: String)

    /// Whether two segments take the same texts under the same name.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      switch (lhs, rhs) {
      case (.literal(let text), .literal(let other)): text.hasBytes(of: other)
      case (.capture(let name, let kind), .capture(let other, let otherKind)):
        kind == otherKind && name.hasBytes(of: other)
      case (.rest(let name), .rest(let other)): name.hasBytes(of: other)
      default: false
      }
    }
  }
}
