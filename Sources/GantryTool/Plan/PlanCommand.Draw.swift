// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation
internal import GantryLaunch

extension PlanCommand {
  /// `gantry plan draw`: a picture of a launch graph.
  struct Draw: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "draw",
      abstract: "Draws a launch graph.")

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
        let lines = drawing.hasSuffix("\n") ? String(drawing.dropLast()) : drawing
        if let output {
          try Self.write(lines + "\n", to: output)
        } else {
          result.output.append(lines)
        }
      } catch {
        result.add(error)
      }
      return result
    }

    private static func write(_ text: String, to path: String) throws(ToolFailure) {
      do {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw ToolFailure(
          "\(path): cannot be written: \(DiskFile.reason(of: error)).", .cannotWrite)
      }
    }
  }
}
