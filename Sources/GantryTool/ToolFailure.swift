// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import GantryReports

/// Why a command could not do a part of its work.
struct ToolFailure: Error, Equatable {
  /// The failure, its place, and the fix.
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

  /// Names the faults of a file's graph, a paragraph for each.
  init(_ faults: [LaunchFault], in file: String) {
    message = LaunchFault.texts(of: faults).map { "\(file): \($0)" }.joined(separator: "\n")
    exit = .faults
  }

  /// Says why the graph of a file has no plan.
  init(_ error: LaunchError, in file: String) {
    if case .faults(let faults) = error {
      self.init(faults, in: file)
    } else {
      self.init("\(file): \(error)", .faults)
    }
  }
}
