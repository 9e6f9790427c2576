// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A command's output and exit status.
struct ToolResult: Equatable {
  /// Lines for standard output.
  var output: [String] = []
  /// Lines for standard error.
  var errors: [String] = []
  /// How the tool ends; with several reasons, the first.
  var exit = ToolExit.success

  /// Adds a reason why not all went well.
  mutating func add(_ failure: ToolFailure) {
    errors.append(failure.message)
    if exit == .success { exit = failure.exit }
  }

  /// Adds a text, or writes it to a file where there is one to write.
  mutating func add(_ text: String, writingTo path: String?) throws(ToolFailure) {
    if let path { return try OutputFile.write(text, to: path) }
    output.append(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// Says everything, and ends the tool.
  ///
  /// - Throws: An exit code, where not all went well.
  func finish() throws {
    var (exit, errors) = (exit, errors)
    do {
      try Self.write(output, to: .standardOutput)
    } catch {
      errors.append(OutputFile.failure("standard output", error).message)
      exit = .cannotWrite
    }
    // Where standard error cannot be written either, the exit status is all that is left to tell.
    try? Self.write(errors, to: .standardError)
    if exit != .success { throw exit.code }
  }

  private static func write(_ lines: [String], to file: FileHandle) throws {
    guard !lines.isEmpty else { return }
    try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").visible.utf8))
  }
}
