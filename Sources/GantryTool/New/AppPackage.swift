// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// The package of an app, as SwiftPM reads its manifest.
struct AppPackage {
  let folder: URL
  /// The path of the folder, as it was given.
  let path: String
  private let dump: ManifestDump

  /// Reads a package.
  ///
  /// - Throws: Why it cannot be read.
  init(at path: String) throws(ToolFailure) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    folder = NewPlace.resolved(URL(filePath: path, directoryHint: .isDirectory))
    guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    else { throw ToolFailure("\(path): there is no Package.swift in it.", .noInput) }
    let answer = try ChildProgram.swiftPackage(["dump-package"], in: folder).run()
    guard answer.status == 0 else {
      throw ToolFailure(
        "\(path)/Package.swift: SwiftPM cannot read it:\n\(answer.complaint)", .noInput)
    }
    do {
      dump = try JSONDecoder().decode(ManifestDump.self, from: answer.output)
    } catch {
      throw ToolFailure(
        "\(path): 'swift package dump-package' says \(InputFile.reason(error, answer.output)).",
        .noInput)
    }
  }

  var manifest: URL { folder.appending(path: "Package.swift") }

  /// Where the app gets Gantry from; nil when it does not name it.
  var gantry: GantrySource? {
    for dependency in dump.dependencies {
      if let source = GantrySource(dependency, for: folder) { return source }
    }
    return nil
  }

  /// The target that is to link a module.
  func executable(named name: String?) throws(ToolFailure) -> String {
    let found = dump.targets.filter { $0.type == "executable" }.map(\.name).sorted()
    if let name {
      guard dump.targets.contains(where: { $0.name == name }) else {
        let all = dump.targets.map(\.name).sorted().joined(separator: ", ")
        throw ToolFailure("\(path) has no target '\(name)'. There are \(all).", .misuse)
      }
      return name
    }
    guard let first = found.first else {
      throw ToolFailure("\(path) has no executable target: it is no app.", .misuse)
    }
    guard found.count == 1 else {
      throw ToolFailure(
        "\(path) has several executable targets. Say which: --target \(found.joined(separator: "|"))",
        .misuse)
    }
    return first
  }

  /// What has one of the names already, a line each; letter case is nothing.
  func clashes(of package: String, targets: [String]) -> [String] {
    let wanted = Set(targets.map { $0.lowercased() })
    let own = dump.targets.filter { wanted.contains($0.name.lowercased()) }
      .map { "\($0.name) is a target of \(dump.name) already." }
    var lines = own
    if folder.lastPathComponent.lowercased() == package.lowercased() {
      lines.append("\(folder.lastPathComponent) is the folder of the app itself.")
    }
    for dependency in dump.dependencies {
      if dependency.identity == package.lowercased() {
        lines.append("\(dump.name) depends on a package '\(dependency.identity)' already.")
      }
      guard let folder = dependency.folder, GantrySource(dependency, for: folder) == nil else {
        continue
      }
      lines += Self.targets(in: folder).filter { wanted.contains($0.lowercased()) }
        .map { "\($0) is a target of the package '\(dependency.identity)' already." }
    }
    return lines
  }

  /// The targets of a package by their folders: to evaluate each manifest would take seconds.
  private static func targets(in package: URL) -> [String] {
    ["Sources", "Tests"].flatMap { folder in
      let path = package.appending(path: folder).path
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
  }
}
