// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import GantryReports

extension LaunchGraphFile {
  /// Reads the graph of a file, or of standard input where that is a dash; it may have faults.
  static func read(_ path: String) throws(ToolFailure) -> LaunchGraphFile {
    do {
      return try LaunchGraphFile(path: path == "-" ? "/dev/stdin" : path)
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Runs code that needs a graph without faults.
  func sound<Value>(
    _ body: (Self) throws(LaunchError) -> Value
  ) throws(ToolFailure) -> Value {
    do {
      return try body(self)
    } catch {
      throw ToolFailure(error, in: file)
    }
  }
}
