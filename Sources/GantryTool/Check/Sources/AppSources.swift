// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

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
          let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
          return (path, SourceFile(text))
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

  /// A place as people look for it: from the package's folder, where it lies in that.
  func place(_ path: String, _ line: Int) -> String { "\(self.path(path)):\(line)" }

  /// A path from the package's folder, where it lies in that.
  func path(_ path: String) -> String {
    let prefix = package.path + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
