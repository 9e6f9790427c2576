// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

extension Manifest {
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

    init(_ fault: ApplicationFault) {
      kind = fault.kind
      message = fault.description
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

extension Application {
  /// The faults and the modules that are off, without starting anything.
  func findings(of assembly: LaunchAssembly) -> Manifest.Findings {
    let faults = faults(of: assembly)
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
    return Manifest.Findings(
      takesLinked: inventory.takesLinked, faults: faults.map(Manifest.Fault.init),
      skipped: Set(names).sorted().compactMap { name in
        chains[name].map {
          Manifest.Skipped(
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
