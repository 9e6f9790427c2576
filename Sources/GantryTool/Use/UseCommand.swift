// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantrySupport

/// `gantry use`: adds the interfaces of modules to the dependencies of a target.
struct UseCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Let a module use the interfaces of others.",
    discussion: """
      Adds the packages and products to the manifest of the module's package. The manifest changes \
      in one step, or stays as it is.

        gantry use Sale Home --in Goods
      """)

  @Argument(help: "Modules, or their interfaces: Sale stands for SaleAPI.")
  var interfaces: [String]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The target to import them into, for example Goods.", valueName: "target"))
  var target: String

  @Option(
    help: ArgumentHelp("The folder of the app that runs the modules.", valueName: "folder"),
    completion: .directory)
  var package = "."

  func result() throws(ToolFailure) -> ToolResult {
    let app = try AppPackage(at: package)
    let found = try app.target(named: target)
    let wanted = try app.interfaces(of: interfaces, for: found.package.folder)
    guard !wanted.contains(where: { $0.name == target }) else {
      throw ToolFailure("\(target) cannot use itself. Nothing was written.", .misuse)
    }
    let missing = found.missing(among: wanted)
    guard !missing.isEmpty else {
      return ToolResult(output: ["\(target) already uses \(names(wanted))."])
    }
    try EditedManifest(found.package, found.edit(using: missing)).write()
    return ToolResult(
      output: ["\(target) uses \(names(missing)) now: \(found.package.shownManifest)"])
  }

  private func names(_ interfaces: [UsedInterface]) -> String {
    Wording.list(interfaces.map(\.name))
  }
}
