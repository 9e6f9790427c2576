// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// The rules for which groups of targets may import each other.
struct LayerRules: Equatable {
  /// The name of the rules file in the folder of the app's package.
  static let fileName = "gantry.yaml"

  /// The groups in file order. A target belongs to the first group that matches it.
  let groups: [LayerGroup]

  /// Returns the rules of a package; nil if it has no rules file.
  static func ofPackage(_ folder: URL) throws(ToolFailure) -> LayerRules? {
    let file = folder.appending(path: fileName)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let data = try InputFile.data(file.path)
    var text = Substring(decoding: data, as: UTF8.self)
    // Some editors write a byte order mark, which the parser rejects.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return try LayerRulesReader.rules(in: String(text), file: fileName)
  }

  /// Returns the group of a target.
  ///
  /// - Parameters:
  ///   - target: The name of the target.
  ///   - modules: The targets with modules.
  func group(of target: String, in modules: Set<String> = []) -> LayerGroup? {
    groups.first { group in
      group.hasModules && modules.contains(target)
        || group.targets.contains { $0.matches(target) }
    }
  }

  /// Returns every import that the groups don't allow.
  func violations(in sources: AppSources, modules: Set<String>) -> [Finding] {
    sources.imports.compactMap { item in
      guard let importer = group(of: item.importer, in: modules),
        let imported = group(of: item.imported, in: modules),
        !importer.imports.contains(imported.name)
      else { return nil }
      let allowed = importer.imports
      let may =
        allowed.isEmpty
        ? "no group" : "no group but \(Wording.list(allowed))"
      return Finding(
        kind: "forbiddenImport", key: "\(item.importer) imports \(item.imported)",
        location: item.location,
        message: """
          \(item.importer), of the group \(importer.name), imports \(item.imported), of the group \
          \(imported.name); \(importer.name) may import \(may) (\(importer.location)). Get what is \
          needed from a group that may be imported, or change the rule.
          """)
    }
  }
}

extension AppSources {
  /// An import of one target of the app by another.
  struct Crossing {
    let importer: String
    let imported: String
    /// The source location of the import, as `file:line`.
    let location: String
  }

  /// All imports between targets, except in tests, which may import the targets that they test.
  var imports: [Crossing] {
    let own = Set(targets.map(\.target.name))
    return targets.filter { $0.target.kind != .test }.flatMap { target in
      target.files.flatMap { path, source in
        source.imports.filter { own.contains($0.module) && $0.module != target.target.name }.map {
          Crossing(
            importer: target.target.name, imported: $0.module, location: location(path, $0.line))
        }
      }
    }
  }
}

extension LayerRules {
  /// Finds patterns that put no target into their group, so that the rule has no effect.
  ///
  /// - Parameters:
  ///   - sources: The sources of the app.
  ///   - modules: The targets with modules.
  func idlePatterns(in sources: AppSources, modules: Set<String>) -> [Finding] {
    let names = sources.targets.map(\.target.name).sorted()
    return groups.flatMap { group in
      // Test targets exist only in test builds, and no rule applies to them.
      group.targets.filter { !$0.text.hasSuffix("Tests") }.compactMap { pattern in
        reason(pattern, in: group, names, modules).map { reason in
          Finding(
            kind: "idlePattern", key: "\(group.name) \(pattern.text)", location: pattern.location,
            message: reason)
        }
      }
    }
  }

  /// Returns the reason why a pattern puts no target into its group; nil if it does.
  private func reason(
    _ pattern: TargetPattern, in group: LayerGroup, _ names: [String], _ modules: Set<String>
  ) -> String? {
    let found = names.filter(pattern.matches)
    guard let first = found.first else {
      return """
        The group \(group.name) has '\(pattern.text)' among its targets, but no Swift target of \
        the app matches it.\(Wording.near(NearNames.of(pattern.text, among: names))) Correct it, \
        or remove it.
        """
    }
    // A group for all remaining targets may be empty.
    guard !pattern.isAll, found.allSatisfy({ self.group(of: $0, in: modules) != group }),
      let owner = self.group(of: first, in: modules)
    else { return nil }
    return """
      The group \(group.name) has '\(pattern.text)' among its targets, but \(first) belongs to the \
      group \(owner.name), which comes before it (\(owner.location)): a target belongs to the first \
      group that matches it. Move the group \(group.name) before that.
      """
  }
}

/// A group of targets, and the groups whose targets they may import.
struct LayerGroup: Equatable {
  let name: String
  let targets: [TargetPattern]
  /// Whether the group takes all targets with modules.
  var hasModules = false
  /// The groups whose targets may be imported; the group itself counts only if it is listed.
  let imports: [String]
  /// The source location of the group, as `file:line`.
  let location: String
}

/// A pattern for target names: `*` matches any number of characters, and `?` matches one.
struct TargetPattern: Equatable {
  let text: String
  /// The source location of the pattern, as `file:line`.
  let location: String

  /// Whether the pattern matches every name.
  var isAll: Bool { text.allSatisfy { $0 == "*" } }

  /// Returns whether a name matches.
  func matches(_ name: String) -> Bool {
    Self.matches(Array(text.unicodeScalars)[...], Array(name.unicodeScalars)[...])
  }

  private static func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var (pattern, name) = (pattern, name)
    // The pattern after the last star, and the part of the name that was left at that point.
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
