// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// A command that works out a result, and then says it.
protocol ToolCommand: ParsableCommand {
  /// Does the work.
  ///
  /// - Throws: Why it could not be done.
  func result() throws(ToolFailure) -> ToolResult
}

extension ToolCommand {
  func run() throws { try ToolResult(of: result).finish() }
}

/// A command's output and exit status.
struct ToolResult {
  /// The lines for standard output.
  var output: [String] = []
  /// The lines for standard error.
  var errors: [String] = []
  /// The exit status of the tool; the first failure decides it.
  var exit = ToolExit.success

  /// The given result, most often of lines for standard output.
  init(output: [String] = [], errors: [String] = []) {
    self.output = output
    self.errors = errors
  }

  /// A text, or nothing where it was written to a file.
  init(_ text: String, writingTo path: String?) throws(ToolFailure) {
    if let path {
      try OutputFile.write(text, to: path)
    } else {
      output.append(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }

  /// The result of work, or the reason why there is none.
  init(of work: () throws(ToolFailure) -> ToolResult) {
    do throws(ToolFailure) {
      self = try work()
    } catch {
      add(error)
    }
  }

  /// Adds a failure.
  mutating func add(_ failure: ToolFailure) {
    errors.append(failure.message)
    if exit == .success { exit = failure.exit }
  }

  /// Writes the output and the errors, and ends the tool.
  ///
  /// - Throws: An exit code if the command failed.
  func finish() throws {
    var (exit, errors) = (exit, errors)
    do {
      try Self.write(output, to: .standardOutput)
    } catch {
      errors.append(OutputFile.failure("standard output", error).message)
      exit = .cannotWrite
    }
    // If standard error can't be written either, only the exit status can report the failure.
    try? Self.write(errors, to: .standardError)
    if exit != .success { throw exit.code }
  }

  private static func write(_ lines: [String], to file: FileHandle) throws {
    guard !lines.isEmpty else { return }
    try file.write(contentsOf: Data(text(lines).utf8))
  }

  /// The lines as the tool writes them.
  static func text(_ lines: [String]) -> String { lines.map { ($0 + "\n").visible }.joined() }
}

/// The reason why a command couldn't do a part of its work.
struct ToolFailure: Error, Equatable {
  /// The problem, with its location and fix.
  let message: String
  let exit: ToolExit

  init(_ message: String, _ exit: ToolExit) {
    self.message = message
    self.exit = exit
  }
}

/// The exit status of the tool; the numbers above 1 are those of `sysexits.h`.
enum ToolExit: Int32, CaseIterable {
  /// The command did its work and found no faults.
  case success = 0
  /// There are faults, or an input file is malformed.
  case faults = 1
  /// A comparison of builds has too little to judge them.
  case undecided = 2
  /// The command line is invalid. The command-line parser uses the same number.
  case misuse = 64
  /// A file can't be read.
  case noInput = 66
  /// The app can't be built, or doesn't answer.
  case unavailable = 69
  /// A file can't be written.
  case cannotWrite = 73

  /// The number with its meaning, for the help.
  var line: String { "  \(rawValue)\(rawValue < 10 ? " " : "")  \(meaning)" }

  private var meaning: String {
    switch self {
    case .success: "nothing is wrong"
    case .faults: "there are faults, or a file is malformed"
    case .undecided: "there are too few launches to compare builds"
    case .misuse: "the command line is wrong"
    case .noInput: "a file cannot be read"
    case .unavailable: "the app cannot be built, or does not answer"
    case .cannotWrite: "a file cannot be written"
    }
  }

  /// The exit code for the command-line parser.
  var code: ExitCode { ExitCode(rawValue) }
}
