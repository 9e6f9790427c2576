// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

/// The tool, for the program of its own name.
package enum Tool {
  /// Does what the command line says, and ends the process.
  package static func main() {
    do {
      var command = try GantryCommand.parseAsRoot()
      try command.run()
    } catch {
      end(error)
    }
  }

  /// Says what the parser of the command line has to say, help among it, and ends the process.
  private static func end(_ error: any Error) -> Never {
    let code = GantryCommand.exitCode(for: error)
    let text = GantryCommand.fullMessage(for: error)
    let file = code.isSuccess ? FileHandle.standardOutput : FileHandle.standardError
    // What cannot be said any more is no reason to end otherwise.
    if !text.isEmpty { try? file.write(contentsOf: Data((text + "\n").visible.utf8)) }
    exit(code.rawValue)
  }
}
