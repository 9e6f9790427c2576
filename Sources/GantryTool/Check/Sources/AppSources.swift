// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore

/// The sources of an app's own targets, without fetched packages and Gantry itself.
struct AppSources {
  /// A target, with the declarations in its files.
  struct Target {
    let target: BuiltTarget
    /// The files with their paths.
    let files: [(path: String, source: SourceFile)]
    /// Whether the target can see Gantry; if not, these attributes belong to another library.
    let takesPart: Bool

    /// Whether the target declares modules, or functions that take part like modules.
    var hasModules: Bool { takesPart && files.contains { !$0.source.declarations.isEmpty } }
  }

  /// A declared module or function, with its target and file.
  struct Site {
    let target: BuiltTarget
    let file: String
    let declaration: SourceFile.Declaration
  }

  let targets: [Target]
  private let package: URL

  /// Reads the files of a build's targets; a file that can't be read counts as empty.
  ///
  /// - Parameters:
  ///   - description: The build.
  ///   - options: The options that locate the app's package and the fetched packages. Paths in
  ///     findings are relative to the app's package.
  init(_ description: BuildDescription, _ options: AppOptions) {
    package = options.packageFolder
    let fetched = ["checkouts", "registry/downloads"].map {
      options.scratchFolder.appending(path: $0)
    }
    let framework = description.target(named: "Gantry")?.package
    targets = description.targets.filter { target in
      !fetched.contains(where: target.lies) && (framework == nil || target.package != framework)
    }.map { target in
      Target(
        target: target,
        files: target.sources.sorted().map { path in
          (path, SourceFile(SourceFile.text(of: path)))
        }, takesPart: framework == nil || target.dependencies.contains("Gantry"))
    }
  }

  /// All modules and functions of targets other than tests.
  var declarations: [Site] {
    targets.filter { $0.target.kind != .test && $0.takesPart }.flatMap { target in
      target.files.flatMap { path, source in
        source.declarations.map {
          Site(target: target.target, file: path, declaration: $0)
        }
      }
    }
  }

  /// Returns the types of routes that no module of the app handles, a line each.
  ///
  /// Types that are compiled only under a condition are left out.
  func unansweredRoutes(_ manifest: AppManifest) -> [String] {
    func key(_ pattern: String) -> String {
      pattern.split(separator: "/").joined(separator: "/").lowercased()
    }
    let answered = Set(manifest.modules.flatMap(\.routes).map { key($0.pattern) })
    return targets.filter { $0.target.kind != .test && $0.takesPart }.flatMap { target in
      target.files.flatMap { path, source in
        source.routes.filter { !answered.contains(key($0.pattern)) }.map { route in
          """
          No module handles \(route.name) (\(route.pattern), \(location(path, route.line))). Link the \
          module that does, declare a handler, or remove the route.
          """
        }
      }
    }
  }

  /// Returns the names of the targets with modules, without programs and tests.
  ///
  /// - Parameter manifest: The app's manifest, which also lists modules written without a macro.
  func targetsWithModules(_ manifest: AppManifest) -> Set<String> {
    let known = Set(manifest.modules.filter { $0.kind == .module }.map(\.target))
    return Set(
      targets.filter { target in
        target.target.kind == .library && (target.hasModules || known.contains(target.target.name))
      }.map(\.target.name))
  }

  /// Returns a source location, with the path relative to the package's folder if it is inside.
  func location(_ path: String, _ line: Int) -> String {
    let prefix = package.path + "/"
    return "\(path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : path[...]):\(line)"
  }
}

/// The declarations in files of an app's folder that no target of its build compiles.
///
/// Most often such a file belongs to a package in that folder that isn't a dependency.
struct LooseSources {
  /// A module or function, with its location.
  struct Site {
    let declaration: SourceFile.Declaration
    /// The path of the file, relative to the app's folder.
    let path: String
    /// The package of the file, relative to the app's folder; empty for the app's own package.
    let package: String
  }

  let declarations: [Site]

  /// Searches the Swift files of a folder, without those of tests.
  ///
  /// - Parameters:
  ///   - folder: The folder of the app's package.
  ///   - description: The build.
  init(in folder: URL, besides description: BuildDescription) {
    let built = Set(description.targets.flatMap(\.sources))
    let prefix = folder.path + "/"
    let paths = SourceFile.paths(in: folder).filter { path in
      path.hasPrefix(prefix) && !built.contains(path)
        && !path.dropFirst(prefix.count - 1).contains("/Tests/")
    }
    declarations = paths.flatMap { path in
      SourceFile(SourceFile.text(of: path)).declarations.map { declaration in
        Site(
          declaration: declaration, path: String(path.dropFirst(prefix.count)),
          package: Self.package(of: path, in: folder))
      }
    }
  }

  private static func package(of path: String, in root: URL) -> String {
    var folder = URL(filePath: path).deletingLastPathComponent()
    while folder.path.count > root.path.count {
      let manifest = folder.appending(path: "Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) {
        return String(folder.path.dropFirst(root.path.count + 1))
      }
      folder.deleteLastPathComponent()
    }
    return ""
  }
}

extension LooseSources.Site {
  /// Returns the cause, with the fix.
  ///
  /// - Parameter app: The program's target.
  func cause(_ app: String) -> String {
    guard !package.isEmpty else {
      return "no target that is built has that file. Add its target to the dependencies of \(app)"
    }
    let name = package.split(separator: "/").last.map(String.init) ?? package
    return """
      nothing that is built depends on the package \(package). Add it: swift package \
      add-dependency \(package) --type path, and swift package add-target-dependency \(name) \
      \(app) --package \(name)
      """
  }
}

/// The declarations and imports that the tool finds in a Swift file.
struct SourceFile: Equatable {
  /// An import of a module.
  struct Import: Equatable {
    let module: String
    let line: Int
  }

  /// A module or function that leaves a record in the program that links it.
  struct Declaration: Equatable {
    /// The name of the type or function.
    let name: String
    /// The module's name in the app.
    let module: String
    /// Whether the declaration is a type.
    let isType: Bool
    let line: Int
    /// The conditions of the enclosing `#if` blocks, from the outermost.
    var conditions: [String] = []

    /// Returns whether a name on the command line means this declaration or one of its tasks.
    ///
    /// - Parameters:
    ///   - word: The name.
    ///   - target: The target of the file, if known.
    func answers(to word: String, in target: String? = nil) -> Bool {
      word == module || word == name || word == target.map { "\($0).\(name)" }
        || word.hasPrefix("\(module).")
    }
  }

  /// The type of a route, by `@RoutePattern`.
  struct Route: Equatable {
    let name: String
    let pattern: String
    let line: Int
  }

  private(set) var imports: [Import] = []
  private(set) var declarations: [Declaration] = []
  private(set) var routes: [Route] = []

  /// Searches source text.
  init(_ source: String) {
    let reader = SourceReader(source)
    imports = reader.imports
    declarations = reader.declarations
    routes = reader.routes
  }

  /// The paths of the Swift files in a folder, sorted; hidden ones are left out.
  static func paths(in folder: URL) -> [String] {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { $0.hasSuffix(".swift") }
      .sorted()
  }

  /// The text of a file; one that cannot be read counts as empty.
  static func text(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
