// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser

/// The tool: `gantry <noun> <verb>`.
struct GantryCommand: ParsableCommand {
  /// The version that the tool belongs to. Between releases it is the next one, with `-dev`.
  static let currentVersion = "0.1.0-dev"

  static let configuration = CommandConfiguration(
    commandName: "gantry",
    abstract: "Create, check and inspect Gantry apps and modules.",
    discussion: (["Exit codes:"] + ToolExit.allCases.map(\.line)).joined(separator: "\n"),
    version: Self.currentVersion,
    subcommands: [
      NewCommand.self, UseCommand.self, TestCommand.self, CheckCommand.self, WhyCommand.self,
      ListCommand.self, GraphCommand.self, DiffCommand.self, ReportCommand.self, PlanCommand.self,
    ])
}
