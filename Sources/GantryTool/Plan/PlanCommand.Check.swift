// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

extension PlanCommand {
  /// `gantry plan check`: everything that is wrong with launch graphs.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find everything that is wrong with launch graphs.")

    @Argument(
      help: ArgumentHelp("Launch graphs, as JSON; - is standard input.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var files: [String]

    func run() throws { try result().finish() }

    /// A line for each sound graph, and a paragraph for each fault of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      for path in files {
        do throws(ToolFailure) {
          let file = try LaunchGraphFile.read(path)
          let faults = file.graph.check()
          guard !faults.isEmpty else {
            result.output.append("\(path): \(Self.summary(of: file)), no faults")
            continue
          }
          // Faults are the result of the check, not a failure of the command.
          result.output.append(ToolFailure(faults, in: path).message)
          if result.exit == .success { result.exit = .faults }
        } catch {
          result.add(error)
        }
      }
      return result
    }

    private static func summary(of file: LaunchGraphFile) -> String {
      let edges = file.nodes.reduce(0) { $0 + $1.edges.count }
      return "\(file.nodes.count.counted("task")), \(edges.counted("edge"))"
    }
  }
}
