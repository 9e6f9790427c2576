// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// A task of the launch graph, or a join that represents several of them.
///
/// ```swift
/// LaunchNode("Orders.openDatabase", owner: "Orders", edges: [LaunchEdge(.requires, "Storage")])
/// ```
package struct LaunchNode: Sendable, Hashable {
  /// The name, which is unique in the graph.
  package var name: String
  /// The module or function that the node belongs to.
  package var owner: ModuleName
  /// The stage in which the node runs.
  package var stage: LaunchStage
  /// The lane in which the node runs.
  package var lane: LaunchLane
  /// Whether the node suspends while it waits, so that it occupies no worker of its lane.
  package var isAsynchronous: Bool
  /// Whether a failure of the node stops the launch.
  package var isEssential: Bool
  /// Whether the node has no body. Such a join succeeds, at no cost, once its requirements have
  /// succeeded.
  package var isJoin: Bool
  /// The node's role in the life of its owner.
  package var role: Role
  /// The priority: of the nodes that could start, the highest goes first.
  package var priority: Priority
  /// The tie-break between nodes of equal priority and path, before the name: the lowest goes
  /// first.
  package var tieBreak: Int
  /// The edges that the node declares.
  package var edges: [LaunchEdge]
  /// The longest time that one attempt may take; nil means no limit.
  package var timeout: Duration?
  /// Whether and when to try again after a failure.
  package var retry: RetryPolicy
  /// The source location of the declaration, as `file:line`.
  package var declaredAt: String
  /// The reason why the node isn't enabled; nil if it is.
  ///
  /// Nodes that require it are also skipped. The edges that it declares itself don't count.
  package var skipped: OffReason?

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - name: The name, which is unique in the graph.
  ///   - owner: The module or function that the node belongs to.
  ///   - role: The node's role in the life of its owner.
  ///   - stage: The stage in which the node runs.
  ///   - lane: The lane in which the node runs.
  ///   - isAsynchronous: Whether the node suspends while it waits, so that it occupies no worker of
  ///     its lane.
  ///   - priority: The priority: of the nodes that could start, the highest goes first.
  ///   - tieBreak: The tie-break between equal priorities and paths: the lowest goes first.
  ///   - edges: The edges that the node declares.
  ///   - isEssential: Whether a failure of the node stops the launch.
  ///   - timeout: The longest time that one attempt may take; nil means no limit.
  ///   - retry: Whether and when to try again after a failure.
  ///   - declaredAt: The source location of the declaration, as `file:line`.
  ///   - isJoin: Whether the node has no body.
  ///   - skipped: The reason why the node isn't enabled; nil if it is.
  package init(
    _ name: String, owner: ModuleName, role: Role = .task,
    stage: LaunchStage = .beforeReady, lane: LaunchLane = .background,
    isAsynchronous: Bool = false, priority: Priority = 0, tieBreak: Int = 0,
    edges: [LaunchEdge] = [], isEssential: Bool = false, timeout: Duration? = nil,
    retry: RetryPolicy = .never, declaredAt: String = "", isJoin: Bool = false,
    skipped: OffReason? = nil
  ) {
    self.name = name
    self.owner = owner
    self.role = role
    self.stage = stage
    self.lane = lane
    self.isAsynchronous = isAsynchronous
    self.priority = priority
    self.tieBreak = tieBreak
    self.edges = edges
    self.isEssential = isEssential
    self.timeout = timeout
    self.retry = retry
    self.declaredAt = declaredAt
    self.isJoin = isJoin
    self.skipped = skipped
  }
}

extension LaunchNode: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, owner, role, stage, lane, isAsynchronous, isJoin, isEssential, priority, tieBreak
    case timeoutMilliseconds, retry, declaredAt
    case skipped = "off"
    case edges = "dependencies"
  }

  /// Decodes a node.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if a value is missing or has another type.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try values.decode(Value.self, forKey: key)
    }
    self.init(
      try value(.name), owner: try value(.owner), role: try value(.role),
      stage: try value(.stage), lane: try value(.lane),
      isAsynchronous: try value(.isAsynchronous), priority: try value(.priority),
      tieBreak: try value(.tieBreak), edges: try value(.edges),
      isEssential: try value(.isEssential),
      timeout: try values.decodeIfPresent(Double.self, forKey: .timeoutMilliseconds)
        .map { Duration(milliseconds: $0) },
      retry: try values.decodeIfPresent(RetryPolicy.self, forKey: .retry) ?? .never,
      declaredAt: try value(.declaredAt), isJoin: try value(.isJoin),
      skipped: try values.decodeIfPresent(OffReason.self, forKey: .skipped))
  }

  /// Encodes the node: a node without a limit, further attempts or a reason to be off has no such
  /// keys.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's errors.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(owner, forKey: .owner)
    try values.encode(role, forKey: .role)
    try values.encode(stage, forKey: .stage)
    try values.encode(lane, forKey: .lane)
    try values.encode(isAsynchronous, forKey: .isAsynchronous)
    try values.encode(isJoin, forKey: .isJoin)
    try values.encode(isEssential, forKey: .isEssential)
    try values.encode(priority, forKey: .priority)
    try values.encode(tieBreak, forKey: .tieBreak)
    try values.encodeIfPresent(timeout?.milliseconds, forKey: .timeoutMilliseconds)
    if retry != .never { try values.encode(retry, forKey: .retry) }
    try values.encode(declaredAt, forKey: .declaredAt)
    try values.encodeIfPresent(skipped, forKey: .skipped)
    try values.encode(edges, forKey: .edges)
  }
}

extension LaunchNode {
  /// The name that users know the node by: the node that creates a module goes by the module's name.
  package var part: String { role == .creation ? owner.rawValue : name }

  /// The role of a node in the life of its owner.
  @nonexhaustive
  package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    /// It creates a module whose launch ends with a later node.
    case creation
    /// It ends the launch of a module. It also creates a module that has no tasks in its launch.
    case launch
    /// It runs a launch task.
    case task
    /// It lets its owner, which has already launched, handle events.
    case handlers
  }
}

/// The strength of a task's dependency on another task, in a graph whose edges all have one
/// direction.
package enum LaunchDependency: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// The other task must succeed first.
  case requires
  /// The other task comes first; its failure is tolerated.
  case wants
  /// The other task comes first if both run.
  case order

  /// Whether the first dependency is stronger, in the order `requires`, `wants`, `order`.
  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .requires: 0
    case .wants: 1
    case .order: 2
    }
  }
}
