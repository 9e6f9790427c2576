// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// The tool, for the program of its own name.
package enum Tool {
  /// Does what the command line says, and ends the process.
  package static func main() { GantryCommand.main() }
}
