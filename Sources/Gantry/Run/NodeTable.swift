// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Synchronization

/// The identifier of a node, which is valid as long as the run lasts.
struct NodeID: Hashable, Comparable, Sendable {
  /// The node's position in launch order.
  let place: Int

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.place < rhs.place }
}

/// The nodes of a run, with the module, the work and the dependencies of each.
final class NodeTable: Sendable {
  let assembly: LaunchAssembly
  /// The plan of all nodes.
  let plan: LaunchPlan
  /// The positions of the nodes in launch order, by name.
  let places: [String: Int]
  /// The work of each node.
  private let work: [LaunchAssembly.Work?]
  /// The nodes of all modules, one module after the other, each in launch order.
  private let grouped: [Int32]
  /// The index in `grouped` at which each module's nodes begin; then the end of the last module's
  /// nodes.
  private let starts: [Int32]

  /// Creates the table of a run.
  ///
  /// - Parameters:
  ///   - assembly: All modules.
  ///   - plan: The plan of the run, with all nodes.
  init(_ assembly: LaunchAssembly, _ plan: LaunchPlan) {
    self.assembly = assembly
    self.plan = plan
    // By index, since copying each task would cost more than the lookup.
    let nodes = plan.tasks.indices
    places = Dictionary(
      zip(nodes.lazy.map { plan.tasks[$0].name }, nodes), uniquingKeysWith: { first, _ in first })
    work = nodes.map { assembly.work[plan.tasks[$0].name] }
    (grouped, starts) = Self.group(work, by: assembly.manifests.count)
  }

  private static func group(
    _ work: [LaunchAssembly.Work?], by modules: Int
  ) -> (grouped: [Int32], starts: [Int32]) {
    var starts = [Int32](repeating: 0, count: modules + 1)
    for case let work? in work { starts[work.module + 1] += 1 }
    for module in 0..<modules { starts[module + 1] += starts[module] }
    var next = starts
    var grouped = [Int32](repeating: 0, count: Int(starts[modules]))
    for place in work.indices {
      guard let module = work[place]?.module else { continue }
      grouped[Int(next[module])] = Int32(place)
      next[module] += 1
    }
    return (grouped, starts)
  }

  /// Accesses a node by its name.
  subscript(name: String) -> NodeID? { places[name].map { NodeID(place: $0) } }

  func manifest(_ module: Int) -> ModuleManifest { assembly.manifests[module] }

  func name(of node: NodeID) -> String { plan.tasks[node.place].name }

  func work(of node: NodeID) -> LaunchAssembly.Work? { work[node.place] }

  /// Returns the task of a node; nil if the node is another part of its module.
  func task(of node: NodeID) -> ModuleManifest.Task? {
    guard case .task(let module, let index)? = work(of: node) else { return nil }
    return assembly.manifests[module].tasks[index]
  }

  /// Returns the module that a node belongs to.
  func module(of node: NodeID) -> Int? { work[node.place]?.module }

  /// Returns the nodes of a module, in launch order.
  func nodes(of module: Int) -> [NodeID] {
    guard module + 1 < starts.count else { return [] }
    return grouped[Int(starts[module])..<Int(starts[module + 1])].map { NodeID(place: Int($0)) }
  }

  /// Returns the node that represents a module as a whole.
  func whole(_ module: Int) -> NodeID? { self[assembly.manifests[module].name.rawValue] }

  /// Whether a node represents a module as a whole.
  func isWhole(_ node: NodeID) -> Bool {
    module(of: node).map { assembly.manifests[$0].name.rawValue == name(of: node) } ?? false
  }

  /// Returns the nodes that users of a provider wait for: a task that returns a value, or a module
  /// as a whole with its on-demand tasks that wait for no milestone.
  func awaited(of provider: NodeID) -> [NodeID] {
    guard isWhole(provider), let module = module(of: provider) else { return [provider] }
    let tasks = nodes(of: module).filter { node in
      let task = plan.tasks[node.place]
      return node != provider && task.declaredStage == .onDemand && task.skipped.isEmpty
        && task.milestones.isEmpty
    }
    return [provider] + tasks
  }

  /// Returns the nodes that a node depends on.
  func dependencies(of node: NodeID) -> [NodeID] {
    plan.tasks[node.place].dependencies.map { NodeID(place: $0.position) }
  }

  /// Returns the other modules that a node requires, in launch order.
  func requirements(of node: NodeID) -> [Int] {
    let own = module(of: node)
    return requiredNodes(of: node).compactMap(module).filter { $0 != own }
  }

  /// Returns the nodes that a node requires, in launch order.
  func requiredNodes(of node: NodeID) -> [NodeID] {
    plan.tasks[node.place].dependencies.lazy.filter { $0.kind == .requires }
      .map { NodeID(place: $0.position) }
  }

  /// Returns the node of a module that has launched with this on-demand task, if the task is the
  /// last one.
  ///
  /// - Parameters:
  ///   - node: The task.
  ///   - isDone: Whether another task is done.
  func completed(by node: NodeID, _ isDone: (NodeID) -> Bool) -> [NodeID] {
    guard plan.tasks[node.place].declaredStage == .onDemand,
      case .task(let module, let index)? = work(of: node), let whole = whole(module),
      manifest(module).kind == .module, manifest(module).stage == .onDemand,
      manifest(module).launches(with: manifest(module).tasks[index]),
      awaited(of: whole).allSatisfy({ task(of: $0) == nil || $0 == node || isDone($0) })
    else { return [] }
    return [whole]
  }

  /// Returns the name that users know a node by: the name of its task, or of its module.
  func part(_ node: NodeID) -> ModuleName {
    guard let work = work(of: node) else { return ModuleName(name(of: node)) }
    if case .task = work { return ModuleName(name(of: node)) }
    return assembly.manifests[work.module].name
  }

  /// Returns the reason why a module is off. The root is the module that was switched off by name.
  func offReason(_ module: Int, root: Int) -> OffReason {
    OffReason(
      .switchedOff,
      module == root ? "switched off" : "switched off with \(manifest(root).name)")
  }

  /// Returns modules in launch order, by the position of their start.
  func ordered(_ modules: some Sequence<Int>) -> [Int] {
    modules.map { (place(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  /// Returns modules in launch order, by the position of their creation.
  func orderedByCreation(_ modules: some Sequence<Int>) -> [Int] {
    modules.map { module in
      (places[LaunchAssembly.creation(of: assembly.manifests[module])] ?? 0, module)
    }
    .sorted { $0 < $1 }.map(\.1)
  }

  /// Returns the position of a module's start.
  func place(of module: Int) -> Int {
    places[LaunchAssembly.head(of: assembly.manifests[module])] ?? .max
  }
}

extension NodeTable: Equatable {
  static func == (lhs: NodeTable, rhs: NodeTable) -> Bool { lhs === rhs }
}

/// The node whose body the current task runs, so that the node can't wait for itself.
final class RunningNode: Sendable {
  @TaskLocal private static var innermost: RunningNode?

  private let node: NodeID
  private let run: ObjectIdentifier
  /// The task that runs the body. A task that the body starts inherits the value, but the launch
  /// does not wait for that task.
  private let task: Int?
  private let isOver = Atomic<Bool>(false)

  private init(_ node: NodeID, _ run: ObjectIdentifier) {
    self.node = node
    self.run = run
    task = Self.currentTask
  }

  /// Returns the node of a run whose body this task runs; nil elsewhere, including tasks that a
  /// body has started.
  static func current(in run: RunningModules) -> NodeID? {
    guard let innermost, innermost.run == ObjectIdentifier(run), innermost.task == currentTask
    else { return nil }
    return innermost.node
  }

  /// Whether this task is part of a node whose body is still running. It may be the body itself, or
  /// a task that the body has started and may wait for.
  static var isInside: Bool {
    innermost.map { !$0.isOver.load(ordering: .acquiring) } ?? false
  }

  /// Marks a body with its node, so that functions that the body awaits know the node.
  static func marking(_ body: LaunchBody, as node: NodeID, of run: RunningModules) -> LaunchBody {
    let id = ObjectIdentifier(run)
    return switch body {
    // Such a body cannot await anything.
    case .main: body
    case .worker(let run): .worker { try await mark(node, id, run) }
    case .background(let run): .background { try await mark(node, id, run) }
    case .callback(let run):
      .callback { token in try await mark(node, id) { try await run(token) } }
    }
  }

  private static func mark(
    _ node: NodeID, _ id: ObjectIdentifier, _ run: () async throws -> Void
  ) async rethrows {
    let node = RunningNode(node, id)
    defer { node.isOver.store(true, ordering: .releasing) }
    try await $innermost.withValue(node, operation: run)
  }

  /// A value that identifies the current task among all tasks that currently exist.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
