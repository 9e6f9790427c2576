// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

/// The common options of the verbs of `gantry new`.
struct NewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A folder of your own templates, instead of the built-in ones. File names are templates, \
      too; files that end in .mustache are filled in and lose the ending, all others are copied.
      """, valueName: "folder"),
    completion: .directory)
  var template: String?

  @Option(
    help: ArgumentHelp(
      """
      Where Gantry comes from: a folder, or the URL of a repository. By default the source that \
      the app uses, or else the folder that this tool was built in.
      """, valueName: "path-or-url"))
  var gantry: String?

  @Flag(help: "Show the files that would be created, and create none.")
  var dryRun = false

  /// Does the work, reports its result, and ends the tool; an interruption leaves nothing.
  func report(_ make: () throws(ToolFailure) -> ToolResult) throws {
    Interruption.watch()
    var result = ToolResult()
    do throws(ToolFailure) {
      result = try make()
    } catch {
      Interruption.endIfReceived()
      result.add(error)
    }
    try result.finish()
  }

  /// The line of a manifest that names Gantry.
  func source(
    for folder: URL, of app: AppPackage? = nil
  ) throws(ToolFailure) -> GantrySource {
    if let gantry { return try GantrySource(gantry, for: folder) }
    if let source = app?.gantry { return source.relative(to: folder) }
    return try GantrySource.checkout(for: folder)
  }

  /// The files that templates make.
  func tree(
    of layers: [TemplateFolder.Layer], _ values: TemplateValues
  ) throws(ToolFailure) -> FileTree {
    let folders =
      if let template {
        [TemplateFolder(URL(filePath: template, directoryHint: .isDirectory), shownAs: template)]
      } else {
        try TemplateFolder.builtIn(layers)
      }
    var tree = FileTree()
    var problems: [String] = []
    for folder in folders {
      for file in try folder.files() {
        do throws(TemplateProblem) {
          try file.render(values, into: &tree)
        } catch {
          problems.append(error.description)
        }
      }
    }
    guard problems.isEmpty else { throw ToolFailure(problems.joined(separator: "\n"), .faults) }
    guard !tree.isEmpty else {
      throw ToolFailure("\(template ?? "template"): there is no file in it.", .noInput)
    }
    return tree
  }
}
