// SPDX-License-Identifier: Apache-2.0

import GantrySupport

@testable import GantryLaunch

/// A module for a test, as an assembly would wire it.
///
/// A module with launch tasks has a node that creates it (`Shop.init`), its tasks (`Shop.open`) and
/// a join (`Shop`). Any other module has a single node. Later tasks require that node.
struct FakeModule: Sendable {
  struct Task: Sendable {
    let name: String
    let stage: LaunchStage
    let requires: [String]
    let after: String?
    let timeout: Duration?
    let retry: RetryPolicy
    var wants: [String] = []
    var isAsynchronous = true
    var lane = LaunchLane.background

    /// The same task, but synchronous, on a lane.
    func on(_ lane: LaunchLane) -> Task {
      var task = self
      (task.lane, task.isAsynchronous) = (lane, false)
      return task
    }

    /// A task that is part of the launch, unless it has another stage.
    static func task(
      _ name: String, _ stage: LaunchStage = .beforeReady, requires: String...,
      wants: String..., after: String? = nil, timeout: Duration? = nil,
      retry: RetryPolicy = .never
    ) -> Task {
      Task(
        name: name, stage: stage, requires: requires, after: after, timeout: timeout, retry: retry,
        wants: wants)
    }
  }

  let name: String
  var requires: [String] = []
  var wants: [String] = []
  var isEssential = false
  /// Whether the module is a function, of which no instance is created.
  var isFunction = false
  var tasks: [Task] = []

  init(
    _ name: String, requires: String..., wants: String..., isEssential: Bool = false,
    isFunction: Bool = false, tasks: Task...
  ) {
    (self.name, self.requires, self.wants, self.tasks) = (name, requires, wants, tasks)
    (self.isEssential, self.isFunction) = (isEssential, isFunction)
  }

  /// Whether the module launches at its first use.
  private var isOnDemand: Bool { !tasks.isEmpty && tasks.allSatisfy { $0.stage == .onDemand } }

  private func launches(with task: Task) -> Bool {
    task.stage == .beforeReady || isOnDemand && task.after == nil
  }

  private var launchesWithTasks: Bool { tasks.contains(where: launches) }

  private var stage: LaunchStage { isOnDemand ? .onDemand : .beforeReady }

  /// The nodes of the module, each with its part in it.
  func nodes() -> [(node: LaunchNode, part: Wiring.Part)] {
    let head = launchesWithTasks ? "\(name).init" : name
    var first = LaunchNode(
      head, stage: stage, isAsynchronous: true,
      edges: requires.map { LaunchEdge(.requires, $0) } + wants.map { LaunchEdge(.wants, $0) },
      isEssential: isEssential)
    first.isJoin = isFunction
    var nodes = [(first, launchesWithTasks ? Wiring.Part.creation : .wholeLaunch)]
    for task in tasks {
      let start = launches(with: task) ? head : name
      let needs = [start] + task.requires
      var node = LaunchNode(
        "\(name).\(task.name)", stage: max(task.stage, stage), lane: task.lane,
        isAsynchronous: task.isAsynchronous,
        edges: needs.map { LaunchEdge(.requires, $0) } + task.wants.map { LaunchEdge(.wants, $0) },
        timeout: task.timeout, retry: task.retry)
      node.isJoin = isFunction
      if let milestone = task.after { node.edges.append(LaunchEdge(.after, milestone)) }
      nodes.append((node, .task))
    }
    if launchesWithTasks {
      let parts = [head] + tasks.filter(launches).map { "\(name).\($0.name)" }
      var last = LaunchNode(
        name, stage: stage, isAsynchronous: true, edges: parts.map { LaunchEdge(.requires, $0) },
        isEssential: isEssential)
      last.isJoin = true
      nodes.append((last, .launch))
    }
    return nodes
  }

  /// The modules that it can't run without.
  fileprivate func requirements(_ names: [String]) -> [String] {
    let needs = requires + tasks.filter(launches).flatMap(\.requires)
    return needs.map { String($0.prefix { $0 != "." }) }.filter { $0 != name && names.contains($0) }
  }

  /// The wiring of these modules.
  ///
  /// - Parameter tellsSuccess: Whether the successes of tasks are told, too.
  static func wiring(_ modules: [FakeModule], tellsSuccess: Bool = false) throws -> Wiring {
    let parts = modules.map { $0.nodes() }
    let milestones = Set(modules.flatMap(\.tasks).compactMap(\.after)).sorted()
    let plan = try LaunchGraph(
      nodes: parts.flatMap { $0.map(\.node) }, milestones: milestones.map(Milestone.init)
    ).plan(workers: 2)
    var work: [Wiring.Work?] = Array(repeating: nil, count: plan.tasks.count)
    let names = modules.map(\.name)
    let wired = modules.enumerated().map { index, module in
      for (node, part) in parts[index] {
        work[plan.position(node.name)] = Wiring.Work(
          module: index, part: part, isToldOfSuccess: tellsSuccess)
      }
      let start = plan.position(parts[index][0].node.name)
      return Wiring.Module(
        name: ModuleName(module.name),
        nodes: parts[index].map { plan.position($0.node.name) }.sorted(),
        launch: plan.position(module.name), start: start, creation: start,
        isEssential: module.isEssential,
        requirements: Set(module.requirements(names).compactMap(names.firstIndex)).sorted())
    }
    return Wiring(plan, modules: wired, work: work)
  }
}
