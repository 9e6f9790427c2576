// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// The tool: `gantry <noun> <verb>`.
@main
struct GantryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gantry",
    abstract: "Looks at how apps that are made of modules launch.",
    discussion: (["Exit codes:"] + ToolExit.allCases.map(\.line)).joined(separator: "\n"),
    subcommands: [
      CheckCommand.self, WhyCommand.self, ListCommand.self, GraphCommand.self, DiffCommand.self,
      PlanCommand.self,
    ])
}
