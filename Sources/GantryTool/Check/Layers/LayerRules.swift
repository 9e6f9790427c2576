// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryText

/// Which groups of targets may import which.
struct LayerRules: Equatable {
  /// The name of the file, in the folder of the app's package.
  static let fileName = "gantry.yaml"

  /// In the order of the file: a target belongs to the first group that takes it.
  let groups: [LayerGroup]

  /// The rules of a package; nil where it has no file of them.
  static func ofPackage(_ folder: URL) throws(ToolFailure) -> LayerRules? {
    let file = folder.appending(path: fileName)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let data = try InputFile.data(file.path)
    return try LayerRulesReader.rules(in: String(decoding: data, as: UTF8.self), file: fileName)
  }

  /// The group of a target.
  func group(of target: String) -> LayerGroup? {
    groups.first { $0.targets.contains { $0.matches(target) } }
  }

  /// Finds every import that the groups do not allow.
  func violations(in sources: AppSources) -> [Finding] {
    sources.imports.compactMap { item in
      guard let importer = group(of: item.importer), let imported = group(of: item.imported),
        !importer.imports.contains(imported.name)
      else { return nil }
      let allowed = importer.imports
      let may =
        allowed.isEmpty
        ? "nothing that is in a group" : "only \(Wording.list(allowed)) of all groups"
      return Finding(
        kind: "forbiddenImport", key: "\(item.importer) imports \(item.imported)",
        place: item.place,
        message: """
          \(item.importer), of the group \(importer.name), imports \(item.imported), of the group \
          \(imported.name); \(importer.name) may import \(may) (\(importer.place)). Take what is \
          needed from a group that may be imported, or change the rule.
          """)
    }
  }
}

extension AppSources {
  /// An import of one of the app's own targets by another.
  struct Crossing {
    let importer: String
    let imported: String
    /// The source location of the import, as `file:line`.
    let place: String
  }

  /// Every import of one target by another; tests may import the targets that they test.
  var imports: [Crossing] {
    let own = Set(targets.map(\.target.name))
    return targets.filter { $0.target.kind != .test }.flatMap { target in
      target.files.flatMap { path, source in
        source.imports.filter { own.contains($0.module) && $0.module != target.target.name }.map {
          Crossing(
            importer: target.target.name, imported: $0.module, place: place(path, $0.line))
        }
      }
    }
  }
}
