// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The source from which a generated package gets Gantry.
enum GantrySource: Equatable {
  /// A folder, with the package that refers to it.
  case folder(URL, for: URL)
  /// A repository, with the range of versions in the form of a manifest.
  case repository(String, versions: String)

  /// All versions before 1.0. It is never a single version, so that several packages can agree on
  /// one.
  static let versions = "\"0.1.0\"..<\"1.0.0\""

  /// Reads the argument of the command line.
  init(_ text: String, for package: URL) throws(ToolFailure) {
    guard !text.contains("://"), !text.hasPrefix("git@") else {
      self = .repository(text, versions: Self.versions)
      return
    }
    let folder = URL(filePath: text, directoryHint: .isDirectory)
    guard Self.isGantry(folder) else {
      throw ToolFailure(
        "--gantry \(text): Gantry is not there. Give the folder of its Package.swift, or a URL.",
        .noInput)
    }
    self = .folder(folder, for: package)
  }

  /// Returns the folder in which this tool was built, if Gantry is still there.
  static func checkout(for package: URL) throws(ToolFailure) -> GantrySource {
    guard isGantry(checkout) else {
      throw ToolFailure(
        "Gantry is no longer at \(checkout.path), where this tool was built. Say where it comes "
          + "from: --gantry FOLDER or --gantry URL.", .noInput)
    }
    return .folder(checkout, for: package)
  }

  /// The folder in which this tool was built.
  static let checkout = URL(filePath: #filePath, directoryHint: .notDirectory)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the same source, as seen from another package.
  func relative(to package: URL) -> GantrySource {
    if case .folder(let folder, _) = self { .folder(folder, for: package) } else { self }
  }

  /// The dependency in the form of a manifest.
  var dependency: String {
    switch self {
    case .folder(let folder, let package):
      ".package(name: \"gantry\", path: \(Self.literal(Self.path(to: folder, from: package))))"
    case .repository(let url, let versions): ".package(url: \(Self.literal(url)), \(versions))"
    }
  }

  /// The name by which targets refer to the package.
  var package: String {
    guard case .repository(let url, _) = self else { return "gantry" }
    let last = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// Returns the dependency of a package on another one in a folder, in the form of a manifest.
  static func dependency(on folder: URL, from package: URL) -> String {
    ".package(path: \(literal(path(to: folder, from: package))))"
  }

  private static func isGantry(_ folder: URL) -> Bool {
    ["Package.swift", "Sources/Gantry"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
  }

  /// Returns a relative path, so that both packages can move together.
  ///
  /// The path is absolute if the two share no folder, or if a link leads to the package. From such
  /// a link, `..` leads to another folder than from the folder that the link leads to.
  static func path(to folder: URL, from package: URL) -> String {
    let goal = NewFolder.resolved(folder)
    let start = NewFolder.resolved(package)
    let shared = zip(goal.pathComponents, start.pathComponents).prefix { $0 == $1 }.count
    guard shared > 1, start.path == package.absoluteURL.standardizedFileURL.path
    else { return goal.path }
    let steps =
      Array(repeating: "..", count: start.pathComponents.count - shared)
      + goal.pathComponents.dropFirst(shared)
    return steps.joined(separator: "/")
  }

  /// Returns a text as a Swift literal.
  private static func literal(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// A package in a folder, as far as its files show it.
///
/// Having SwiftPM evaluate the manifest would take a second for each package.
struct LocalPackage {
  let folder: URL
  /// The names of the targets in the manifest, and of folders that SwiftPM takes as targets.
  let targets: [String]
  /// The local packages that the manifest names.
  let dependencies: [URL]

  init(at folder: URL) {
    self.folder = folder
    let manifest = folder.appending(path: "Package.swift")
    let mask = SwiftMask(SourceFile.text(of: manifest.path))
    let written = mask.literals(
      /\.(?:target|executableTarget|testTarget|macro|plugin|systemLibrary|binaryTarget)\s*\(\s*name:\s*"( *)"/
    )
    let folders = ["Sources", "Tests"].flatMap { name in
      let path = folder.appending(path: name).path
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    targets = written + folders.filter { !written.contains($0) }
    dependencies = mask.literals(/\.package\s*\([^()]*?path:\s*"( *)"/).map { path in
      URL(filePath: path, directoryHint: .isDirectory, relativeTo: folder).standardizedFileURL
    }
  }

  /// Returns packages with their direct and indirect dependencies, each once.
  static func all(from folders: [URL]) -> [LocalPackage] {
    var found: [LocalPackage] = []
    var waiting = folders.map(NewFolder.resolved)
    while let folder = waiting.popLast() {
      guard !found.contains(where: { $0.folder.path == folder.path }) else { continue }
      let package = LocalPackage(at: folder)
      found.append(package)
      // Gantry's names are reserved anyway.
      waiting += package.dependencies.map(NewFolder.resolved).filter {
        !FileManager.default.fileExists(atPath: $0.appending(path: "Sources/Gantry").path)
      }
    }
    return found.sorted { $0.folder.path < $1.folder.path }
  }
}
