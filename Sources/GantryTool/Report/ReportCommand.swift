// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// `gantry report`: shows and compares launches that apps have written down.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show where the time of a launch went, and compare launches.",
    discussion: """
      Reads launch reports, which any app writes: GANTRY_REPORT=launch.json ./app. Nothing is \
      started, and no report is changed. `gantry report launch.json` shows the summary.
      """,
    subcommands: [
      Summary.self, Blame.self, CriticalPath.self, Compare.self, Text.self, HTML.self, SVG.self,
      Trace.self,
    ],
    defaultSubcommand: Summary.self)
}
