// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// Why a command could not do a part of what it was asked for.
struct ToolFailure: Error, Equatable {
  /// What went wrong, where, and how to fix it.
  let message: String
  let exit: ToolExit

  init(_ message: String, _ exit: ToolExit) {
    self.message = message
    self.exit = exit
  }

  init(_ error: LaunchGraphFileError) {
    message = error.description
    exit = if case .unreadable = error { .noInput } else { .faults }
  }

  /// Names what is wrong with the graph of a file, a paragraph for each fault.
  init(_ faults: [LaunchFault], in file: String) {
    message = faults.map { "\(file): \($0)" }.joined(separator: "\n")
    exit = .faults
  }
}

extension LaunchGraphFile {
  /// Reads a graph that has no faults.
  static func sound(_ path: String) throws(ToolFailure) -> LaunchGraphFile {
    let file = try read(path)
    let faults = file.graph.check()
    guard faults.isEmpty else { throw ToolFailure(faults, in: path) }
    return file
  }

  /// Reads a graph, whatever is wrong with it.
  static func read(_ path: String) throws(ToolFailure) -> LaunchGraphFile {
    do {
      return try LaunchGraphFile(path: path)
    } catch {
      throw ToolFailure(error)
    }
  }
}
