// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryText

/// A launch task in a list.
struct TaskRow: ListRow, ModuleFiltering {
  /// A result of another task that it takes.
  struct Input: Encodable {
    let type: String
    let isRequired: Bool
    let producers: [String]
  }

  /// An edge that it declares.
  struct Edge: Encodable {
    let kind: LaunchEdge.Kind
    let target: String
  }

  let module: String
  let name: String
  let stage: LaunchStage
  let lane: LaunchLane
  let priority: Priority
  let milestone: String?
  let edges: [Edge]
  let takes: [Input]
  let returns: String?
  let declaredAt: String

  static let head = ["task", "stage", "lane", "returns", "declared at", "waits for"]

  static func rows(of manifest: Manifest) -> [TaskRow] {
    let producers = ManifestIndex(manifest).producers
    return manifest.modules.flatMap { entry in
      entry.tasks.map { task in
        TaskRow(
          module: entry.name.rawValue, name: task.name.rawValue, stage: task.stage,
          lane: task.lane, priority: task.priority, milestone: task.milestone,
          edges: task.dependencies.map { Edge(kind: $0.kind, target: $0.target.rawValue) },
          takes: task.takes.map { input in
            Input(
              type: input.type, isRequired: !input.isOptional,
              producers: (producers[input.type] ?? []).map(\.task))
          },
          returns: task.returns, declaredAt: task.declaredAt)
      }
    }
  }

  var lines: [[String]] {
    let edges = edges.map { $0.kind == .requires ? $0.target : "\($0.kind.rawValue) \($0.target)" }
    let results = takes.map { input in
      let from = input.producers.isEmpty ? "nobody" : input.producers.joined(separator: " or ")
      return "\(input.type.withoutSwiftModules) of \(from)"
    }
    let milestone = milestone.map { ["milestone \($0)"] } ?? []
    return [
      [
        name, stage.rawValue, lane.rawValue, returns?.withoutSwiftModules ?? "–", declaredAt,
        (milestone + edges + results).cell,
      ]
    ]
  }

  func concerns(_ module: String) -> Bool { self.module == module }
}
