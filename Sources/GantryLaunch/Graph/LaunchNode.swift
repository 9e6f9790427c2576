// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// A task of the launch graph, or a join that represents several of them.
///
/// ```swift
/// LaunchNode("Orders.openDatabase", edges: [LaunchEdge(.requires, "Storage")])
/// ```
public struct LaunchNode: Sendable, Hashable {
  /// The name, unique in its graph.
  public var name: String
  /// The module or function that it belongs to.
  public var owner: ModuleName
  /// When it runs.
  public var stage: LaunchStage
  /// Where it runs.
  public var lane: LaunchLane
  /// Whether it suspends while it waits, and so takes no worker of its lane.
  public var isAsynchronous: Bool
  /// Whether its failure stops the launch.
  public var isEssential: Bool
  /// Whether it has no body: it succeeds, at no cost, once its requirements have succeeded.
  public var isJoin: Bool
  /// Its part in the life of its owner.
  public var role: Role
  /// The tie-break between nodes that no edge orders: the highest first.
  public var priority: Priority
  /// The tie-break between nodes of the same priority, before the name: lower first.
  public var tieBreak: Int
  /// The edges it declares.
  public var edges: [LaunchEdge]
  /// The longest time that one attempt may take; nil means no limit.
  public var timeout: Duration? {
    get { rareTimeout }
    set { rareTimeout = newValue }
  }
  @Rare private var rareTimeout: Duration?
  /// Whether and when it is tried again after a failure.
  public var retry: RetryPolicy
  /// Where it was declared, as `file:line`.
  public var declaredAt: String
  /// Why it is not enabled; nil where it is.
  ///
  /// Nodes that require it are skipped too. The edges that it declares itself are void.
  public var skipped: OffReason? {
    get { rareSkipped }
    set { rareSkipped = newValue }
  }
  @Rare private var rareSkipped: OffReason?

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its graph.
  ///   - owner: The module or function that it belongs to; nil takes its name up to the first dot.
  ///   - role: Its part in the life of its owner.
  ///   - stage: When it runs.
  ///   - lane: Where it runs.
  ///   - isAsynchronous: Whether it suspends while it waits, and so takes no worker of its lane.
  ///   - priority: The tie-break, the highest first.
  ///   - tieBreak: The tie-break between equal priorities, lower first.
  ///   - edges: The edges it declares.
  ///   - isEssential: Whether its failure stops the launch.
  ///   - timeout: The longest time that one attempt may take; nil means no limit.
  ///   - retry: Whether and when it is tried again after a failure.
  ///   - declaredAt: Where it was declared, as `file:line`.
  ///   - isJoin: Whether it has no body.
  ///   - skipped: Why it is not enabled; nil where it is.
  public init(
    _ name: String, owner: ModuleName? = nil, role: Role = .task,
    stage: LaunchStage = .beforeReady, lane: LaunchLane = .background,
    isAsynchronous: Bool = false, priority: Priority = 0, tieBreak: Int = 0,
    edges: [LaunchEdge] = [], isEssential: Bool = false, timeout: Duration? = nil,
    retry: RetryPolicy = .never, declaredAt: String = "", isJoin: Bool = false,
    skipped: OffReason? = nil
  ) {
    self.name = name
    self.owner = owner ?? ModuleName(ownerOf: name)
    self.role = role
    self.stage = stage
    self.lane = lane
    self.isAsynchronous = isAsynchronous
    self.priority = priority
    self.tieBreak = tieBreak
    self.edges = edges
    self.isEssential = isEssential
    rareTimeout = timeout
    self.retry = retry
    self.declaredAt = declaredAt
    self.isJoin = isJoin
    rareSkipped = skipped
  }
}

extension LaunchNode {
  /// The part that a node has in the life of its owner.
  @nonexhaustive
  public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    /// It creates a module that has launched later.
    case creation
    /// The module has launched with it; a module without tasks of its launch is also created.
    case launch
    /// It runs a launch task.
    case task
    /// It lets its owner handle events, which has launched before.
    case handlers
  }
}

extension ModuleName {
  /// The owner of a node that does not state one, as in a file that was written by hand: the node's
  /// name up to the first dot.
  package init(ownerOf node: String) { self.init(String(node.prefix { $0 != "." })) }
}

/// When a task runs, relative to the moment the app is ready.
///
/// Stages compare by time: an earlier one is less.
public enum LaunchStage: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// Before the app is ready: *ready* waits for it.
  case beforeReady
  /// After the app is ready, as soon as its dependencies have ended.
  case afterReady
  /// One at a time, when the app is ready, nothing else is left and the main actor answers promptly.
  case idle
  /// When it is asked for the first time.
  case onDemand

  /// Whether the first stage comes before the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .beforeReady: 0
    case .afterReady: 1
    case .idle: 2
    case .onDemand: 3
    }
  }
}

/// Where a task runs.
public enum LaunchLane: String, Sendable, Hashable, Codable, CaseIterable {
  /// On the main actor, synchronously.
  case main
  /// Off the main actor.
  case background
}

/// A named point in the life of an app that the app reaches itself, for example a consent.
///
/// Tasks may wait for it; *ready* never does.
///
/// ```swift
/// extension Milestone { static let consent = Milestone("consent") }
/// ```
public struct Milestone: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as written.
  public let name: String

  /// Makes a milestone; two of the same name are the same milestone.
  public init(_ name: String) { self.name = name }

  /// Reads a milestone from its name.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the milestone as its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// The name as written.
  public var description: String { name }
}

/// How strongly one task depends on another, after all edges have been brought to one direction.
public enum LaunchDependency: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
  /// The other one must succeed first.
  case requires
  /// The other one comes first; its failure is tolerated.
  case wants
  /// The other one comes first if both run.
  case order

  /// Whether the first kind asks for more than the second: `requires`, `wants`, `order`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .requires: 0
    case .wants: 1
    case .order: 2
    }
  }
}
