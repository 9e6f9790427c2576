// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PathPattern {
  /// One segment of a pattern.
  public enum Segment: Hashable, Sendable {
    /// Exactly this text, decoded.
    case literal(String)
    /// One segment that the kind takes.
    case capture(name: String, kind: CaptureKind)
    /// All segments that are left, at least one.
    case rest(name: String)
  }
}
