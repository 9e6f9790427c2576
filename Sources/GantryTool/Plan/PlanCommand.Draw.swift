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
        A picture (svg), the graph for other tools (dot), or a page with the launch as it is \
        simulated (html).
        """)
    var format: DrawingFormat

    @Option(help: "The file to write; without one, standard output.")
    var output: String?

    func run() throws { try result().finish() }

    /// The drawing, or nothing where it was written to a file.
    func result() -> ToolResult {
      var result = ToolResult()
      do throws(ToolFailure) {
        let drawing = try format.drawing(of: LaunchGraphFile.sound(file))
        if let output {
          try Self.write(drawing, to: output)
        } else {
          result.output.append(drawing)
        }
      } catch {
        result.add(error)
      }
      return result
    }

    private static func write(_ text: String, to path: String) throws(ToolFailure) {
      do {
        try Data((text + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
      } catch {
        let reason = (error as? CocoaError)?.underlyingReason ?? error.localizedDescription
        throw ToolFailure("\(path): cannot be written: \(reason).", .cannotWrite)
      }
    }
  }
}

extension CocoaError {
  /// What the system said, where it said something.
  fileprivate var underlyingReason: String? { (underlying as? POSIXError)?.localizedDescription }
}
