// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The part of a machine that never changes: the plan, its arrows in flat arrays, and the modules.
///
/// It is an object, so that a copy of a machine shares it.
package final class Wiring: Sendable {
  /// An arrow to a waiting task.
  struct Arrow: Sendable {
    let task: Int32
    let dependency: LaunchDependency
  }

  /// The part that a node has in the life of its module.
  package enum Part: Sendable {
    /// Creates the module.
    case creation
    /// Creates the module, and lets it hear events and answer routes.
    case wholeLaunch
    /// Lets the module hear events and answer routes; then it has launched.
    case launch
    /// Lets the module hear events, after its launch.
    case listening
    case task
  }

  /// The properties of a task that the machine needs.
  struct Traits: Sendable {
    /// The stage; the machine treats the first group as before-ready, since its order is in the
    /// dependencies.
    let stage: LaunchStage
    /// 0 for the main lane, 1 for the background lane.
    let lane: UInt8
    let isAsynchronous: Bool
    let isJoin: Bool
    let isEssential: Bool
    let retries: Int32
    /// The longest time of an attempt; nil means no limit.
    let timeout: Duration?
    let rank: Int32
    /// The module; nil for a task of a launch without modules.
    let module: Int?
    let part: Part
    /// Whether a success is told, too, apart from any other outcome.
    let isToldOfSuccess: Bool
    /// Whether the node only waits for its module's tasks, and so needs no demand of its own.
    let followsTasks: Bool
  }

  /// A module of the launch.
  package struct Module: Sendable {
    package let name: ModuleName
    /// Its nodes, in launch order.
    package let nodes: [Int]
    /// The node whose outcome is that of its launch; others that require the module wait for it.
    package let launch: Int?
    /// Its first node.
    package let start: Int
    /// The node that creates it.
    package let creation: Int
    /// Whether the run ends if its work fails; its nodes say themselves whether they are essential.
    package let isEssential: Bool
    /// The modules that its creation or a task of its launch requires directly, in ascending order.
    package let requirements: [Int]

    package init(
      name: ModuleName, nodes: [Int], launch: Int?, start: Int, creation: Int, isEssential: Bool,
      requirements: [Int]
    ) {
      self.name = name
      self.nodes = nodes
      self.launch = launch
      self.start = start
      self.creation = creation
      self.isEssential = isEssential
      self.requirements = requirements
    }
  }

  /// The part that a node has in its module.
  package struct Work: Sendable {
    package let module: Int
    package let part: Part
    /// Whether the end of a success is told.
    package let isToldOfSuccess: Bool

    package init(module: Int, part: Part, isToldOfSuccess: Bool) {
      self.module = module
      self.part = part
      self.isToldOfSuccess = isToldOfSuccess
    }
  }

  package let plan: LaunchPlan
  package let modules: [Module]
  let traits: [Traits]
  private let arrows: Grouped<Arrow>
  /// The number of waits that each task starts with: its dependencies, its milestones, and its
  /// stage.
  let waitsFor: [Int32]
  /// The positions of tasks that are skipped because of safe mode.
  let quarantined: Set<Int>
  /// The positions of the nodes, by name.
  package let positions: [ModuleName: Int]
  /// The delay of each node; empty if the plan isn't shuffled.
  let delays: [Duration]

  /// Creates the wiring of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - modules: The modules.
  ///   - work: The part that each node has in its module; nil for nodes without a module.
  ///   - quarantined: The positions of tasks that are skipped because of safe mode.
  ///   - tellsSuccess: Whether successes are told of nodes without a module.
  package init(
    _ plan: LaunchPlan, modules: [Module] = [], work: [Work?] = [], quarantined: Set<Int> = [],
    tellsSuccess: Bool = true
  ) {
    let tasks = plan.tasks
    self.plan = plan
    self.modules = modules
    self.quarantined = quarantined
    // By index, here and below, since copying each task would cost more than reading it.
    traits = tasks.indices.map { node in
      let work = work.isEmpty ? nil : work[node]
      let isLaunch = work?.part == .launch || work?.part == .wholeLaunch
      return Traits(
        stage: max(.beforeReady, tasks[node].stage), lane: tasks[node].lane == .main ? 0 : 1,
        isAsynchronous: tasks[node].isAsynchronous, isJoin: tasks[node].isJoin,
        isEssential: tasks[node].isEssential, retries: Int32(clamping: tasks[node].retry.count),
        timeout: tasks[node].timeout, rank: Int32(clamping: tasks[node].rank),
        module: work?.module, part: work?.part ?? .task,
        isToldOfSuccess: work?.isToldOfSuccess ?? tellsSuccess,
        followsTasks: isLaunch && work?.part == .launch && tasks[node].stage == .onDemand)
    }
    arrows = Grouped(count: tasks.count, empty: Arrow(task: 0, dependency: .order)) { file in
      Self.forEachArrow(of: tasks) { first, later, kind in
        file(first, Arrow(task: Int32(later), dependency: kind))
      }
    }
    var waits = tasks.indices.map { Int32(1 + Set(tasks[$0].milestones).count) }
    Self.forEachArrow(of: tasks) { _, later, _ in waits[later] += 1 }
    waitsFor = waits
    delays = plan.delays
    positions = Dictionary(
      zip(tasks.indices.lazy.map { tasks[$0].name }, tasks.indices),
      uniquingKeysWith: { first, _ in first })
  }

  /// Visits every arrow by the positions of its ends, in the order of those that wait.
  ///
  /// It skips dependencies on a later stage, which a plan that was read from a file may have: the
  /// task would wait forever.
  private static func forEachArrow(
    of tasks: [LaunchPlan.Task],
    _ visit: (_ first: Int, _ later: Int, LaunchDependency) -> Void
  ) {
    for later in tasks.indices {
      for index in tasks[later].dependencies.indices {
        let first = tasks[later].dependencies[index].position
        guard tasks[first].stage <= tasks[later].stage else { continue }
        visit(first, later, tasks[later].dependencies[index].kind)
      }
    }
  }

  /// Returns the range of one task's arrows.
  func range(of task: Int) -> Range<Int> { arrows.range(of: task) }

  subscript(slot: Int) -> Arrow { arrows.element(at: slot) }

  package func name(of node: Int) -> ModuleName { plan.tasks[node].name }

  /// Returns the module that a node belongs to.
  package func module(of node: Int) -> Int? { traits[node].module }

  /// Whether a node represents its module as a whole.
  package func isWhole(_ node: Int) -> Bool {
    traits[node].module.map { modules[$0].launch == node } ?? false
  }

  /// Returns the nodes that users of a provider wait for: a task that returns a value, or a module
  /// as a whole with its on-demand tasks that wait for no milestone.
  package func awaited(of provider: Int) -> [Int] {
    guard isWhole(provider), let module = traits[provider].module else { return [provider] }
    let tasks = modules[module].nodes.filter { node in
      let task = plan.tasks[node]
      return node != provider && task.declaredStage == .onDemand && task.skipped.isEmpty
        && task.milestones.isEmpty
    }
    return [provider] + tasks
  }

  /// Returns the name that users know a node by: the name of its task, or of its module.
  package func part(_ node: Int) -> ModuleName {
    guard let module = traits[node].module, traits[node].part != .task else {
      return name(of: node)
    }
    return modules[module].name
  }

  /// Returns modules in launch order, by the position of their creation.
  package func orderedByCreation(_ modules: some Sequence<Int>) -> [Int] {
    modules.map { (self.modules[$0].creation, $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

extension Wiring: Equatable {
  package static func == (lhs: Wiring, rhs: Wiring) -> Bool { lhs === rhs }
}
