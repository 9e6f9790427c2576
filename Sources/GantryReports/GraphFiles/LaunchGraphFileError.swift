// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a graph file could not be read; nothing of it is used.
@nonexhaustive
public enum LaunchGraphFileError: Error, Sendable, Hashable {
  /// There is no such file, or no access to it.
  case unreadable(file: String, reason: String)
  /// The contents are not JSON; line and column count from 1.
  case malformed(file: String, line: Int, column: Int, reason: String)
  /// The contents are not those of a graph: everything that is wrong with them.
  case invalid(file: String, problems: [Problem])
}
