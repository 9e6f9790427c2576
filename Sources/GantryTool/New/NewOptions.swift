// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

/// The common options of all `gantry new` commands.
struct NewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A folder of your own templates, to use instead of the built-in ones. Words such as {{name}} \
      are replaced in file names, and in files that end in .template, which lose the ending.
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

  @Flag(help: "Show the files that would be created, without creating them.")
  var dryRun = false

  /// Returns the source from which the new package gets Gantry.
  func source(
    for folder: URL, of app: AppPackage? = nil
  ) throws(ToolFailure) -> GantrySource {
    if let gantry { return try GantrySource(gantry, for: folder) }
    if let source = app?.gantry { return source.relative(to: folder) }
    return try GantrySource.checkout(for: folder)
  }

  /// Returns the files that the templates generate.
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
        do throws(ToolFailure) {
          try file.render(values, into: &tree)
        } catch {
          problems.append(error.message)
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

/// The location of a new package.
struct NewFolder {
  /// The existing folder: that of the app, or the working folder.
  let root: URL
  /// The folders below the root, of which the last is the package's own.
  let steps: [String]
  /// The path of the root as the user gave it; empty for the working folder.
  private let shownRoot: String

  /// Creates a location in the working folder or in an app.
  init(_ steps: [String], in app: AppPackage? = nil) {
    root = app?.folder ?? URL(filePath: ".", directoryHint: .isDirectory)
    shownRoot = app.map { $0.path == "." ? "" : "\($0.path)/" } ?? ""
    self.steps = steps
  }

  /// The path relative to the root.
  var pathInRoot: String { steps.joined(separator: "/") }

  /// The path for messages.
  var path: String { shownRoot + pathInRoot }

  /// The folder of the package.
  var folder: URL { root.appending(path: pathInRoot, directoryHint: .isDirectory) }

  /// Checks that nothing is in the way.
  ///
  /// - Throws: Everything that is in the way, one a line.
  func check(_ tree: FileTree, extra: [String]) throws(ToolFailure) {
    let conflicts = extra + inTheWay(of: tree)
    guard !conflicts.isEmpty else { return }
    let lines = conflicts + ["Nothing was written. Choose another name, or move what is there."]
    throw ToolFailure(lines.joined(separator: "\n"), .cannotWrite)
  }

  private func inTheWay(of tree: FileTree) -> [String] {
    var folder = root
    var shown = shownRoot
    for step in steps {
      let entries = Self.entries(of: folder)
      let others = entries.filter { $0 != step && $0.lowercased() == step.lowercased() }
      if let other = others.first {
        return ["\(shown)\(other) differs from \(step) only in the case of its letters."]
      }
      guard entries.contains(step) else { return [] }
      folder.append(path: step, directoryHint: .isDirectory)
      shown += "\(step)/"
    }
    let found = tree.paths.filter { Self.isThere(folder.appending(path: $0)) }
    return ["\(path) already exists."] + found.map { "\(path)/\($0) already exists." }
  }

  /// Returns a URL with symbolic links resolved, even if its last components don't exist yet.
  static func resolved(_ url: URL) -> URL {
    var folder = url.absoluteURL.standardizedFileURL
    var missing: [String] = []
    while !isThere(folder), folder.pathComponents.count > 1 {
      missing.append(folder.lastPathComponent)
      folder.deleteLastPathComponent()
    }
    folder = folder.resolvingSymlinksInPath()
    return missing.reversed().reduce(folder) { $0.appending(path: $1) }
  }

  private static func entries(of folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Returns whether a file or link exists, even if the link leads nowhere.
  private static func isThere(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
  }
}
