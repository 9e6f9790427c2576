// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

/// The tool, for the program `gantry`.
package enum Tool {
  /// Runs the command line, and ends the process.
  package static func main() {
    do {
      var command = try GantryCommand.parseAsRoot()
      try command.run()
    } catch {
      end(error)
    }
  }

  /// Prints the message of the command line's parser, help among it, and ends the process.
  private static func end(_ error: any Error) -> Never {
    let code = GantryCommand.exitCode(for: error)
    let text = GantryCommand.fullMessage(for: error)
    let file = code.isSuccess ? FileHandle.standardOutput : FileHandle.standardError
    // An output that cannot be written does not change the exit status.
    if !text.isEmpty { try? file.write(contentsOf: Data((text + "\n").visible.utf8)) }
    exit(code.rawValue)
  }
}
