// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryLaunch

/// A folder of templates.
struct TemplateFolder {
  /// The parts of the built-in templates.
  enum Layer: String {
    /// The files of every package.
    case package
    /// The files of a module's interface.
    case interface
    /// A module and a test.
    case small
    /// A module with a demo app, without its manifest.
    case module
    /// The manifest of a module with its interface.
    case full
    /// The manifest of a module whose interface is in another package.
    case adopting
    /// A package with only an interface.
    case api
    /// A module in C and a test.
    case c
    /// A module in Objective-C and a test.
    case objc
    /// A server with a database.
    case server
    /// A command-line program.
    case terminal
    /// An iOS app, with an Xcode project.
    case ios
  }

  private let folder: URL
  private let shownPath: String

  init(_ folder: URL, shownAs path: String) {
    self.folder = folder.resolvingSymlinksInPath()
    shownPath = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns some of the tool's own template folders.
  ///
  /// They are next to the tool, even if both were moved. If the tool was copied alone, they are in
  /// the folder in which it was built.
  static func builtIn(_ layers: [Layer]) throws(ToolFailure) -> [TemplateFolder] {
    let resources = ModuleResources(of: TemplateFolder.self)
    let source = GantrySource.checkout.appending(path: "Sources/GantryTool/Templates")
    let places = [resources.folder?.appending(path: "Templates"), source].compactMap(\.self)
    let found = places.first { FileManager.default.fileExists(atPath: $0.path) }
    guard let found else {
      throw ToolFailure(
        """
        The templates are neither beside this tool nor in \(source.path). Copy its resource folder \
        with it, or use your own templates: --template FOLDER.
        """, .noInput)
    }
    return layers.map { layer in
      TemplateFolder(found.appending(path: layer.rawValue), shownAs: layer.rawValue)
    }
  }

  /// Returns the templates, sorted by path, without files that the Finder, Git and builds leave
  /// behind.
  ///
  /// - Throws: The reason why the folder can't be read, or the links that lead out of it. A
  ///   template from elsewhere must not copy files from outside of its folder.
  func files() throws(ToolFailure) -> [TemplateFile] {
    let others: Set<Substring> = [".DS_Store", ".build", ".git", ".swiftpm"]
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw ToolFailure("\(shownPath): cannot be read: \(DiskFile.reason(of: error))", .noInput)
    }
    let taken = paths.filter { others.isDisjoint(with: $0.split(separator: "/")) }
    let outside = taken.filter(leadsOut)
    guard outside.isEmpty else {
      let lines = outside.map { path in
        """
        \(shownPath)/\(path): is a link that leads out of the template folder. Put a copy in its \
        place, or remove it.
        """
      }
      throw ToolFailure(lines.joined(separator: "\n"), .faults)
    }
    return taken.compactMap { path in
      let url = folder.appending(path: path)
      var isFolder: ObjCBool = false
      guard
        !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
          || !isFolder.boolValue
      else { return nil }
      return TemplateFile(url: url, path: path, shownPath: "\(shownPath)/\(path)")
    }
  }

  /// Returns whether a path is outside of the folder, once all links are resolved.
  private func leadsOut(_ path: String) -> Bool {
    // Foundation doesn't resolve links that lead nowhere.
    let url = folder.appending(path: path)
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil else {
      return false
    }
    guard let goal = Self.resolved(url), let root = Self.resolved(folder) else { return true }
    return !goal.hasPrefix(root + "/")
  }

  private static func resolved(_ url: URL) -> String? {
    guard let path = realpath(url.path, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
