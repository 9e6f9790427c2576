// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
package import GantrySupport

extension AppManifest {
  /// The version of the schema that this library writes and reads.
  package static let currentSchemaVersion = 6

  /// An application's findings about itself, in the environment that it runs in.
  package struct Findings: Sendable, Codable, Equatable {
    /// Whether every linked module and function takes part; if not, only those that the app names
    /// do.
    package let takesLinked: Bool
    /// Everything that keeps the application from starting.
    package let faults: [Fault]
    /// The modules and tasks that would not run, sorted by name; if there are faults, without their
    /// effects.
    package let skipped: [Skipped]
    /// The declarations that are allowed but probably mistakes, as in the log when the app is
    /// ready.
    package let warnings: [String]
    /// Whether the program has no link-time record at all.
    package let hasNoRecords: Bool

    private enum CodingKeys: String, CodingKey {
      case takesLinked, faults, skipped, warnings, hasNoRecords
    }

    /// The words for a program without records, which are also a warning.
    package static var noRecords: String { Inventory.noRecords }
  }

  /// A module or task that would not run.
  package struct Skipped: Sendable, Codable, Equatable {
    /// Its name.
    package let name: ModuleName
    /// The reasons, from the nearest one to the cause, as ``Application/explain(_:)`` gives them.
    package let chain: [String]

    private enum CodingKeys: String, CodingKey { case name, chain }
  }
}

extension Application {
  /// Finds faults and modules that are off, without starting anything.
  func findings(of assembly: LaunchAssembly) -> AppManifest.Findings {
    let faults = faults(of: assembly)
    let names = inventory.manifests.flatMap { [$0.name] + $0.tasks.map(\.name) }
    var chains = assembly.skipped.mapValues { [$0.words] }
    if faults.isEmpty, let plan = try? assembly.graph.plan() {
      var search = LaunchExplainer("", plan.tasks)
      for task in plan.tasks where !task.skipped.isEmpty {
        search.name = task.name
        chains[task.name] = search.leftOut?.chain.map(\.description) ?? []
      }
    }
    return AppManifest.Findings(
      takesLinked: inventory.takesLinked, faults: faults,
      skipped: Set(names).sorted().compactMap { name in
        chains[name].map { AppManifest.Skipped(name: name, chain: $0) }
      }, warnings: inventory.warnings + Self.warnings(of: assembly, declared: milestones),
      hasNoRecords: inventory.hasNoRecords)
  }

  /// The declarations that are allowed but probably mistakes.
  static func warnings(of assembly: LaunchAssembly, declared milestones: [Milestone]) -> [String] {
    // What can't run makes no mistakes, but a condition on the source may hold at the next launch.
    let active = assembly.manifests.filter { assembly.skipped[$0.name] == nil }
    return assembly.graph.warnings() + warnings(active, declared: milestones)
      + active.flatMap(\.taskWarnings) + active.compactMap(\.eventWarning)
      + assembly.manifests.compactMap(\.sourceWarning)
  }
}

extension AppManifest {
  /// The launch graph as the application assembled it when the manifest was requested.
  ///
  /// Its conditions were evaluated in that environment, and a node that is off says why. If the
  /// declarations have faults, it is as much of the graph as is known.
  package struct Graph: Sendable, Codable, Equatable {
    /// The nodes, sorted by owner; those of one owner are in the order in which they were
    /// assembled. The names are unique in a graph without faults.
    package let nodes: [LaunchNode]
    /// The edges of each node, by its name, that order nothing in this launch: to services that are
    /// used lazily or, if the node does not run, to the services and results that it would take.
    package let idleEdges: [String: [LaunchEdge]]
    /// The milestones that the app declares, and others that tasks wait for.
    package let milestones: [Milestone]

    private enum CodingKeys: String, CodingKey { case nodes, idleEdges, milestones }

    /// Describes the graph of an application.
    ///
    /// - Parameter assembly: The assembled application.
    init(_ assembly: LaunchAssembly) {
      nodes = assembly.graph.nodes
      idleEdges = assembly.idleEdges.filter { !$0.value.isEmpty }
      milestones = assembly.graph.milestones
    }

    /// The graph as the engine plans it.
    package var launch: LaunchGraph { LaunchGraph(nodes: nodes, milestones: milestones) }
  }
}
