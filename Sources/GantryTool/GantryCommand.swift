// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// The tool: `gantry <noun> <verb>`.
struct GantryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gantry",
    abstract: "Create, check and inspect Gantry apps and modules.",
    discussion: (["Exit codes:"] + ToolExit.allCases.map(\.line)).joined(separator: "\n"),
    subcommands: [
      NewCommand.self, CheckCommand.self, WhyCommand.self, ListCommand.self, GraphCommand.self,
      DiffCommand.self, ReportCommand.self, PlanCommand.self,
    ])
}
