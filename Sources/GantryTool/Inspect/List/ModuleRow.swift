// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryText

/// A module or a free function in a list.
struct ModuleRow: ListRow, ModuleFiltering {
  let name: String
  let kind: ModuleManifest.Kind
  let stage: LaunchStage
  let priority: Priority
  let target: String
  let declaredAt: String
  let isEssential: Bool
  let conditions: [String]
  let needs: [Need]

  static let head = ["module", "stage", "target", "declared at", "notes", "needs"]

  static func rows(of manifest: Manifest) -> [ModuleRow] {
    let needs = AppGraph(manifest).needs
    return manifest.modules.map { entry in
      ModuleRow(
        name: entry.name.rawValue, kind: entry.kind, stage: entry.launchStage,
        priority: entry.priority, target: entry.target, declaredAt: entry.declaredAt,
        isEssential: entry.isEssential, conditions: entry.conditions,
        needs: (needs[entry.name.rawValue] ?? []).map(Need.init))
    }
  }

  var lines: [[String]] {
    [[name, stage.rawValue, target, declaredAt, notes.cell, Need.text(of: needs)]]
  }

  func concerns(_ module: String) -> Bool { name == module }

  private var notes: [String] {
    (kind == .function ? ["function"] : []) + (isEssential ? ["essential"] : [])
      + (priority == 0 ? [] : ["priority \(priority)"])
      + conditions.map { "condition: \($0)" }
  }
}

/// A dependency of a module or a task.
struct Need: Encodable {
  let name: String
  let kind: Link.Kind
  let isRequired: Bool
  /// Whether it is taken when it is used, and nothing waits.
  let isLazy: Bool
  let declaration: String
  let declaredAt: String

  init(_ link: Link) {
    name = link.needed
    kind = link.kind
    isRequired = link.strength == .must
    isLazy = link.isLazy
    declaration = link.sentence
    declaredAt = link.declaredAt
  }

  /// How it is needed; nil where it is simply required.
  private var manner: String? {
    switch kind {
    case .requires: nil
    case .service: isLazy ? "lazy service" : isRequired ? "service" : "optional service"
    case .result: isRequired ? "result" : "optional result"
    case .wants: "wanted"
    case .order: "order"
    }
  }

  /// The names in their order, each with how it is needed.
  static func text(of needs: [Need]) -> String {
    var names: [String] = []
    var all: [String: [Need]] = [:]
    for need in needs {
      if all[need.name] == nil { names.append(need.name) }
      all[need.name, default: []].append(need)
    }
    return names.map { name in
      let manners = (all[name] ?? []).compactMap(\.manner)
      return manners.isEmpty ? name : "\(name) (\(manners.joined(separator: ", ")))"
    }.cell
  }
}
