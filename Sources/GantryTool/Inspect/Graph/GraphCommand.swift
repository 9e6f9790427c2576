// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Gantry

/// `gantry graph`: a picture of the modules of an app, and of their dependencies.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw the modules of an app in layers, with their dependencies.",
    discussion: """
      A module is to the right of all its dependencies. An edge that others imply (Shop needs \
      Orders, which needs Storage, so Shop needs Storage) is left out, unless '--all' shows it \
      thin.
      """)

  @OptionGroup var app: AppOptions

  @Option(
    help: """
      A picture (svg), the graph for Graphviz and others (dot), or the layers in words (text).
      """)
  var format = GraphFormat.svg

  @Option(
    parsing: .upToNextOption,
    help: "Only edges of these kinds.")
  var kind: [Link.Kind] = []

  @Flag(help: "Also the edges that others imply.")
  var all = false

  @Option(help: "The file to write; without one, standard output.")
  var output: String?

  func run() throws { try result().finish() }

  /// The drawing, or nothing where it was written to a file.
  func result() -> ToolResult {
    var result = ToolResult()
    do throws(ToolFailure) {
      let kinds = Set(kind.isEmpty ? Link.Kind.allCases : kind)
      let graph = ModuleGraph(AppGraph(try app.source().manifest), kinds: kinds)
      try result.add(format.drawing(of: graph, showsImplied: all), writingTo: output)
    } catch {
      result.add(error)
    }
    return result
  }
}
