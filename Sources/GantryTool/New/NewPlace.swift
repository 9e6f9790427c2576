// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Where a package is to appear, and the files that are in its way.
struct NewPlace {
  /// The folder that is there already: the app's, or the working folder.
  let root: URL
  /// The folders below it, the package's own last.
  let steps: [String]
  /// The path of the root, as it was given; empty for the working folder.
  private let shownRoot: String

  /// A place in the working folder, or in an app.
  init(_ steps: [String], in app: AppPackage? = nil) {
    root = app?.folder ?? URL(filePath: ".", directoryHint: .isDirectory)
    shownRoot = app.map { $0.path == "." ? "" : "\($0.path)/" } ?? ""
    self.steps = steps
  }

  /// The path inside the root.
  var pathInRoot: String { steps.joined(separator: "/") }

  /// The path for people.
  var path: String { shownRoot + pathInRoot }

  /// The folder of the package.
  var folder: URL { root.appending(path: pathInRoot, directoryHint: .isDirectory) }

  /// How many of the steps are there.
  var existingSteps: Int {
    var folder = root
    for (index, step) in steps.enumerated() {
      guard Self.entries(of: folder).contains(step) else { return index }
      folder.append(path: step, directoryHint: .isDirectory)
    }
    return steps.count
  }

  /// Sees that nothing is in the way.
  ///
  /// - Throws: All that is, a line each.
  func check(_ tree: FileTree, extra: [String]) throws(ToolFailure) {
    let conflicts = extra + inTheWay(of: tree)
    guard !conflicts.isEmpty else { return }
    let lines = conflicts + ["Nothing was written. Take another name, or move what is there."]
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
    return ["\(path) is there already."] + found.map { "\(path)/\($0) is there already." }
  }

  /// A URL with symbolic links followed, also where its last parts are not there yet.
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

  /// Whether there is something of that name, be it a link that leads nowhere.
  private static func isThere(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
  }
}
