// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryLaunch
internal import GantryServices
internal import GantrySupport

/// A module or a free function in a list.
struct ModuleRow: ListRow {
  let name: String
  let kind: ModuleManifest.Kind
  let stage: LaunchStage
  let priority: Priority
  let target: String
  let declaredAt: String
  let isEssential: Bool
  let conditions: [String]
  let runs: [String]
  let needs: [Need]

  static let head = ["module", "stage", "target", "declared at", "notes", "needs"]

  static func rows(of manifest: AppManifest) -> [ModuleRow] {
    let graph = AppGraph(manifest)
    let needs = graph.needs
    return manifest.modules.map { entry in
      let head = graph.head(of: entry.name)
      return ModuleRow(
        name: entry.name.rawValue, kind: entry.kind, stage: head.stage, priority: head.priority,
        target: entry.target, declaredAt: entry.declaredAt, isEssential: head.isEssential,
        conditions: entry.conditions, runs: entry.runs.map(\.name.rawValue),
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
      + runs.map { "runs \($0)" } + conditions.map { "condition: \($0)" }
  }
}

/// A dependency of a module or a task.
struct Need: Encodable {
  let name: String
  let kind: Link.Kind
  let isRequired: Bool
  /// Whether the dependency is injected when it is used, so that nothing waits for it.
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

  /// The form of the dependency; nil if it is simply required.
  private var manner: String? {
    switch kind {
    case .requires: nil
    case .wants: "wanted"
    case .service, .result, .order: kind.words(isRequired: isRequired, isLazy: isLazy)
    }
  }

  /// Returns the names in order, each with the form of the dependency.
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

/// A launch task in a list.
struct TaskRow: ListRow {
  /// A result of another task that the task takes.
  struct Input: Encodable {
    let type: String
    let isRequired: Bool
    let producers: [String]
  }

  /// An edge that the task declares.
  struct Edge: Encodable {
    let kind: DependencyKind
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

  static func rows(of manifest: AppManifest) -> [TaskRow] {
    let graph = AppGraph(manifest)
    return manifest.modules.flatMap { entry in
      entry.tasks.map { task in
        let node = graph.node(task.name.rawValue)
        return TaskRow(
          module: entry.name.rawValue, name: task.name.rawValue, stage: node.stage,
          lane: node.lane, priority: node.priority, milestone: task.milestone,
          edges: task.dependencies.map { Edge(kind: $0.kind, target: $0.target.rawValue) },
          takes: task.takes.map { input in
            Input(
              type: input.type, isRequired: !input.isOptional,
              producers: graph.producers(of: input.type, for: task.name.rawValue))
          },
          returns: task.returns, declaredAt: task.declaredAt)
      }
    }
  }

  var lines: [[String]] {
    let edges = edges.map { $0.kind == .requires ? $0.target : "\($0.kind.rawValue) \($0.target)" }
    let results = takes.map { input in
      let from = input.producers.isEmpty ? "no task" : input.producers.joined(separator: " or ")
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

/// A service in a list, in one row for each provider, or in a single row without one.
struct ServiceRow: ListRow {
  /// A module that injects the service, with the form of injection.
  struct Injection: Encodable {
    let module: String
    let kind: ServiceRequest.Kind
    let declaredAt: String
  }

  let type: String
  /// The provider; nil if no module provides the service, which the app itself may do.
  let provider: String?
  let scope: ServiceScope?
  let isFallback: Bool?
  let declaredAt: String?
  let injectedBy: [Injection]

  static let head = ["service", "provider", "scope", "declared at", "injected by"]

  static func rows(of manifest: AppManifest) -> [ServiceRow] {
    let entries = manifest.modules
    let provided = entries.flatMap { entry in
      entry.provides.map { (service: $0, module: entry.name.rawValue) }
    }
    let injected = Dictionary(
      grouping: entries.flatMap { entry in
        entry.injects.map { (service: $0, module: entry.name.rawValue) }
      }, by: \.service.type
    ).mapValues { requests in
      requests.map {
        Injection(
          module: $0.module, kind: $0.service.kind ?? .required,
          declaredAt: $0.service.declaredAt)
      }
    }
    let rows = provided.map { service, module in
      ServiceRow(
        type: service.type, provider: module, scope: service.scope,
        isFallback: service.isFallback, declaredAt: service.declaredAt,
        injectedBy: injected[service.type] ?? [])
    }
    let known = Set(rows.map(\.type))
    let others = injected.filter { !known.contains($0.key) }.map { type, requests in
      ServiceRow(
        type: type, provider: nil, scope: nil, isFallback: nil, declaredAt: nil,
        injectedBy: requests)
    }
    return (rows + others).sorted { ($0.type, $0.provider ?? "") < ($1.type, $1.provider ?? "") }
  }

  var lines: [[String]] {
    let isFallback = isFallback ?? false
    return [
      [
        type.withoutSwiftModules, provider ?? "no module",
        (scope.map { [$0.rawValue] + (isFallback ? ["fallback"] : []) } ?? []).cell,
        declaredAt ?? "–", injectedBy.map(\.text).cell,
      ]
    ]
  }

  func concerns(_ module: String) -> Bool {
    provider == module || injectedBy.contains { $0.module == module }
  }
}

extension ServiceRow.Injection {
  fileprivate var text: String {
    kind == .required ? module : "\(module) (\(kind.rawValue))"
  }
}
