// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

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
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { path in
      path.hasSuffix(".swift") && path.hasPrefix(prefix) && !built.contains(path)
        && !path.dropFirst(prefix.count - 1).contains("/Tests/")
    }
    declarations = paths.sorted().flatMap { path in
      let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
      return SourceFile(text).declarations.map { declaration in
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
