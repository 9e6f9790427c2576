// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gantry
internal import GantryReports

/// `gantry graph`: a picture of the modules of an app, and of their dependencies.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw the modules of an app in layers, with their dependencies.",
    discussion: """
      A module is to the right of all its dependencies. An edge that others imply (Shop needs \
      Orders, which needs Storage, so Shop needs Storage) is left out, unless '--all' shows it \
      thin.

      A picture of more than \(GraphGrouping.readable) modules shows groups of them, a box each, \
      unless you choose with '--by'. '--around' draws only a module and those near it.
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

  @OptionGroup var surroundings: Surroundings

  @Option(
    help: """
      A box for each module, or for all modules of a target, of a package, of a group in \
      gantry.yaml, or of a layer.
      """)
  var by: GraphGrouping?

  @Flag(help: "Also the edges that others imply.")
  var all = false

  @Option(help: "The file to write; without one, standard output.")
  var output: String?

  func validate() throws { try surroundings.validate() }

  func run() throws { try result().finish() }

  /// The drawing, or nothing where it was written to a file.
  func result() -> ToolResult {
    var result = ToolResult()
    do throws(ToolFailure) {
      let source = try app.source()
      try result.add(drawing(AppGraph(source.manifest), of: source), writingTo: output)
    } catch {
      result.add(error)
    }
    return result
  }

  private func drawing(
    _ app: AppGraph, of source: ManifestSource
  ) throws(ToolFailure) -> String {
    let kinds = Set(kind.isEmpty ? Link.Kind.allCases : kind)
    let names = app.manifest.modules.map(\.name.rawValue)
    let near = try surroundings.neighborhood(in: names) { name, depth in
      app.surroundings(of: name, depth: depth, kinds: kinds)
    }
    let boxes = GraphBoxes(
      of: source, in: self.app.packageFolder,
      graph: ModuleGraph(app, kinds: kinds, shown: near?.modules))
    let groups: [String: String]
    if let by {
      groups = try boxes.groups(by: by)
    } else {
      groups = format == .svg ? try boxes.readable() : [:]
    }
    let graph =
      groups.isEmpty
      ? boxes.graph : ModuleGraph(app, kinds: kinds, shown: near?.modules, groups: groups)
    return format.drawing(of: graph, showsImplied: all)
  }
}
