// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryText
internal import Mustache

/// The values that templates can use.
struct TemplateValues {
  private let texts: [String: String]
  private let flags: [String: Bool]

  /// Creates the values for a name.
  ///
  /// - Parameters:
  ///   - name: The name of the app or module.
  ///   - apiOnly: Whether only the interface is created.
  ///   - api: The package that has the module's interface already, in the form of a manifest.
  ///   - gantry: The source of Gantry.
  init(
    _ name: PackageName, apiOnly: Bool = false, api: String? = nil, gantry: GantrySource
  ) {
    texts = [
      "name": name.text, "path": name.path, "gantry": gantry.dependency,
      "gantryPackage": gantry.package, "api": api ?? "",
    ]
    flags = ["apiOnly": apiOnly, "adoptsAPI": api != nil]
  }

  /// All names, sorted.
  var names: [String] { (Array(texts.keys) + Array(flags.keys)).sorted() }

  /// Returns the value of a name; nil if there is none.
  func value(of name: String) -> Any? { texts[name] ?? flags[name] }
}

/// The values for one rendering, which also collects the unknown names.
final class AskedValues: MustacheParent, CustomStringConvertible {
  private let values: TemplateValues
  private(set) var unknown: [String] = []

  init(_ values: TemplateValues) { self.values = values }

  func child(named name: String) -> Any? {
    let value = values.value(of: name)
    if value == nil { unknown.append(name) }
    return value
  }

  /// The value of `{{.}}` and `{{}}`, which refer to nothing here.
  var description: String {
    unknown.append("")
    return ""
  }
}

/// The reason why a template can't be rendered.
struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// The file, with the line and column if known.
  let place: String
  /// The problem, with its fix.
  let problem: String

  var description: String { "\(place): \(problem)" }

  init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// Creates the error for a name without a value.
  init(unknown name: String, at place: String, among names: [String]) {
    let near = NearNames.of(name, among: names)
    let known = near.isEmpty ? " There are \(Wording.list(names))." : Wording.near(near)
    self.init(place, "{{\(name)}} has no value.\(known)")
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
    line.wholeMatch(of: /(?:(?:public|package|internal|private) )?import ([\w.]+)\s*/)?.1
  }
}
