// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

extension PlanCommand {
  /// `gantry plan draw`: a picture of a launch graph.
  struct Draw: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "draw",
      abstract: "Draw a launch graph.")

    @Argument(
      help: ArgumentHelp("A launch graph, as JSON.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var file: String

    @Option(
      help: """
        A picture (svg), the graph for Graphviz and others (dot), or a page with the picture and a \
        table in launch order (html).
        """)
    var format: DrawingFormat

    @Option(help: "The file to write; without one, standard output.")
    var output: String?

    func run() throws { try result().finish() }

    /// The drawing, or nothing where it was written to a file.
    func result() -> ToolResult {
      var result = ToolResult()
      do throws(ToolFailure) {
        let graph = try LaunchGraphFile.read(file)
        let drawing = try graph.sound { file throws(LaunchError) in
          format.drawing(of: try file.graph.plan(durations: file.durations), named: file.name)
        }
        try result.add(drawing, writingTo: output)
      } catch {
        result.add(error)
      }
      return result
    }
  }
}
