// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import Gantry
internal import GantryReports

/// `gantry graph`: draws the modules of an app, with their dependencies.
struct GraphCommand: ToolCommand {
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
    help: "Draw only edges of these kinds.")
  var kind: [Link.Kind] = []

  @OptionGroup var surroundings: Surroundings

  @Option(
    help: """
      A box for each module, or for all modules of a target, of a package, of a group in \
      gantry.yaml, or of a layer.
      """)
  var by: GraphGrouping?

  @Flag(help: "Also draw the edges that others imply.")
  var all = false

  @Option(help: "The file to write. By default, standard output.")
  var output: String?

  /// Returns the drawing, or nothing if it was written to a file.
  func result() throws(ToolFailure) -> ToolResult {
    let source = try app.source()
    return try ToolResult(drawing(AppGraph(source.manifest), of: source), writingTo: output)
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

/// The units that get a box in the graph of an app.
enum GraphGrouping: String, CaseIterable, ExpressibleByArgument {
  /// Each module.
  case module
  /// All modules of a target.
  case target
  /// All modules of a package.
  case package
  /// All modules of a group in `gantry.yaml`.
  case group
  /// All modules of a layer.
  case layer

  /// The largest number of boxes in which readers can find their way.
  static let readable = 200
}

/// Finds the group of each module of an app.
struct GraphBoxes {
  /// The modules without groups.
  let graph: ModuleGraph
  private let source: ManifestSource
  private let folder: URL
  /// The largest number of boxes that the tool chooses by itself.
  private static let limit = GraphGrouping.readable / 4

  /// Creates the boxes of an app's graph.
  ///
  /// - Parameters:
  ///   - source: The manifest of the app.
  ///   - folder: The folder of the app's package.
  ///   - graph: The modules in the picture.
  init(of source: ManifestSource, in folder: URL, graph: ModuleGraph) {
    self.source = source
    self.folder = folder
    self.graph = graph
  }

  /// Groups modules by the first kind of group that makes a large picture readable.
  ///
  /// - Returns: The group of each module; empty if there is room for all modules.
  func readable() throws(ToolFailure) -> [String: String] {
    guard graph.nodes.count + graph.loose.count > GraphGrouping.readable else { return [:] }
    for grouping in [GraphGrouping.group, .package, .target] {
      guard canGroup(by: grouping) else { continue }
      let groups = try groups(by: grouping)
      // One box, or nearly one box for each module, shows nothing.
      if (3...Self.limit).contains(Set(groups.values).count) { return groups }
    }
    return try groups(by: .layer)
  }

  /// Returns the group of each module; empty if each module has its own box.
  func groups(by grouping: GraphGrouping) throws(ToolFailure) -> [String: String] {
    switch grouping {
    case .module: return [:]
    case .target: return named { $0.target }
    case .layer: return layers
    case .package:
      guard case .program(let app) = source.origin else {
        throw ToolFailure(
          """
          \(source.name): a manifest doesn't say which packages its modules come from. Let the \
          command build the app, or use '--by target'.
          """, .misuse)
      }
      let packages = Dictionary(
        app.description.targets.map { ($0.name, $0.package) }, uniquingKeysWith: { $1 })
      return named { packages[$0.target] ?? $0.target }
    case .group:
      guard let rules = try LayerRules.ofPackage(folder) else {
        throw ToolFailure(
          """
          \(folder.path): there is no \(LayerRules.fileName) with groups. Write one, or use '--by \
          target'.
          """, .noInput)
      }
      let targets = Set(source.manifest.modules.filter { $0.kind == .module }.map(\.target))
      return named { rules.group(of: $0.target, in: targets)?.name ?? "no group" }
    }
  }

  private func canGroup(by grouping: GraphGrouping) -> Bool {
    switch (grouping, source.origin) {
    case (.group, _):
      FileManager.default.fileExists(atPath: folder.appending(path: LayerRules.fileName).path)
    case (.package, .file): false
    default: true
    }
  }

  private func named(_ group: (AppManifest.Entry) -> String) -> [String: String] {
    Dictionary(
      source.manifest.modules.map { ($0.name.rawValue, group($0)) }, uniquingKeysWith: { $1 })
  }

  private var layers: [String: String] {
    var groups: [String: String] = [:]
    let count = graph.nodesByLayer.count
    let step = (count - 1) / Self.limit + 1
    for (node, layer) in zip(graph.nodes, graph.layers) where !node.isMissing {
      groups[node.name] = Self.layers(from: layer / step * step, step, of: count)
    }
    for node in graph.loose { groups[node.name] = "without edges" }
    return groups
  }

  /// Returns the label of a range of layers, whose first one counts from 0.
  private static func layers(from first: Int, _ step: Int, of count: Int) -> String {
    let last = min(first + step, count)
    return last - first == 1 ? "layer \(last)" : "layers \(first + 1) to \(last)"
  }
}
