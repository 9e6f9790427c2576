// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantryCore
internal import GantryReports

/// `gantry graph`: prints the modules of an app, with their dependencies.
struct GraphCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Print the modules of an app with their dependencies, as a graph.",
    discussion: """
      An edge leads from a dependency to its dependent. One that others imply (Shop needs Orders, \
      which needs Storage, so Shop needs Storage) is left out, unless you ask for '--all'.
      """)

  @OptionGroup var app: AppOptions

  @Option(
    help: """
      The graph for Markdown (mermaid), for Graphviz and others (dot), for programs (json), or the \
      layers in words (text).
      """)
  var format = GraphFormat.mermaid

  @Option(
    parsing: .upToNextOption,
    help: "Only edges of these kinds.")
  var kind: [Link.Kind] = []

  @OptionGroup var surroundings: Surroundings

  @Option(
    help: "A node for all modules of a target, of a package, or of a group in gantry.yaml.")
  var by: GraphGrouping?

  @Flag(help: "Also print the edges that others imply.")
  var all = false

  @Option(help: "The file to write. By default, standard output.")
  var output: String?

  /// Returns the graph, or nothing if it was written to a file.
  func result() throws(ToolFailure) -> ToolResult {
    let source = try app.source()
    let modules = AppGraph(source.manifest)
    let kinds = Set(kind.isEmpty ? Link.Kind.allCases : kind)
    let names = source.manifest.modules.map(\.name.rawValue)
    let near = try surroundings.neighborhood(in: names) { name, depth in
      modules.surroundings(of: name, depth: depth, kinds: kinds)
    }
    var groups: [String: String] = [:]
    if let by { groups = try by.groups(of: source, in: app.packageFolder) }
    let graph = ModuleGraph(modules, kinds: kinds, shown: near?.modules, groups: groups)
    return try ToolResult(graph.text(as: format, showsImplied: all), writingTo: output)
  }
}

/// The formats of a module graph.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  /// The graph, as GitHub draws it in Markdown.
  case mermaid
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// The layers in words.
  case text
  /// The modules with their layers and dependencies: a JSON object with a schema version.
  case json
}

/// The sets of modules that get one node each in the graph of an app.
enum GraphGrouping: String, CaseIterable, ExpressibleByArgument {
  /// All modules of a target.
  case target
  /// All modules of a package.
  case package
  /// All modules of a group in `gantry.yaml`.
  case group

  /// Returns the group of each module.
  func groups(of source: ManifestSource, in folder: URL) throws(ToolFailure) -> [String: String] {
    let modules = source.manifest.modules
    func named(_ group: (String) -> String) -> [String: String] {
      Dictionary(
        modules.map { ($0.name.rawValue, group($0.target)) }, uniquingKeysWith: { $1 })
    }
    switch self {
    case .target: return named { $0 }
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
      return named { packages[$0] ?? $0 }
    case .group:
      guard let rules = try LayerRules.ofPackage(folder) else {
        throw ToolFailure(
          """
          \(folder.path): there is no \(LayerRules.fileName) with groups. Write one, or use '--by \
          target'.
          """, .noInput)
      }
      let targets = Set(modules.filter { $0.kind == .module }.map(\.target))
      return named { rules.group(of: $0, in: targets)?.name ?? "no group" }
    }
  }
}
