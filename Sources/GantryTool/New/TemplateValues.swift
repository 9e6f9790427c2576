// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
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
