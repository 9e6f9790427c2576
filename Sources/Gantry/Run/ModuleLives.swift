// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The lives of the modules of a run: the phase of each node, the modules that are off with the
/// causes, and the waits between modules.
///
/// It is a state machine without threads, clock or effects. ``RunningModules`` guards it with its
/// lock, passes in each ``Input``, and performs the actions that it returns. Modules are identified
/// by their index in the assembly. A refused input changes nothing.
struct ModuleLives: Sendable, Equatable {
  /// The phase of a node's life.
  enum Phase: Sendable, Equatable {
    /// The node has not begun.
    case waiting
    case running
    case settled(LaunchOutcome)
  }

  /// The progress of the run.
  private enum Course: Sendable { case open, stopping, closed }

  /// The number of a task that waits for the outcome of a node.
  typealias Waiter = Int

  /// All nodes of the run.
  let table: NodeTable
  /// The phases of the nodes, by position.
  var phases: [Phase]
  /// The nodes that the launch has taken back.
  private(set) var returned: Set<NodeID> = []
  /// The modules that are switched off, each with the module that is the cause.
  var off: [Int: Int] = [:]
  /// The modules that are off because they failed after their launch, each with the reason.
  var failures: [Int: String] = [:]
  /// The latest health reports of modules, except *ready*.
  var reports: [Int: ModuleHealth] = [:]
  /// The modules that have been created and not stopped.
  var existing: Set<Int> = []
  /// The providers that nodes currently wait for, apart from their dependencies: those of services
  /// that are used lazily, and of routes.
  var uses: [NodeID: [NodeID]] = [:]
  private var waiters: [NodeID: [Waiter]] = [:]
  private(set) var reached: Set<Milestone> = []
  /// The nodes that were demanded and have not ended; the launch may not know those that come back.
  var demanded: Set<NodeID> = []
  /// The nodes that were demanded, but did not run because a required module was off.
  private var missed: Set<NodeID> = []
  private var course = Course.open

  /// Creates the lives at the beginning of a run.
  init(_ table: NodeTable) {
    self.table = table
    phases = Array(repeating: .waiting, count: table.places.count)
  }

  /// Handles an event of the run.
  ///
  /// - Parameter input: The event.
  /// - Returns: The actions to perform now, in this order; a refusal is always the only action.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .began(let node): return begin(node)
    case .settled(let node, let outcome): return isOff(node) ? [] : settle(node, outcome)
    case .created(let module):
      guard course != .closed, off[module] == nil, existing.insert(module).inserted else {
        return [.refuse(.ended)]
      }
      return []
    case .demanded(let node):
      return demand([node] + table.completed(by: node) { isAskedFor($0) })
    case .needed(let provider, let user): return need(provider, by: user)
    case .obtained(let provider, let user):
      obtain(provider, by: user)
      return []
    case .awaited(let node, let waiter):
      if let outcome = outcome(of: node) { return [.resume(waiter, outcome)] }
      guard course != .closed else { return [.resume(waiter, nil)] }
      waiters[node, default: []].append(waiter)
      return []
    case .gaveUp(let waiter, let node):
      guard let place = waiters[node]?.firstIndex(of: waiter) else { return [] }
      waiters[node]?.remove(at: place)
      return [.resume(waiter, nil)]
    case .reached(let milestone):
      return reached.insert(milestone).inserted ? [.reach(milestone)] : []
    case .switchedOff(let module, let dormant, let failure):
      return switchOff(module, dormant, failure)
    case .switchedOn(let module): return switchOn(module)
    case .returned(let modules): return comeBack(modules)
    case .reported(let module, let health):
      if off[module] == nil, isOpen { reports[module] = health == .ready ? nil : health }
      return []
    case .stopped:
      if course == .open { course = .stopping }
      return [.cancel]
    case .closed: return close()
    }
  }

  /// Returns the outcome of a node; nil if it has not ended.
  func outcome(of node: NodeID) -> LaunchOutcome? {
    if case .settled(let outcome) = phases[node.place] { outcome } else { nil }
  }

  /// Whether the module of a node is switched off.
  func isOff(_ node: NodeID) -> Bool { table.module(of: node).map { off[$0] != nil } ?? false }

  private mutating func begin(_ node: NodeID) -> [Action] {
    guard let module = table.module(of: node) else { return [] }
    if let root = off[module] { return [.refuse(.isOff(module, root: root))] }
    if let missing = requirementThatIsOff(of: node), let root = off[missing] {
      return [.refuse(.isOff(missing, root: root))]
    }
    // A body that has timed out may still run, but its outcome stays.
    if case .waiting = phases[node.place] { phases[node.place] = .running }
    return []
  }

  /// Returns a module that a later task requires, but that was switched off while the task waited
  /// for its turn.
  private func requirementThatIsOff(of node: NodeID) -> Int? {
    off.isEmpty ? nil : table.requirements(of: node).first { off[$0] != nil }
  }

  private func hasSucceeded(_ node: NodeID) -> Bool { outcome(of: node) == .succeeded }

  /// Whether a node has run, or will run without another demand.
  private func isAskedFor(_ node: NodeID) -> Bool {
    demanded.contains(node) || outcome(of: node) == .succeeded
  }

  private mutating func settle(_ node: NodeID, _ outcome: LaunchOutcome) -> [Action] {
    if case .settled = phases[node.place] { return [] }
    phases[node.place] = .settled(outcome)
    if demanded.remove(node) != nil, !off.isEmpty, outcome.isWithoutRunning { missed.insert(node) }
    var actions: [Action] =
      outcome == .succeeded ? demand(table.completed(by: node) { hasSucceeded($0) }) : []
    if outcome != .succeeded, let work = table.work(of: node) {
      let isWhole = table.isWhole(node)
      if case .listen = work { actions.append(.discard(work.module, .ended(outcome))) }
      if isWhole {
        actions.append(.discard(work.module, .ended(outcome)))
        actions.append(.detach(work.module, .ended(outcome)))
      }
    }
    resume(node, outcome, &actions)
    return actions
  }

  mutating func resume(_ node: NodeID, _ outcome: LaunchOutcome?, _ actions: inout [Action]) {
    guard !waiters.isEmpty, let ended = waiters.removeValue(forKey: node) else { return }
    for waiter in ended { actions.append(.resume(waiter, outcome)) }
  }

  /// Demands the nodes that have not ended.
  mutating func demand(_ nodes: [NodeID]) -> [Action] {
    let open = nodes.filter { outcome(of: $0) == nil }
    demanded.formUnion(open)
    if !off.isEmpty {
      missed.formUnion(nodes.filter { outcome(of: $0)?.isWithoutRunning == true })
    }
    return open.map(Action.demand)
  }

  private mutating func comeBack(_ modules: [Int]) -> [Action] {
    guard isOpen else { return [.refuse(.ended)] }
    for module in modules {
      off[module] = nil
      failures[module] = nil
    }
    let tasks = tasksSkipped(without: modules)
    let nodes = table.ordered(modules).flatMap(table.nodes(of:)) + tasks
    for node in nodes {
      phases[node.place] = .waiting
      // A body of an earlier attempt may still wait, but this attempt doesn't.
      uses[node] = nil
    }
    returned.formUnion(nodes)
    demanded.formUnion(missed.intersection(tasks))
    missed.subtract(tasks)
    return [.takeBack(nodes, missing: Set(off.keys.flatMap(table.nodes(of:))))]
  }

  /// Returns later tasks of other modules that did not run because these modules were off.
  private func tasksSkipped(without modules: [Int]) -> [NodeID] {
    let modules = Set(modules)
    var found: Set<NodeID> = []
    return table.plan.tasks.indices.map(NodeID.init).filter { node in
      guard let own = table.module(of: node), !modules.contains(own), off[own] == nil,
        table.task(of: node) != nil, table.plan.tasks[node.place].skipped.isEmpty
      else { return false }
      guard outcome(of: node)?.isWithoutRunning == true else { return false }
      let isBack = table.requiredNodes(of: node).contains { other in
        found.contains(other) || table.module(of: other).map(modules.contains) ?? false
      }
      guard isBack, requirementThatIsOff(of: node) == nil else { return false }
      return found.insert(node).inserted
    }
  }

  private mutating func close() -> [Action] {
    course = .closed
    var actions = [Action.shutDown(Array(table.orderedByCreation(existing).reversed()))]
    existing = []
    for node in waiters.keys.sorted() { resume(node, nil, &actions) }
    return actions
  }

  /// Whether modules can still be switched.
  var isOpen: Bool { course == .open }

  /// Whether the modules are being shut down.
  var isClosed: Bool { course == .closed }
}

extension ModuleLives {
  /// An event of a run.
  enum Input: Sendable, Equatable {
    /// The body of a node is about to run.
    case began(NodeID)
    /// The launch reports the outcome of a node.
    case settled(NodeID, LaunchOutcome)
    /// A module was created, or the handlers of a function were bound.
    case created(Int)
    /// A node is needed now.
    case demanded(NodeID)
    /// A provider is needed now, by a node that waits for it or by code outside of all modules: the
    /// node of a module as a whole, or of a task that returns a value.
    case needed(NodeID, by: NodeID?)
    /// A node no longer waits for a provider that it needed.
    case obtained(NodeID, by: NodeID)
    /// A task waits for the outcome of a node.
    case awaited(NodeID, by: Waiter)
    /// A task no longer waits.
    case gaveUp(Waiter, for: NodeID)
    case reached(Milestone)
    /// A module stops, with all that require it: because it failed after its launch, or because it
    /// was switched off. The dormant nodes wait for a milestone or a demand, which may never come.
    case switchedOff(Int, dormant: Set<NodeID>, failure: String? = nil)
    /// A module comes back, with those that stopped or failed because of it.
    case switchedOn(Int)
    /// Modules that come back are on; nothing of an earlier attempt is left.
    case returned([Int])
    /// A module reports its health.
    case reported(Int, ModuleHealth)
    /// The run ends: the launch doesn't go on.
    case stopped
    /// The modules are shut down: none is created from now on.
    case closed
  }

  /// An action that the caller performs.
  enum Action: Sendable, Equatable {
    /// Demand a node from the launch.
    case demand(NodeID)
    /// Report a milestone to the launch.
    case reach(Milestone)
    /// Resume a waiting task; the outcome is nil if none will come.
    case resume(Waiter, LaunchOutcome?)
    /// Drop the events that are held for a module.
    case discard(Int, Reason)
    /// Refuse calls of a module's routes.
    case detach(Int, Reason)
    /// Shut down these modules in this order, if they exist.
    case shutDown([Int])
    /// Prepare these modules for a launch, and pass them in as ``Input/returned(_:)``.
    case launch([Int])
    /// Let the launch take back these nodes; the missing ones belong to modules that are off.
    case takeBack([NodeID], missing: Set<NodeID>)
    /// Cancel the launch.
    case cancel
    /// The input was refused; nothing has changed.
    case refuse(Refusal)
  }

  /// The reason why a module hears no events and answers no routes.
  enum Reason: Sendable, Equatable {
    case ended(LaunchOutcome)
    /// It is switched off, because of the root.
    case off(root: Int)
  }

  /// The reason why an input was refused.
  enum Refusal: Error, Equatable {
    /// The node's module, or one that it requires, is switched off, because of the root.
    case isOff(Int, root: Int)
    /// The requested module waits for the node that needs it, along this path.
    case circle([NodeID])
    /// A node of a module that would stop is running, or will run.
    case stillLaunching(NodeID)
    /// The app cannot run without the last module, which requires the one before it.
    case essential([Int])
    /// The module did not launch, so there is nothing to switch off.
    case notLaunched
    /// The module requires these modules, which do not run.
    case requires([Int])
    /// The run has ended, or the module already exists.
    case ended
  }
}
