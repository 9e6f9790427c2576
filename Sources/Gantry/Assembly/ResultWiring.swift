// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices

/// The task that each result comes from, decided before anything runs.
///
/// Tasks that are on take precedence over those that are off. If all tasks that return a type are
/// off, one of them represents the others, and the tasks that take the result are skipped with it.
struct ResultWiring: Sendable {
  /// The edges from each task to the tasks whose results it takes.
  private(set) var edges: [String: [LaunchEdge]] = [:]
  /// The same edges of tasks that do not run.
  private(set) var idle: [String: [LaunchEdge]] = [:]
  /// The types that several tasks return, or that a task takes and none returns; sorted by name.
  private(set) var faults: [ApplicationFault] = []

  private struct Part {
    let task: ModuleManifest.Task
    let isOff: Bool
    var place: ApplicationFault.TaskPlace {
      ApplicationFault.TaskPlace(name: task.name, declaredAt: task.declaredAt)
    }
  }

  /// Finds the task that returns each value that other tasks take.
  ///
  /// - Parameters:
  ///   - manifests: Modules with distinct names, sorted by name.
  ///   - off: Modules and tasks that do not run.
  ///   - services: The providers of services by type, for hints in faults.
  init(
    _ manifests: [ModuleManifest], off: Set<ModuleName>,
    services: [ServiceType: ServiceDeclaration]
  ) {
    let parts = manifests.flatMap { manifest in
      manifest.tasks.map { task in
        Part(task: task, isOff: off.contains(manifest.name) || off.contains(task.name))
      }
    }
    var returning: [ServiceType: [Part]] = [:]
    for part in parts {
      if let type = part.task.options.returns { returning[type, default: []].append(part) }
    }
    for (type, all) in returning {
      let enabled = all.filter { !$0.isOff }
      if !enabled.isEmpty { returning[type] = enabled }
    }
    let doubled = returning.mapValues { $0.filter { !$0.isOff } }.filter { $0.value.count > 1 }
    for (type, enabled) in doubled.sorted(by: { $0.key < $1.key }) {
      faults.append(.doubledResult(type: type, tasks: enabled.map(\.place)))
    }
    bind(parts, returning, services)
  }

  private mutating func bind(
    _ parts: [Part], _ returning: [ServiceType: [Part]],
    _ services: [ServiceType: ServiceDeclaration]
  ) {
    var missing: [ServiceType: [ApplicationFault.TaskPlace]] = [:]
    for part in parts {
      for input in part.task.options.takes {
        if let producer = returning[input.type]?.first {
          let edge = LaunchEdge(
            input.isOptional ? .wants : .requires, producer.task.name.rawValue,
            declaredAt: part.task.declaredAt, reason: .result(type: input.type.name))
          if part.isOff {
            idle[part.task.name.rawValue, default: []].append(edge)
          } else {
            edges[part.task.name.rawValue, default: []].append(edge)
          }
        } else if !input.isOptional, !part.isOff {
          missing[input.type, default: []].append(part.place)
        }
      }
    }
    for (type, takers) in missing.sorted(by: { $0.key < $1.key }) {
      faults.append(
        .missingResult(
          type: type, takers: takers, near: type.near(among: returning.keys),
          service: services[type]?.provider))
    }
  }
}
