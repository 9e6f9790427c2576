// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch
package import GantryText

extension AppManifest {
  /// The launch graph as the application assembled it, where and when it was asked.
  ///
  /// Conditions were evaluated there: a node that is off says why. Where the declarations have
  /// faults, this is as much of the graph as is known.
  package struct Graph: Sendable, Codable, Equatable {
    /// The nodes, sorted by owner; of one owner in the order in which they were assembled.
    package let nodes: [Node]
    /// The milestones that the app declares, and others that tasks wait for.
    package let milestones: [Milestone]
    /// For a service type's name, the provider that the ``ModuleList`` chose.
    package let choices: [String: ModuleName]
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
    /// When it asks to run.
    package let stage: LaunchStage
    /// Where it runs.
    package let lane: LaunchLane
    /// Whether it suspends while it waits, and so takes no worker of its lane.
    package let isAsynchronous: Bool
    /// Whether it has no body.
    package let isJoin: Bool
    /// Whether its failure stops the launch.
    package let isEssential: Bool
    /// The tie-break between nodes that no edge orders: the highest first.
    package let priority: Priority
    /// The tie-break between equal priorities, its owner's place in a list: lower first.
    package let tieBreak: Int
    /// The longest time that one attempt may take, in milliseconds; nil means no limit.
    package let timeoutMilliseconds: Double?
    /// Whether and when it is tried again after a failure; nil means never.
    package let retry: RetryPolicy?
    /// Where it is declared, as `file:line`.
    package let declaredAt: String
    /// Why it is off by itself; nil for one that runs, or that only requires one that is off.
    package let off: OffReason?
    /// Its edges; those of a node that is off are void.
    package let dependencies: [LaunchEdge]
    /// Edges that order nothing in this launch: to services that are used lazily, and of a node that
    /// does not run, to the services and results that it would take.
    package let idle: [LaunchEdge]
  }

  /// Describes the graph of an application.
  ///
  /// - Parameter assembly: The assembled application.
  init(_ assembly: LaunchAssembly) {
    let idle = assembly.idleEdges
    let described = assembly.graph.nodes.map { Node($0, idle: idle[$0.name] ?? []) }
    // Modules that were added to a run are behind the others.
    nodes = described.enumerated().sorted {
      ($0.element.owner, $0.offset) < ($1.element.owner, $1.offset)
    }.map(\.element)
    milestones = assembly.graph.milestones
    choices = assembly.choices
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
