// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports
internal import GantrySupport

/// `gantry report`: shows and compares launches from the reports of apps.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show where the time of a launch went, and compare launches.",
    discussion: """
      Reads launch reports, which any app writes: GANTRY_REPORT=launch.json ./app. Nothing is \
      started, and no report is changed. `gantry report launch.json` shows the summary.
      """,
    subcommands: [
      Summary.self, Blame.self, CriticalPath.self, Compare.self, Moves.self, Text.self, HTML.self,
      SVG.self, Trace.self,
    ],
    defaultSubcommand: Summary.self)
}

extension ReportCommand {
  /// `gantry report text`: draws the launch as a timeline of letters.
  struct Text: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "text", abstract: "Draw a launch as text: its timeline and critical path.")

    @OptionGroup var report: ReportOptions

    func result() throws(ToolFailure) -> ToolResult { try report.result { "\($0)" } }
  }

  /// `gantry report html`: creates a page for a browser.
  struct HTML: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "html",
      abstract: "Make an HTML page of a launch: timeline, critical path, a table of all tasks.")

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading

    func result() throws(ToolFailure) -> ToolResult {
      try report.result { $0.html(title: heading.title ?? report.title) }
    }
  }

  /// `gantry report svg`: draws a picture.
  struct SVG: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "svg",
      abstract: "Draw the timeline of a launch.",
      discussion: """
        A row for each task, or for each module if more than 48 tasks ran. The picture needs no \
        other file, and follows the reader's light or dark mode.
        """)

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading
    @OptionGroup var surroundings: Surroundings

    func result() throws(ToolFailure) -> ToolResult {
      try report.result { launch throws(ToolFailure) in
        let near = try surroundings.neighborhood(
          in: launch.tasks.flatMap { [$0.owner.rawValue, $0.name.rawValue] }
        ) { name, depth in launch.neighborhood(of: name, depth: depth) }
        return launch.svg(title: heading.title ?? report.title, around: near)
      }
    }
  }

  /// `gantry report trace`: creates a trace for Perfetto.
  struct Trace: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "trace",
      abstract: "Make a trace of a launch, for Perfetto and other trace viewers.")

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading

    func result() throws(ToolFailure) -> ToolResult {
      try report.result { $0.chromeTrace(process: heading.title ?? report.title) }
    }
  }

  /// The heading of a page, a picture or a trace.
  struct Heading: ParsableArguments {
    @Option(help: "The heading. By default, the file's name.")
    var title: String?
  }
}
