// SPDX-License-Identifier: Apache-2.0

package import GantryEvents
internal import GantryLaunch
internal import GantryServices
internal import GantryText
internal import Logging
internal import Synchronization

/// The modules of one run of an application, from its launch to its stop; it performs the actions
/// of ``ModuleLives``.
///
/// Order of locks: a run has two. The application's `life` guards which run there is. `state` here guards all that changes within the run. Neither is held while
/// the other is taken, or while a launch, the event bus, the router or a module is called. Actions
/// that are decided under a lock are performed after it is released. ``TaskOutput``, ``Turnstile``
/// and ``ReadyGate`` each have a lock, under which they call nothing.
final class RunningModules: Sendable {
  /// All mutable state of a run.
  struct State {
    var lives: ModuleLives
    /// By module.
    var instances: [ModuleInstance?]
    /// The outputs of tasks that return a value, from the begin of an attempt to its outcome.
    var outputs: [NodeID: TaskOutput] = [:]
    /// Weak, because the launch owns the modules' bodies, which lead back here.
    weak var launch: LaunchRun?
    /// The promises that waiting tasks await, by the task's number.
    var promises: [ModuleLives.Waiter: Promise<LaunchOutcome?>] = [:]
    var lastWaiter = 0
    /// The service overrides of nodes that came back, from the task that requested it.
    var overrides: [NodeID: ServiceOverrides] = [:]
    /// The nodes that the log has reported as not started.
    var named: Set<NodeID> = []
    /// The error that ends the application although it was not ready.
    var fault: ApplicationError?
    /// Whether ready was announced; from then on, the log reports each failure at once.
    var isAnnounced = false
  }

  /// The parts of the application that its modules use.
  struct Parts {
    let events: EventBus
    let services: ServiceRegistry
    let router: Router
    let hooks: ApplicationHooks
    let leaks: LeakWatch?
    let supervision: Supervision
    /// Creates the contexts of modules.
    let contexts: ([ModuleManifest], Supervision) -> [ModuleContext]
  }

  let events: EventBus
  let services: ServiceRegistry
  let router: Router
  let hooks: ApplicationHooks
  /// Checks for modules that outlive their stop; nil checks nothing.
  let leaks: LeakWatch?
  /// Whether nodes came back; until then, no body looks up its own overrides.
  let hasReturned = Atomic(false)
  /// The parts that the long-running work of all modules shares.
  let supervision: Supervision
  let table: NodeTable
  /// The contexts, by module.
  private let contexts: [ModuleContext]
  let state: Mutex<State>

  init(_ assembly: LaunchAssembly, _ plan: LaunchPlan, _ parts: Parts) {
    events = parts.events
    services = parts.services
    router = parts.router
    hooks = parts.hooks
    leaks = parts.leaks
    supervision = parts.supervision
    table = NodeTable(assembly, plan)
    contexts = parts.contexts(assembly.manifests, parts.supervision)
    state = Mutex(
      State(
        lives: ModuleLives(table),
        instances: Array(repeating: nil, count: assembly.manifests.count)))
  }

  /// The error that ends the application although it was not ready.
  var fault: ApplicationError? { state.withLock(\.fault) }

  /// Sets the error that ends the application although it was not ready.
  func lose(_ fault: ApplicationError) { state.withLock { $0.fault = fault } }

  var assembly: LaunchAssembly { table.assembly }

  func context(of module: Int) -> ModuleContext { contexts[module] }

  func instance(_ module: Int) -> ModuleInstance? { state.withLock { $0.instances[module] } }

  /// The modules that exist, in no particular order.
  var instances: [any Module] { state.withLock { $0.instances.compactMap { $0?.module } } }

  /// The configuration sections of the modules that exist.
  var sections: [ModuleName] {
    state.withLock { state in
      state.instances.indices.filter { state.instances[$0] != nil }
    }.map { assembly.manifests[$0].section }
  }

  /// Returns the outcome of a node; nil if it has not ended, or does not exist.
  func outcome(of name: String) -> LaunchOutcome? {
    table[name].flatMap { node in state.withLock { $0.lives.outcome(of: node) } }
  }

  /// Passes an input to the lives, and performs the actions.
  ///
  /// - Returns: The actions. The caller performs three of them itself, since it waits for their
  ///   end: ``ModuleLives/Action/shutDown(_:)``, ``ModuleLives/Action/launch(_:)`` and
  ///   ``ModuleLives/Action/takeBack(_:missing:)``.
  @discardableResult
  func handle(_ input: ModuleLives.Input) -> [ModuleLives.Action] {
    let actions = state.withLock { $0.lives.handle(input) }
    perform(actions)
    switch input {
    case .switchedOff, .stopped, .closed: supervision.healthChanged()
    default: break
    }
    return actions
  }

  /// Passes in an input like ``handle(_:)``, but throws an error if it is refused.
  @discardableResult
  func attempt(
    _ input: ModuleLives.Input
  ) throws(ModuleLives.Refusal) -> [ModuleLives.Action] {
    let actions = handle(input)
    if case .refuse(let refusal)? = actions.first { throw refusal }
    return actions
  }

  func perform(_ actions: [ModuleLives.Action]) {
    for action in actions {
      switch action {
      case .demand(let node): launch?.demand(table.name(of: node))
      case .reach(let milestone): launch?.reach(milestone)
      case .cancel: launch?.cancel()
      case .resume(let waiter, let outcome):
        state.withLock { $0.promises.removeValue(forKey: waiter) }?.resolve(outcome)
      case .discard(let module, let reason):
        events.discard(table.manifest(module).name, reason: predicate(reason, module))
      case .detach(let module, let reason):
        detachRoutes(of: table.manifest(module), because: predicate(reason, module))
      case .shutDown, .launch, .takeBack, .refuse: break
      }
    }
  }

  /// Describes why a module hears and answers nothing, for the middle of a sentence after its name.
  private func predicate(_ reason: ModuleLives.Reason, _ module: Int) -> String {
    switch reason {
    case .ended(let outcome): outcome.predicate(of: table.manifest(module).name.rawValue)
    case .off(let root):
      "is \(state.withLock { $0.lives.offReason(module, root: root) }.words)"
    }
  }

  func detachRoutes(of manifest: ModuleManifest, because reason: String) {
    guard !manifest.routes.isEmpty else { return }
    router.detach(owner: manifest.name, because: reason)
  }

  /// Waits for the outcome of a node; nil if the waiting task is cancelled first, or the run
  /// closes.
  func wait(for node: NodeID) async -> LaunchOutcome? {
    let promise = Promise<LaunchOutcome?>()
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      state.promises[state.lastWaiter] = promise
      return state.lastWaiter
    }
    handle(.awaited(node, by: waiter))
    return await promise.value { self.handle(.gaveUp(waiter, for: node)) }
  }
}

/// The changes that a test host makes to an application, and its observers.
package struct ApplicationHooks: Sendable {
  /// Replaces the body of a launch task, which is identified by its name.
  package var replaceBody: (@Sendable (_ task: String, _ body: LaunchBody) -> LaunchBody)?
  /// Called with each error that a handler throws, in addition to the log.
  package var onHandlerFailure: (@Sendable (HandlerFailure) -> Void)?
  /// Whether stopped objects are remembered, for tests that read ``Application/leaking``.
  package var remembersStopped = false

  /// Creates hooks that change nothing.
  package init() {}
}
