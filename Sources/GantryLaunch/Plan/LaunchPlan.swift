// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The order in which everything launches, as plain data that you can print, compare and store.
///
/// A plan is complete before anything runs.
public struct LaunchPlan: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 4

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// The number of synchronous background tasks that may run at a time.
  package let workers: Int
  /// All nodes, in launch order.
  public let tasks: [Task]
  /// The milestones of the graph, sorted by name.
  package let milestones: [Milestone]

  /// The shuffle of the order; nil if the order isn't shuffled.
  package let shuffle: LaunchShuffle?

  init(
    tasks: [Task], milestones: [Milestone], workers: Int, shuffle: LaunchShuffle? = nil
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.workers = workers
    self.shuffle = shuffle
    self.tasks = tasks
    self.milestones = milestones
  }

  /// The names of all nodes that aren't skipped, in launch order.
  package var launchOrder: [String] {
    tasks.lazy.filter { $0.skipped.isEmpty }.map(\.name.rawValue)
  }

  /// Finds a task.
  ///
  /// - Parameter name: The name of the task or join.
  /// - Returns: The task; nil if there is none with that name.
  /// - Complexity: O(n).
  package func task(named name: ModuleName) -> Task? { tasks.first { $0.name == name } }
}

extension LaunchPlan {
  /// Reads a plan.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: `DecodingError.dataCorrupted` when the plan has a schema version other than this
  ///   library's, or when a task depends on one that is not before it in launch order; any other
  ///   `DecodingError` when the plan is damaged in another way.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try values.decode(Int.self, forKey: .schemaVersion)
    guard schemaVersion == Self.currentSchemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: values,
        debugDescription: """
          The launch plan has schema version \(schemaVersion); this library reads version \
          \(Self.currentSchemaVersion). Read it with the library that wrote it, or make it again.
          """)
    }
    workers = try values.decode(Int.self, forKey: .workers)
    tasks = try values.decode([Task].self, forKey: .tasks)
    milestones = try values.decode([Milestone].self, forKey: .milestones)
    shuffle = try values.decodeIfPresent(LaunchShuffle.self, forKey: .shuffle)
    for (position, task) in tasks.enumerated() {
      let isForward = { (dependency: Dependency) in !(0..<position).contains(dependency.position) }
      guard let wrong = task.dependencies.first(where: isForward) else { continue }
      throw DecodingError.dataCorruptedError(
        forKey: .tasks, in: values,
        debugDescription: "\(task.name) depends on \(wrong.name), which does not come before it.")
    }
  }
}

extension LaunchPlan {
  /// A task as planned, at its position in the launch order; ``LaunchReport/Task`` says what became
  /// of it.
  public struct Task: Sendable, Hashable, Codable {
    /// The name.
    public let name: ModuleName
    /// The module or function that it belongs to.
    public let owner: ModuleName
    /// Its role in the life of its owner.
    package let role: LaunchNode.Role
    /// The stage in which it runs, after promotion.
    package let stage: LaunchStage
    /// The declared stage.
    package let declaredStage: LaunchStage
    /// The lane in which it runs.
    package let lane: LaunchLane
    /// Whether it suspends while it waits, so that it occupies no worker of its lane.
    package let isAsynchronous: Bool
    /// Whether it has no body.
    package let isJoin: Bool
    /// Whether its failure stops the launch.
    package let isEssential: Bool
    /// The node that needs it in an earlier stage than declared; nil if it isn't promoted.
    package let promotedBy: String?
    /// Its rank among all tasks that wait for the same lane: the lowest goes first.
    package internal(set) var rank = 0
    /// Of the tasks that could start in a stage, the one with the highest priority goes first.
    package let priority: Priority
    /// Its dependencies, in launch order.
    package internal(set) var dependencies: [Dependency]
    /// The milestones that it waits for, sorted by name.
    package let milestones: [String]
    /// Whether and when to try again after a failure.
    package let retry: RetryPolicy
    /// The source location of the declaration, as `file:line`.
    package let declaredAt: String
    /// The chain of reasons why it doesn't run, down to the cause; empty if it runs.
    package let skipped: [LaunchSkip]
    private var timeoutMilliseconds: Double?
    private let recordedNanoseconds: Int64?

    /// The longest time that one attempt may take; nil means no limit.
    package var timeout: Duration? { timeoutMilliseconds.map { Duration(milliseconds: $0) } }

    /// The duration in earlier launches, as passed to the plan; nil if none was passed.
    public var recordedDuration: Duration? {
      recordedNanoseconds.map { .nanoseconds($0) }
    }

    init(
      _ node: LaunchNode, stage: LaunchStage, promotedBy: String?, dependencies: [Dependency],
      milestones: [String], skipped: [LaunchSkip], recorded: Duration?
    ) {
      name = ModuleName(node.name)
      owner = node.owner
      role = node.role
      self.stage = stage
      declaredStage = node.stage
      self.promotedBy = promotedBy
      lane = node.lane
      isAsynchronous = node.isAsynchronous
      priority = node.priority
      self.dependencies = dependencies
      self.milestones = milestones
      isJoin = node.isJoin
      isEssential = node.isEssential
      retry = node.retry
      declaredAt = node.declaredAt
      self.skipped = skipped
      timeoutMilliseconds = node.timeout?.milliseconds
      recordedNanoseconds = recorded.map { Int64($0.nanoseconds(limit: .max)) }
    }

    private enum CodingKeys: String, CodingKey {
      case name, owner, role, stage, declaredStage, lane, isAsynchronous, isJoin, isEssential
      case promotedBy, rank, priority, dependencies, milestones, retry, declaredAt, skipped
      case timeoutMilliseconds, recordedNanoseconds
    }
  }
}

extension LaunchPlan {
  /// A dependency of a task.
  package struct Dependency: Sendable, Hashable, Codable {
    /// The position in ``LaunchPlan/tasks``, always before the waiting task.
    package let position: Int
    /// The name.
    package let name: String
    /// The strength of the dependency.
    package let kind: LaunchDependency
    /// The source location of the edge, as `file:line`.
    package let declaredAt: String
    /// The reason for an edge that you didn't write yourself; nil for one that you did.
    package let reason: LaunchEdge.Reason?
  }
}

extension LaunchPlan: CustomStringConvertible {
  /// The plan as a table with one line per node, in the order in which they would run one at a
  /// time.
  public var description: String {
    var table = TextTable(
      ["#", "name", "stage", "lane", "priority", "waits for"], numeric: [0, 4])
    for (number, task) in runOrder.map({ tasks[$0] }).enumerated() {
      table.add([
        "\(number + 1)", task.name.rawValue, task.stageText,
        task.isJoin ? "join" : task.lane.rawValue,
        "\(task.priority)", task.waitText,
      ])
    }
    return table.text
  }

  /// The positions of all nodes in the order in which they would run one at a time.
  ///
  /// Of the nodes whose dependencies have run, the earliest stage goes first, in it joins, then the
  /// task with the lowest rank.
  package var runOrder: [Int] {
    let followers = Grouped<Int>(count: tasks.count, empty: 0) { file in
      for position in tasks.indices {
        for dependency in tasks[position].dependencies { file(dependency.position, position) }
      }
    }
    var waits = tasks.map(\.dependencies.count)
    var free = MinHeap()
    func release(_ position: Int) {
      let task = tasks[position]
      let rank = task.isJoin ? task.rank - tasks.count : task.rank
      free.push(position, key: rank + 2 * tasks.count * task.stage.rank)
    }
    for position in tasks.indices where waits[position] == 0 { release(position) }
    var order: [Int] = []
    while let position = free.pop()?.value {
      order.append(position)
      for follower in followers[position] {
        waits[follower] -= 1
        if waits[follower] == 0 { release(follower) }
      }
    }
    return order
  }
}

extension LaunchPlan.Task {
  fileprivate var stageText: String {
    if !skipped.isEmpty { return "skipped" }
    return promotedBy.map { "\(stage.rawValue) (for \($0))" } ?? stage.rawValue
  }

  fileprivate var waitText: String {
    guard skipped.isEmpty else { return skipped.map(\.description).joined(separator: " ← ") }
    let names = dependencies.filter { $0.reason != .first }.map {
      $0.kind == .requires ? $0.name : "\($0.name) (\($0.kind))"
    }
    return (names + milestones.map { "\($0) (milestone)" }).joined(separator: ", ")
  }
}
