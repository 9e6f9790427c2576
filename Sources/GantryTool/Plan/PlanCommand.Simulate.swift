// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

extension PlanCommand {
  /// `gantry plan simulate`: how long launches take, and how long they must take at least.
  struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "simulate",
      abstract: "Simulate launches, and compare their times with the theoretical minimum.",
      discussion: """
        Each task takes its duration. One thread runs the main lane, the workers run the \
        background lane. A lower bound is a time that no order of the tasks can beat.
        """)

    @Argument(
      help: ArgumentHelp("Launch graphs, as JSON; - is standard input.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: "How many background tasks run at a time.")
    var workers = 3

    @Option(
      help: """
        Which task goes first: the one that was free first (fifo), the one with the longest way \
        to the end (rank), or one that the app needs to be ready (ready).
        """)
    var policy = LaunchPolicy.ready

    @Option(help: "Output format: a table (text), or a line of JSON for each file (json).")
    var format = RowFormat.text

    func validate() throws {
      guard workers > 0 else {
        throw ValidationError("'--workers' takes a number from 1 on, not \(workers).")
      }
    }

    func run() throws { try result().finish() }

    /// A row for each sound graph, and the faults of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      var rows: [LaunchSimulation.Row] = []
      for path in files {
        do throws(ToolFailure) {
          rows.append(try row(of: path))
        } catch {
          result.add(error)
        }
      }
      if !rows.isEmpty { result.output = format.lines(of: rows) }
      return result
    }

    private func row(of path: String) throws(ToolFailure) -> LaunchSimulation.Row {
      let file = try LaunchGraphFile.read(path)
      return try file.sound { file throws(LaunchError) in
        try file.simulate(workers: workers, policy: policy).row(named: file.name)
      }
    }
  }
}
