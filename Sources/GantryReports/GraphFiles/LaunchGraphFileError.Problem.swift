// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchGraphFileError {
  /// One thing that is wrong in a graph file, and where.
  public struct Problem: Sendable, Hashable {
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted in bytes from 1.
    public let column: Int
    /// The keys that lead to it, for example `tasks[2].lane`; empty for the file as a whole.
    public let keyPath: String
    /// The kind of mistake.
    public let kind: Kind

    init(_ kind: Kind, at keyPath: String, _ position: JSONValue.Position) {
      line = position.line
      column = position.column
      self.keyPath = keyPath
      self.kind = kind
    }
  }
}
