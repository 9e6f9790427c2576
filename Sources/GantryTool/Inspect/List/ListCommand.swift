// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gantry
internal import GantryText

/// `gantry list`: the modules, routes, services, events or tasks of an app.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the modules, routes, services, events or tasks of an app.",
    discussion: "Nothing of the app is started: its manifest says everything.")

  @Argument(help: "The kind of list.")
  var kind: ListKind

  @OptionGroup var app: AppOptions

  @Option(help: "Only the rows of this module; of services, also those that it injects.")
  var module: String?

  @Option(help: "Output format: a table (text), or a JSON object (json).")
  var format = TextFormat.text

  func run() throws { try result().finish() }

  /// The list, or the reason for having none.
  func result() -> ToolResult {
    var result = ToolResult()
    do throws(ToolFailure) {
      let manifest = try app.source().manifest
      result.output.append(try text(of: manifest, only: try name(in: manifest)))
    } catch {
      result.add(error)
    }
    return result
  }

  /// The name of the module that is asked for, which may be told by its type.
  private func name(in manifest: AppManifest) throws(ToolFailure) -> String? {
    guard let module else { return nil }
    let names = manifest.modules.map(\.name.rawValue)
    if names.contains(module) { return module }
    if let entry = manifest.modules.first(where: { $0.isType(module) }) {
      return entry.name.rawValue
    }
    let near = NearNames.of(module, among: names)
    throw ToolFailure("No module is named '\(module)'.\(Wording.near(near))", .misuse)
  }

  private func text(of manifest: AppManifest, only module: String?) throws(ToolFailure) -> String {
    switch kind {
    case .modules: try text(ModuleRow.rows(of: manifest), module)
    case .routes: try text(RouteRow.rows(of: manifest), module)
    case .services: try text(ServiceRow.rows(of: manifest), module)
    case .events: try text(EventRow.rows(of: manifest, heardBy: module), module)
    case .tasks: try text(TaskRow.rows(of: manifest), module)
    }
  }

  private func text(
    _ all: [some ListRow & ModuleFiltering], _ module: String?
  ) throws(ToolFailure) -> String {
    let rows = module.map { module in all.filter { $0.concerns(module) } } ?? all
    let file = ListFile(kind: kind, rows: rows)
    guard format == .text else { return try ToolJSON.text(of: file) }
    guard rows.isEmpty else { return file.table }
    return module.map { "\($0) has no \(kind.rawValue)." } ?? "The app has no \(kind.rawValue)."
  }
}

/// A row that belongs to modules.
protocol ModuleFiltering {
  /// Whether a module declares the item, or takes part in it.
  func concerns(_ module: String) -> Bool
}
