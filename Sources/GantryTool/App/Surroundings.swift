// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports
internal import GantryText

/// Which part of a large picture is drawn.
struct Surroundings: ParsableArguments {
  @Option(help: ArgumentHelp("Only this module and those around it.", valueName: "module"))
  var around: String?

  @Option(help: "How many steps around it: to its dependencies, and to its dependents.")
  var depth = 1

  func validate() throws {
    guard depth >= 0 else {
      throw ValidationError("'--depth' takes a number from 0 on, not \(depth).")
    }
  }

  /// The modules to draw; nil for all.
  ///
  /// - Parameters:
  ///   - names: The names of all modules and tasks, for near ones; each may be there several times.
  ///   - find: Finds the modules near one.
  func neighborhood(
    in names: [String], _ find: (String, Int) -> LaunchNeighborhood?
  ) throws(ToolFailure) -> LaunchNeighborhood? {
    guard let around else { return nil }
    if let found = find(around, depth) { return found }
    let near = Wording.near(NearNames.of(around, among: Set(names)))
    throw ToolFailure("There is no module or task '\(around)'.\(near)", .faults)
  }
}
