// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryText
internal import Mustache

/// The values that templates can name.
struct TemplateValues {
  private let texts: [String: String]
  private let flags: [String: Bool]

  /// - Parameters:
  ///   - name: The name of the app or module.
  ///   - apiOnly: Whether only the interface is made.
  ///   - api: The package that has the module's interface already, as a manifest writes it.
  ///   - gantry: Where Gantry comes from.
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

  /// The value of a name; nil when there is none.
  func value(of name: String) -> Any? { texts[name] ?? flags[name] }
}

/// Values for one rendering, which also collect the names that are unknown.
final class AskedValues: MustacheParent, CustomStringConvertible {
  private let values: TemplateValues
  private(set) var unknown: [String] = []

  init(_ values: TemplateValues) { self.values = values }

  func child(named name: String) -> Any? {
    let value = values.value(of: name)
    if value == nil { unknown.append(name) }
    return value
  }

  /// Asked for by `{{.}}` and `{{}}`, which name nothing here.
  var description: String {
    unknown.append("")
    return ""
  }
}

/// Why a template cannot be filled in.
struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// The file, and the line and column where they are known.
  let place: String
  /// The fault, and the fix.
  let problem: String

  var description: String { "\(place): \(problem)" }

  init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// A name that has no value.
  init(unknown name: String, at place: String, among names: [String]) {
    let near = NearNames.of(name, among: names)
    let known = near.isEmpty ? " There are \(Wording.list(names))." : Wording.near(near)
    self.init(place, "{{\(name)}} has no value.\(known)")
  }
}

/// Brings the imports of generated code into the order that `swift format` asks for.
///
/// Templates need not order them: their order depends on the module's name.
enum SwiftImports {
  /// The text with each run of imports sorted by module.
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

  /// The module that a line imports; nil when it isn't a plain import.
  private static func name(in line: Substring) -> Substring? {
    line.wholeMatch(of: /(?:(?:public|package|internal|private) )?import ([\w.]+)\s*/)?.1
  }
}
