// SPDX-License-Identifier: Apache-2.0

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
    var text = Substring(decoding: data, as: UTF8.self)
    // A byte order mark, which some editors write, is not YAML for the parser.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return try LayerRulesReader.rules(in: String(text), file: fileName)
  }

  /// The group of a target.
  ///
  /// - Parameters:
  ///   - target: Its name.
  ///   - modules: The targets with modules.
  func group(of target: String, in modules: Set<String> = []) -> LayerGroup? {
    groups.first { group in
      group.hasModules && modules.contains(target)
        || group.targets.contains { $0.matches(target) }
    }
  }

  /// Finds every import that the groups do not allow.
  func violations(in sources: AppSources, modules: Set<String>) -> [Finding] {
    sources.imports.compactMap { item in
      guard let importer = group(of: item.importer, in: modules),
        let imported = group(of: item.imported, in: modules),
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

extension LayerRules {
  /// Finds the patterns that no target belongs to a group by: the rule that is meant is off.
  ///
  /// - Parameters:
  ///   - sources: The sources of the app.
  ///   - modules: The targets with modules.
  func idlePatterns(in sources: AppSources, modules: Set<String>) -> [Finding] {
    let names = sources.targets.map(\.target.name).sorted()
    return groups.flatMap { group in
      // Tests are there only where they were built; and no rule is about them.
      group.targets.filter { !$0.text.hasSuffix("Tests") }.compactMap { pattern in
        reason(pattern, in: group, names, modules).map { reason in
          Finding(
            kind: "idlePattern", key: "\(group.name) \(pattern.text)", place: pattern.place,
            message: reason)
        }
      }
    }
  }

  /// Why no target belongs to a group by a pattern; nil where one does.
  private func reason(
    _ pattern: TargetPattern, in group: LayerGroup, _ names: [String], _ modules: Set<String>
  ) -> String? {
    let found = names.filter(pattern.matches)
    guard let first = found.first else {
      return """
        The group \(group.name) has '\(pattern.text)' among its targets, but no Swift target of the \
        app has such a name.\(Wording.near(NearNames.of(pattern.text, among: names))) Correct it, or \
        take it out.
        """
    }
    // A group of all that is left may find nothing left.
    guard !pattern.isAll, found.allSatisfy({ self.group(of: $0, in: modules) != group }),
      let owner = self.group(of: first, in: modules)
    else { return nil }
    return """
      The group \(group.name) has '\(pattern.text)' among its targets, but \(first) belongs to the \
      group \(owner.name), which stands before it (\(owner.place)): a target belongs to the first \
      group that takes it. Move the group \(group.name) before that.
      """
  }
}

/// A group of targets, and the groups whose targets they may import.
struct LayerGroup: Equatable {
  let name: String
  let targets: [TargetPattern]
  /// Whether it takes all targets with modules.
  var hasModules = false
  /// The groups whose targets may be imported; the group itself only if it is among them.
  let imports: [String]
  /// Where it is declared, as `file:line`.
  let place: String
}

/// A pattern for names of targets: `*` matches any letters, `?` one.
struct TargetPattern: Equatable {
  let text: String
  /// Where it is declared, as `file:line`.
  let place: String

  /// Whether it takes every name.
  var isAll: Bool { text.allSatisfy { $0 == "*" } }

  /// Whether a name fits.
  func matches(_ name: String) -> Bool {
    Self.matches(Array(text.unicodeScalars)[...], Array(name.unicodeScalars)[...])
  }

  private static func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var (pattern, name) = (pattern, name)
    // The pattern after the last star, and the rest of the name at that time.
    var retry: (pattern: ArraySlice<Unicode.Scalar>, name: ArraySlice<Unicode.Scalar>)?
    while let letter = name.first {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, name)
      } else if pattern.first == "?" || pattern.first == letter {
        pattern = pattern.dropFirst()
        name = name.dropFirst()
      } else if let last = retry {
        pattern = last.pattern
        name = last.name.dropFirst()
        retry = (pattern, name)
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == "*" }
  }
}
