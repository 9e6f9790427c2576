// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
package import GantrySupport

extension AppManifest {
  /// The version of the schema that this library writes and reads.
  package static let currentSchemaVersion = 4

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
    /// ready; nil in a file without this information.
    package let warnings: [String]?
    /// Whether the program has no link-time record at all; nil in a file without this information.
    package let hasNoRecords: Bool?

    /// The words for a program without records, which are also a warning.
    package static var noRecords: String { Inventory.noRecords }
  }

  /// A module or task that would not run.
  package struct Skipped: Sendable, Codable, Equatable {
    /// Its name.
    package let name: ModuleName
    /// The reasons, from the nearest one to the cause, as ``Application/explain(_:)`` gives them.
    package let chain: [String]
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
        search.name = ModuleName(task.name)
        chains[search.name] = search.leftOut?.chain ?? []
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
    /// assembled.
    package let nodes: [Node]
    /// The milestones that the app declares, and others that tasks wait for.
    package let milestones: [Milestone]
  }
}

extension AppManifest.Graph {
  /// A step of the launch.
  package struct Node: Sendable, Codable, Equatable {
    /// Its name, unique in a graph without faults.
    package let name: String
    /// The module or function that it belongs to.
    package let owner: ModuleName
    /// Its part in the life of its owner.
    package let role: LaunchNode.Role
    /// The stage in which it asks to run.
    package let stage: LaunchStage
    /// Where it runs.
    package let lane: LaunchLane
    /// Whether it suspends while it waits, and so occupies no worker of its lane.
    package let isAsynchronous: Bool
    /// Whether it has no body.
    package let isJoin: Bool
    /// Whether its failure stops the launch.
    package let isEssential: Bool
    /// The priority: of the nodes that could start, the highest goes first.
    package let priority: Priority
    /// The tie-breaker between equal priorities: its owner's position in a list; the lowest goes
    /// first.
    package let tieBreak: Int
    /// The longest time that one attempt may take, in milliseconds; nil means no limit.
    package let timeoutMilliseconds: Double?
    /// Whether and when it runs again after a failure; nil means never.
    package let retry: RetryPolicy?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String
    /// Why it is off by itself; nil if it runs, or only requires a node that is off.
    package let off: OffReason?
    /// Its edges; those of a node that is off have no effect.
    package let dependencies: [LaunchEdge]
    /// Edges that order nothing in this launch: to services that are used lazily or, if the node
    /// does not run, to the services and results that it would take.
    package let idle: [LaunchEdge]
  }

  /// Describes the graph of an application.
  ///
  /// - Parameter assembly: The assembled application.
  init(_ assembly: LaunchAssembly) {
    let idle = assembly.idleEdges
    nodes = assembly.graph.nodes.map { Node($0, idle: idle[$0.name] ?? []) }
    milestones = assembly.graph.milestones
  }

  /// The graph as the engine plans it.
  package var launch: LaunchGraph {
    LaunchGraph(nodes: nodes.map(LaunchNode.init), milestones: milestones)
  }
}

extension AppManifest.Graph.Node {
  fileprivate init(_ node: LaunchNode, idle: [LaunchEdge]) {
    name = node.name
    owner = node.owner
    role = node.role
    stage = node.stage
    lane = node.lane
    isAsynchronous = node.isAsynchronous
    isJoin = node.isJoin
    isEssential = node.isEssential
    priority = node.priority
    tieBreak = node.tieBreak
    timeoutMilliseconds = node.timeout?.milliseconds
    retry = node.retry == .never ? nil : node.retry
    declaredAt = node.declaredAt
    off = node.skipped
    dependencies = node.edges
    self.idle = idle
  }
}

extension LaunchNode {
  fileprivate init(_ node: AppManifest.Graph.Node) {
    self.init(
      node.name, owner: node.owner, role: node.role, stage: node.stage, lane: node.lane,
      isAsynchronous: node.isAsynchronous,
      priority: node.priority, tieBreak: node.tieBreak, edges: node.dependencies,
      isEssential: node.isEssential,
      timeout: node.timeoutMilliseconds.map { Duration(milliseconds: $0) },
      retry: node.retry ?? .never, declaredAt: node.declaredAt, isJoin: node.isJoin,
      skipped: node.off)
  }
}
