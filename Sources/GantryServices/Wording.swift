// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The parts that several messages share.
enum Wording {
  static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  static func places(_ declarations: [ServiceDeclaration]) -> String {
    list(declarations.map { "\($0.provider) (\($0.declaredAt))" })
  }

  static func near(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(list(names, "or"))?"
  }
}
