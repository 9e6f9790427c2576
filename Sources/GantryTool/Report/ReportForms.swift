// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports
internal import GantryText

extension ReportCommand {
  /// `gantry report text`: the launch as a timeline of letters.
  struct Text: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "text", abstract: "Draw a launch with letters: its timeline and critical path.")

    @OptionGroup var report: ReportOptions

    func run() throws { try result().finish() }

    func result() -> ToolResult { report.result { "\($0)" } }
  }

  /// `gantry report html`: a page for a browser.
  struct HTML: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "html",
      abstract: "Make a page of a launch: timeline, critical path, a table of all tasks.")

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading

    func run() throws { try result().finish() }

    func result() -> ToolResult {
      report.result { $0.html(title: heading.title ?? report.title) }
    }
  }

  /// `gantry report svg`: a picture.
  struct SVG: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "svg",
      abstract: "Draw the timeline of a launch.",
      discussion: """
        A row for each task, or for each module where more than 48 tasks ran. The picture needs no \
        other file, and follows light and dark, as its reader likes.
        """)

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading
    @OptionGroup var surroundings: Surroundings

    func validate() throws { try surroundings.validate() }

    func run() throws { try result().finish() }

    func result() -> ToolResult {
      report.result { launch throws(ToolFailure) in
        let near = try surroundings.neighborhood(
          in: launch.tasks.map(\.name)
        ) { name, depth in launch.neighborhood(of: name, depth: depth) }
        return launch.svg(title: heading.title ?? report.title, around: near)
      }
    }
  }

  /// `gantry report trace`: a trace for Perfetto.
  struct Trace: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trace",
      abstract: "Make a trace of a launch, for Perfetto and other viewers of traces.")

    @OptionGroup var report: ReportOptions
    @OptionGroup var heading: Heading

    func run() throws { try result().finish() }

    func result() -> ToolResult {
      report.result { $0.chromeTrace(process: heading.title ?? report.title) }
    }
  }

  /// The heading of a page, a picture or a trace.
  struct Heading: ParsableArguments {
    @Option(help: "The heading; without one, the file's name.")
    var title: String?
  }
}

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
  ///   - names: The names of all modules or tasks, for near ones.
  ///   - find: Finds the modules near one.
  func neighborhood(
    in names: [String], _ find: (String, Int) -> LaunchNeighborhood?
  ) throws(ToolFailure) -> LaunchNeighborhood? {
    guard let around else { return nil }
    if let found = find(around, depth) { return found }
    let modules = Set(names.map(\.launchModule))
    let near = Wording.near(NearNames.of(around, among: modules.union(names)))
    throw ToolFailure("There is no module or task '\(around)'.\(near)", .faults)
  }
}
