// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry

/// The sources of an app's own targets: not those that were fetched, nor those of Gantry.
struct AppSources {
  /// A target, with the declarations in its files.
  struct Target {
    let target: BuiltTarget
    /// By the path of the file.
    let files: [(path: String, source: SourceFile)]
    /// Whether it can see Gantry; otherwise attributes of these names belong to another library.
    let takesPart: Bool

    /// Whether it declares modules, or functions that take part like modules.
    var hasModules: Bool { takesPart && files.contains { !$0.source.declarations.isEmpty } }
  }

  /// A module or function in its place.
  struct Place {
    let target: BuiltTarget
    let file: String
    let declaration: SourceFile.Declaration
  }

  let targets: [Target]
  private let package: URL

  /// Reads the files of a build's targets; a file that cannot be read counts as empty.
  ///
  /// - Parameters:
  ///   - description: The build.
  ///   - options: Where the app's package is, from which places are told, and where packages are
  ///     fetched to.
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

  /// Every module and function of the targets that aren't tests.
  var declarations: [Place] {
    targets.filter { $0.target.kind != .test && $0.takesPart }.flatMap { target in
      target.files.flatMap { path, source in
        source.declarations.map {
          Place(target: target.target, file: path, declaration: $0)
        }
      }
    }
  }

  /// The names of the targets with modules, without programs and tests.
  ///
  /// - Parameter manifest: That of the app, which knows modules that are written without a macro.
  func targetsWithModules(_ manifest: AppManifest) -> Set<String> {
    let known = Set(manifest.modules.filter { $0.kind == .module }.map(\.target))
    return Set(
      targets.filter { target in
        target.target.kind == .library && (target.hasModules || known.contains(target.target.name))
      }.map(\.target.name))
  }

  /// A place as people look for it: from the package's folder, where it lies in that.
  func place(_ path: String, _ line: Int) -> String {
    let prefix = package.path + "/"
    return "\(path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : path[...]):\(line)"
  }
}

/// The declarations in an app's folder, in files that no target of its build compiles: most often
/// in a package that lies there without being a dependency.
struct LooseSources {
  /// A module or function, and where it is.
  struct Place {
    let declaration: SourceFile.Declaration
    /// The file, from the app's folder.
    let path: String
    /// The package of the file, from the app's folder; empty for the app's own.
    let package: String
  }

  let declarations: [Place]

  /// Looks through the Swift files of a folder, but for those of tests.
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
        Place(
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

extension LooseSources.Place {
  /// The cause, and the fix.
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

/// The declarations and imports that the tool looks for in a file of Swift source.
struct SourceFile: Equatable {
  /// An import, by the name of the module.
  struct Import: Equatable {
    let module: String
    let line: Int
  }

  /// A module or function that leaves a record where it is linked.
  struct Declaration: Equatable {
    /// The name of the type or function.
    let name: String
    /// The module's name in the app.
    let module: String
    /// Whether it is a type.
    let isType: Bool
    let line: Int
    /// The conditions of the `#if` blocks around it, from the outermost.
    var conditions: [String] = []

    /// Whether a name on the command line means this, or a task of it.
    ///
    /// - Parameters:
    ///   - word: The name.
    ///   - target: The target of the file, if that is known.
    func answers(to word: String, in target: String? = nil) -> Bool {
      word == module || word == name || word == target.map { "\($0).\(name)" }
        || word.hasPrefix("\(module).")
    }
  }

  private(set) var imports: [Import] = []
  private(set) var declarations: [Declaration] = []

  /// Looks through source text.
  init(_ source: String) {
    var reader = SourceReader(source)
    reader.read()
    imports = reader.imports
    declarations = reader.declarations
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
