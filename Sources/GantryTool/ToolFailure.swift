// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
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
}

/// How the tool ends; the numbers that are not 0 or 1 are those of `sysexits.h`.
enum ToolExit: Int32, CaseIterable {
  /// The command did its work, and found no faults.
  case success = 0
  /// There are faults, or a file that should be looked at is malformed.
  case faults = 1
  /// The command line is not one that the tool understands. The parser of the command line ends so.
  case misuse = 64
  /// A file cannot be read.
  case noInput = 66
  /// The app cannot be built, or does not answer.
  case unavailable = 69
  /// A file cannot be written.
  case cannotWrite = 73

  /// The number and its meaning, for the help.
  var line: String { "  \(rawValue)\(rawValue < 10 ? " " : "")  \(meaning)" }

  private var meaning: String {
    switch self {
    case .success: "nothing is wrong"
    case .faults: "there are faults, or a file is malformed"
    case .misuse: "the command line is wrong"
    case .noInput: "a file cannot be read"
    case .unavailable: "the app cannot be built, or does not answer"
    case .cannotWrite: "a file cannot be written"
    }
  }

  /// The code for the parser of the command line.
  var code: ExitCode { ExitCode(rawValue) }
}
