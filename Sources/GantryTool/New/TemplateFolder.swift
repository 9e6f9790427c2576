// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryLaunch

/// A folder of templates.
struct TemplateFolder {
  /// The parts that the built-in templates are made of.
  enum Layer: String {
    /// The files of every package.
    case package
    /// The files of a module's interface.
    case interface
    /// A module and a test.
    case small
    /// A module with an interface and a demo app.
    case module
    /// A package of an interface alone.
    case api
    /// An app with pages in a browser.
    case app
    /// A server with a database, without pages.
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

  /// Some of the tool's own folders.
  ///
  /// They lie beside the tool, wherever both were moved to. For a tool that was copied alone, they
  /// are where it was built.
  static func builtIn(_ layers: [Layer]) throws(ToolFailure) -> [TemplateFolder] {
    let resources = ModuleResources(of: TemplateFolder.self)
    let source = GantrySource.checkout.appending(path: "Sources/GantryTool/Templates")
    let places = [resources.folder?.appending(path: "Templates"), source].compactMap(\.self)
    let found = places.first { FileManager.default.fileExists(atPath: $0.path) }
    guard let found else {
      throw ToolFailure(
        """
        The templates are neither beside this tool nor in \(source.path). Copy its resource folder \
        with it, or give templates of your own: --template FOLDER.
        """, .noInput)
    }
    return layers.map { layer in
      TemplateFolder(found.appending(path: layer.rawValue), shownAs: layer.rawValue)
    }
  }

  /// The templates, by path. Files that the Finder, Git and builds leave behind don't count.
  ///
  /// - Throws: That the folder cannot be read, or which links lead out of it: a template from
  ///   elsewhere must not copy files from outside of it.
  func files() throws(ToolFailure) -> [TemplateFile] {
    let others: Set<Substring> = [".DS_Store", ".build", ".git", ".swiftpm"]
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw ToolFailure("\(shownPath): cannot be read: \(DiskFile.reason(of: error))", .noInput)
    }
    let taken = paths.filter { others.isDisjoint(with: $0.split(separator: "/")) }
    let strays = taken.filter(leadsOut)
    guard strays.isEmpty else {
      let lines = strays.map { path in
        """
        \(shownPath)/\(path): is a link that leads out of the folder of templates. Put a copy in its \
        place, or take it out.
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

  /// Whether a path lies outside of the folder, once all links are followed.
  private func leadsOut(_ path: String) -> Bool {
    // Not by Foundation, which does not follow links that lead nowhere.
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

/// How deep the sections of a template lie in each other, which its parser and its writer pay for
/// with their stack.
struct TemplateNesting {
  /// No sensible template nests deeper; a stack holds a hundred times as many.
  static let deepest = 100

  /// The first tag that opens a section too many; nil when none does.
  private(set) var excess: String.Index?

  /// Looks through a template.
  init(_ text: String) {
    var delimiters = (open: "{{"[...], close: "}}"[...])
    var rest = text[...]
    var depth = 0
    while let open = rest.firstRange(of: delimiters.open),
      let close = rest[open.upperBound...].firstRange(of: delimiters.close)
    {
      let tag = rest[open.upperBound..<close.lowerBound]
      rest = rest[close.upperBound...]
      switch tag.first(where: { $0 != " " }) {
      case "#", "^", "$", "<": depth += 1
      case "/": depth -= 1
      case "=": delimiters = Self.delimiters(in: tag) ?? delimiters
      default: break
      }
      guard depth <= Self.deepest else {
        excess = open.lowerBound
        return
      }
    }
  }

  /// The marks that `=<% %>=` sets.
  private static func delimiters(in tag: Substring) -> (open: Substring, close: Substring)? {
    let marks = tag.split { $0 == "=" || $0.isWhitespace }
    return marks.count == 2 ? (marks[0], marks[1]) : nil
  }
}
