// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension AppManifest {
  /// The version of the shape that this library writes and reads.
  package static let currentSchemaVersion = 3

  /// The findings of an application on itself, in the place where it looks.
  package struct Findings: Sendable, Codable, Equatable {
    /// Whether every linked module and function takes part; if not, those that the app names.
    package let takesLinked: Bool
    /// Everything that keeps the application from starting.
    package let faults: [Fault]
    /// The modules and tasks that would not run, sorted by name; where there are faults, without their effects.
    package let skipped: [Skipped]
    /// The declarations that are allowed and probably mistakes, as the log says it when the app is ready; nil in a
    /// file that does not tell it.
    package let doubts: [String]?
  }

  /// A fault of the declarations.
  package struct Fault: Sendable, Codable, Equatable {
    /// The kind of fault, in one word that stays the same: `cycle`, `missingProvider`.
    package let kind: String
    /// The problem, its place, and how to fix it.
    package let message: String
    /// The linked modules and functions that it concerns, sorted; empty for a fault of the whole app,
    /// nil in a file that does not tell it.
    package let modules: [ModuleName]?

    fileprivate init(_ fault: ApplicationFault, _ owners: FaultOwners) {
      kind = fault.kind
      message = fault.description
      modules = owners.modules(of: fault)
    }
  }

  /// A module or task that would not run.
  package struct Skipped: Sendable, Codable, Equatable {
    /// Its name.
    package let name: ModuleName
    /// Why: from the nearest reason to the cause.
    package let chain: [String]
  }
}

extension AppManifest.Fault: CustomStringConvertible {
  package var description: String { message }
}

extension Application {
  /// The faults and the modules that are off, without starting anything.
  func findings(of assembly: LaunchAssembly) -> AppManifest.Findings {
    let faults = faults(of: assembly)
    let owners = FaultOwners(faults.isEmpty ? [] : inventory.manifests)
    let names = inventory.manifests.flatMap { [$0.name] + $0.tasks.map(\.name) }
    var chains: [ModuleName: [LaunchSkip]] = [:]
    for (name, reason) in assembly.skipped {
      chains[name] = [LaunchSkip(name.rawValue, .disabled(reason))]
    }
    if faults.isEmpty, let plan = try? assembly.graph.plan(policy: .fifo) {
      for task in plan.tasks where !task.skipped.isEmpty {
        chains[ModuleName(task.name)] = task.skipped
      }
    }
    return AppManifest.Findings(
      takesLinked: inventory.takesLinked, faults: faults.map { AppManifest.Fault($0, owners) },
      skipped: Set(names).sorted().compactMap { name in
        chains[name].map {
          AppManifest.Skipped(
            name: name, chain: $0.map { $0.text(askedFor: name.rawValue) { $0 } })
        }
      }, doubts: Self.doubts(of: assembly, declared: milestones))
  }

  /// The declarations that are allowed and probably mistakes.
  static func doubts(of assembly: LaunchAssembly, declared milestones: [Milestone]) -> [String] {
    assembly.graph.doubts() + doubts(assembly.manifests, declared: milestones)
      + assembly.manifests.compactMap(\.eventDoubt)
  }
}

/// The modules and functions to which the parts of faults belong.
private struct FaultOwners {
  private var byName: [ModuleName: Set<ModuleName>] = [:]
  private var byPlace: [String: Set<ModuleName>] = [:]

  init(_ manifests: [ModuleManifest]) {
    for manifest in manifests {
      let owner = manifest.name
      let steps = [owner.creation, ModuleName(LaunchAssembly.listening(of: manifest))]
      for name in [owner, manifest.shortName] + manifest.tasks.map(\.name) + steps {
        byName[name, default: []].insert(owner)
      }
      let edges = manifest.options.dependencies + manifest.tasks.flatMap(\.options.dependencies)
      let places =
        [manifest.declaredAt] + manifest.tasks.map(\.declaredAt)
        + manifest.routes.map(\.declaredAt) + edges.compactMap(\.declaredAt)
      for place in places { byPlace[place, default: []].insert(owner) }
    }
  }

  func modules(of fault: ApplicationFault) -> [ModuleName] {
    let named = fault.parts.flatMap { byName[$0] ?? [] }
    let placed = fault.places.flatMap { byPlace[$0] ?? [] }
    return Set(named + placed).sorted()
  }
}
