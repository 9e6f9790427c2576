// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// A change that a developer could make to one task, so that the app is ready sooner.
struct LaunchMove: Hashable {
  enum Kind: Hashable {
    case offMain, afterReady, onDemand
    /// Without waiting for a task that it only wants.
    case without(String)
  }

  let task: String
  let kind: Kind
  /// The source location to change; empty if it is unknown.
  let declaredAt: String

  /// The change in words.
  var words: String {
    switch kind {
    case .offMain: "\(task) off the main lane"
    case .afterReady: "\(task) after ready or on demand"
    case .onDemand: "\(task) on demand"
    case .without(let other): "\(task) without wants: \(other)"
    }
  }
}

/// The graph of a launch that was recorded, which can be planned again with a move.
struct RecordedGraph {
  private let nodes: [LaunchNode]
  private let milestones: [Milestone]

  /// The graph of a plan's document.
  init(_ document: PlanDocument) {
    milestones = Set(document.tasks.flatMap(\.milestones)).sorted().map(Milestone.init)
    nodes = document.tasks.map { task in
      let edges = task.needs.map { need in
        LaunchEdge(need.kind.edge, document.tasks[need.position].name, declaredAt: task.declared)
      }
      let gates = task.milestones.map { LaunchEdge(.requires, $0, reason: .milestone) }
      return LaunchNode(
        task.name, owner: ModuleName(task.owner),
        role: LaunchNode.Role(rawValue: task.role) ?? .task,
        stage: task.stage, lane: task.lane, isAsynchronous: task.async,
        priority: Priority(rawValue: task.priority), edges: edges + gates,
        isEssential: task.essential,
        declaredAt: task.declared, isJoin: task.join)
    }
  }

  /// The graph of a report, without tasks that didn't run.
  init(_ report: LaunchReport) {
    milestones = []
    let ran = Set(report.tasks.lazy.filter { $0.isJoin || $0.duration != nil }.map(\.name.rawValue))
    nodes = report.tasks.filter { ran.contains($0.name.rawValue) }.map { task in
      let edges = task.dependencies.filter { ran.contains($0.name) }.map { need in
        LaunchEdge(need.kind.edge, need.name, declaredAt: need.declaredAt, reason: need.reason)
      }
      // An edge to the task above or to the owner is declared where the task is.
      let own = task.dependencies.first { $0.reason != nil } ?? task.dependencies.first
      return LaunchNode(
        task.name.rawValue, owner: task.owner, role: task.role, stage: task.stage,
        lane: task.lane, isAsynchronous: task.isAsynchronous, edges: edges,
        declaredAt: own?.declaredAt ?? "",
        isJoin: task.isJoin)
    }
  }

  /// The moves of tasks before ready, whether or not the graph allows them.
  var moves: [LaunchMove] {
    nodes.filter { !$0.isJoin && $0.stage == .beforeReady }.flatMap { node in
      let kinds: [LaunchMove.Kind] =
        (node.lane == .main ? [.offMain] : []) + [.afterReady, .onDemand]
      let wants = node.edges.filter { $0.kind == .wants && $0.reason == nil }
      return kinds.map { LaunchMove(task: node.name, kind: $0, declaredAt: node.declaredAt) }
        + wants.map {
          LaunchMove(task: node.name, kind: .without($0.target), declaredAt: $0.declaredAt)
        }
    }
  }

  /// Returns the plan after a move; nil if the graph doesn't allow it.
  ///
  /// - Parameters:
  ///   - move: The move; nil for the graph as it was.
  ///   - durations: The durations that decide which task goes first.
  func plan(after move: LaunchMove?, durations: [String: Duration]) -> LaunchPlan? {
    var nodes = nodes
    var stage = LaunchStage.beforeReady
    if let move, let position = nodes.firstIndex(where: { $0.name == move.task }) {
      switch move.kind {
      case .offMain: nodes[position].lane = .background
      case .afterReady: stage = .afterReady
      case .onDemand: stage = .onDemand
      case .without(let other):
        nodes[position].edges.removeAll { $0.kind == .wants && $0.target == other }
      }
      nodes[position].stage = stage
      if stage != .beforeReady {
        // The end of a module's launch doesn't wait for the module's tasks of a later stage.
        let owner = nodes[position].owner
        for end in nodes.indices where nodes[end].role == .launch && nodes[end].owner == owner {
          nodes[end].edges.removeAll { $0.target == move.task }
        }
      }
    }
    let plan = try? LaunchGraph(nodes: nodes, milestones: milestones).plan(durations: durations)
    // A task that another one needs before ready runs there anyway.
    guard let move, plan?.task(named: ModuleName(move.task))?.stage != stage else { return plan }
    return nil
  }
}

extension LaunchDependency {
  fileprivate var edge: DependencyKind {
    switch self {
    case .requires: .requires
    case .wants: .wants
    case .order: .after
    }
  }
}

/// The recorded launches of a class, replayed after each move.
struct LaunchReplay: Encodable {
  /// A recorded launch.
  struct Launch {
    let workers: Int
    let weight: Double
    let ready: Duration
    let durations: [String: Duration]
    /// The tasks that ready waited for.
    let path: Set<String>
  }

  /// The changes that a move would have made. Times are in milliseconds, negative if ready comes sooner.
  struct Effect: Encodable {
    let move: String
    let medianChange: Double
    let highChange: Double
    /// The share of launches that are ready sooner by 1 % or more.
    let helped: Double
    /// Whether the change may be greater. A task that few launches wait for also leaves storage and
    /// processor to other tasks, which a replay can't know.
    let isAtLeast: Bool
    let declaredAt: String
  }

  let name: String
  let launches: Int
  /// The median time to ready, in milliseconds.
  let median: Double
  /// The time to ready that nine of ten launches don't exceed, in milliseconds.
  let high: Double
  /// The median difference between the replay of the unchanged plan and the recorded time, as a share.
  let error: Double
  /// The effects, the greatest first; moves that make ready come no sooner are left out.
  let effects: [Effect]

  /// Replays launches.
  ///
  /// - Returns: Nil if there are none, or if the graph has no plan.
  init?(_ name: String, _ launches: [Launch], of graph: RecordedGraph) {
    let medians = Self.medians(of: launches)
    guard !launches.isEmpty, let plan = graph.plan(after: nil, durations: medians) else {
      return nil
    }
    var moves = graph.moves.compactMap { move in
      graph.plan(after: move, durations: medians).map { (move: move, plan: $0) }
    }
    // Ready comes at the same time if the task runs on demand.
    let later = Set(moves.lazy.filter { $0.move.kind == .afterReady }.map(\.move.task))
    moves.removeAll { $0.move.kind == .onDemand && later.contains($0.move.task) }
    let weights = launches.map(\.weight)
    func replay(_ plan: LaunchPlan) -> [Double] {
      launches.map {
        plan.times(durations: $0.durations, workers: $0.workers).ready.milliseconds
      }
    }
    let before = replay(plan)
    let differences = zip(before, launches).map { replayed, launch in
      abs(replayed / max(launch.ready.milliseconds, 0.001) - 1)
    }
    self.name = name
    self.launches = launches.count
    error = Self.quantile(0.5, differences, weights)
    let (median, high) = (Self.quantile(0.5, before, weights), Self.quantile(0.9, before, weights))
    (self.median, self.high) = (median, high)
    let whole = weights.reduce(0, +)
    effects = moves.map { move, plan in
      let after = replay(plan)
      let helped = zip(zip(before, after), weights).reduce(0) { sum, launch in
        launch.0.1 < launch.0.0 * 0.99 ? sum + launch.1 : sum
      }
      let waiting = zip(launches, weights).reduce(0) { sum, launch in
        launch.0.path.contains(move.task) ? sum + launch.1 : sum
      }
      return Effect(
        move: move.words, medianChange: Self.quantile(0.5, after, weights) - median,
        highChange: Self.quantile(0.9, after, weights) - high, helped: helped / whole,
        isAtLeast: waiting < whole / 2, declaredAt: move.declaredAt)
    }
    .filter { min($0.medianChange, $0.highChange) < -0.005 }
    .sorted {
      ($0.medianChange, $0.highChange, $0.move) < ($1.medianChange, $1.highChange, $1.move)
    }
  }

  private static func medians(of launches: [Launch]) -> [String: Duration] {
    var times: [String: [Duration]] = [:]
    for launch in launches {
      for (name, time) in launch.durations { times[name, default: []].append(time) }
    }
    return times.mapValues { $0.sorted()[$0.count / 2] }
  }

  /// Returns the least value that a share of the weights doesn't exceed.
  private static func quantile(_ share: Double, _ values: [Double], _ weights: [Double]) -> Double {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var left = share * weights.reduce(0, +)
    for index in order {
      left -= weights[index]
      if left <= 0 { return values[index] }
    }
    return order.last.map { values[$0] } ?? 0
  }
}

extension LaunchReplay {
  /// The moves of a class as a table of at most ten rows.
  var table: FleetTable {
    func time(_ milliseconds: Double) -> String { Duration(milliseconds: milliseconds).text }
    let ready = "ready \(time(median)) at the median, \(time(high)) at 90 %"
    let rows = effects.prefix(10).map { effect in
      [
        effect.isAtLeast ? "at least" : "", FleetReport.difference(effect.medianChange * 1_000),
        FleetReport.difference(effect.highChange * 1_000), FleetReport.share(effect.helped),
        effect.move, effect.declaredAt,
      ]
    }
    return FleetTable(
      title: name.isEmpty ? "Moves" : name,
      note: """
        \(launches.counted("launch", "launches")), \(ready); the replay \
        without a move differs by \((error * 100).text(decimals: 1)) % from the record\
        \(rows.isEmpty ? ". No move helps." : "")
        """,
      heads: ["", "median", "90 %", "helped", "move", "declared at"], numeric: [1, 2, 3], rows: rows
    )
  }
}
