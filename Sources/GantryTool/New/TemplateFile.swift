// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

/// A file of a template folder, whose path may contain words to replace, too.
struct TemplateFile {
  /// The extension of files in whose text words are replaced; all others are copied.
  static let ending = ".template"

  let url: URL
  /// The path relative to the folder.
  let path: String
  /// The path for messages.
  let shownPath: String

  /// Adds the generated file to a tree.
  ///
  /// - Throws: The mistake in the template, with its position.
  func render(_ values: TemplateValues, into tree: inout FileTree) throws(ToolFailure) {
    let isTemplate = path.hasSuffix(Self.ending)
    let name = isTemplate ? String(path.dropLast(Self.ending.count)) : path
    let goal = try values.filled(name, from: shownPath)
    let parts = goal.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw fault("its name becomes '\(goal)', which isn't a path.")
    }
    var data = try contents
    if isTemplate {
      guard let text = String(data: data, encoding: .utf8) else {
        throw fault("is not text in UTF-8. Files without \(Self.ending) are copied.")
      }
      let filled = try values.filled(text, from: shownPath)
      data = Data((goal.hasSuffix(".swift") ? SwiftImports.sorted(in: filled) : filled).utf8)
    } else if let word = String(data: data, encoding: .utf8).flatMap(values.word(in:)) {
      tree.warn(
        "\(shownPath): {{\(word)}} stays as it is. Add \(Self.ending) to the file's name to fill it in."
      )
    }
    let isExecutable = FileManager.default.isExecutableFile(atPath: url.path)
    guard tree.add(FileTree.File(data: data, isExecutable: isExecutable), at: goal) else {
      throw fault("another template makes \(goal) too.")
    }
  }

  private var contents: Data {
    get throws(ToolFailure) {
      do {
        return try Data(contentsOf: url)
      } catch {
        throw fault("cannot be read: \(DiskFile.reason(of: error))")
      }
    }
  }

  private func fault(_ problem: String) -> ToolFailure {
    ToolFailure("\(shownPath): \(problem)", .faults)
  }
}

/// The words that are replaced in templates: `{{name}}` and the like.
struct TemplateValues {
  private let values: [String: String]

  /// Creates the values for a name.
  ///
  /// - Parameters:
  ///   - name: The name of the app or module.
  ///   - api: The package that has the module's interface already, in the form of a manifest.
  ///   - gantry: The source of Gantry.
  init(_ name: PackageName, api: String? = nil, gantry: GantrySource) {
    values = [
      "name": name.text, "lower": name.property, "path": name.path, "gantry": gantry.dependency,
      "gantryPackage": gantry.package, "api": api ?? "",
    ]
  }

  /// Returns the first word of a text that has a value.
  func word(in text: String) -> String? {
    text.matches(of: /\{\{(\w+)\}\}/).map { String($0.1) }.first { values[$0] != nil }
  }

  /// Returns a text with its words replaced.
  ///
  /// - Throws: The first word without a value, with its position in the file.
  func filled(_ text: String, from file: String) throws(ToolFailure) -> String {
    let word = /\{\{(\w+)\}\}/
    if let unknown = text.matches(of: word).first(where: { values[String($0.1)] == nil }) {
      let name = String(unknown.1)
      let near = NearNames.of(name, among: values.keys.sorted())
      let known =
        near.isEmpty ? " There are \(Wording.list(values.keys.sorted()))." : Wording.near(near)
      let line = text[..<unknown.range.lowerBound].count(where: \.isNewline) + 1
      throw ToolFailure("\(file):\(line): {{\(name)}} has no value.\(known)", .faults)
    }
    return text.replacing(word) { values[String($0.1)] ?? "" }
  }
}

/// Sorts the imports of generated code as `swift format` requires.
///
/// Templates don't need to, because the order depends on the module's name.
enum SwiftImports {
  /// Returns a text in which each run of imports is sorted by module.
  static func sorted(in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var start = 0
    while start < lines.count {
      let run = lines[start...].prefix { name(in: $0) != nil }
      lines.replaceSubrange(
        run.indices, with: run.sorted { (name(in: $0) ?? "") < (name(in: $1) ?? "") })
      start = run.endIndex + 1
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the module that a line imports; nil if the line isn't a plain import.
  private static func name(in line: Substring) -> Substring? {
    // Swift compiles the expression at each use.
    !line.contains("import ")
      ? nil
      : line.wholeMatch(of: /(?:(?:public|package|internal|private) )?import ([\w.]+)\s*/)?.1
  }
}
