// SPDX-License-Identifier: Apache-2.0

package import GantryEvents
package import GantryLaunch
internal import GantryServices
internal import GantrySupport
internal import Logging

/// Carries out the effects of one run on modules: creates them, attaches them to the tables of
/// events, routes and services, and shuts them down.
///
/// The machine decides, and ``Driver`` performs its actions here one at a time. Everything that a run
/// puts into the tables is tied to its number, so that what is late changes nothing in the next run.
final class ModuleHost: Sendable {
  /// All mutable state of a run, apart from the machine.
  struct State {
    /// By module.
    var instances: [ModuleInstance?]
    /// The latest health reports of modules, except *ready*.
    var reports: [Int: ModuleState.Health] = [:]
    /// The outputs of tasks that return a value, from the begin of an attempt to its outcome.
    var outputs: [Int: TaskOutput] = [:]
    /// The nodes that the log has reported as not started.
    var named: Set<Int> = []
    /// Whether ready was announced; from then on, the log reports each failure at once.
    var isAnnounced = false
    /// The stop that all modules share; nil before it.
    var stop: ModuleStop?
    /// Whether the application is gone, so that nothing is shut down.
    var isDropped = false
    /// Weak, because the driver owns the bodies, which lead back here.
    weak var driver: Driver?
  }

  /// The parts of the application that its modules use.
  struct Parts: Sendable {
    let events: EventBus
    let services: ServiceRegistry
    let router: Router
    let hooks: ApplicationHooks
    let leaks: LeakWatch?
    let supervision: Supervision
    /// The longest time for the shutdown of a module that declares none itself.
    let limit: Duration
    let clock: any Clock<Duration>
    let logger: Logger
    /// Called with the reason why the run ends.
    let onEnd: @Sendable (Machine.Ending) -> Void
    /// Logs the failure of a node.
    let onFailure: @Sendable (ModuleHost, Int, LaunchOutcome) -> Void
  }

  let parts: Parts
  let assembly: LaunchAssembly
  let wiring: Wiring
  /// The work of each node.
  let work: [LaunchAssembly.Work?]
  /// The contexts, by module.
  let contexts: [ModuleContext]
  /// The number of the run, by which the tables know its modules.
  let run = RunID.next()
  /// The service overrides of the task that started the application; nil if it has none.
  let overrides: ServiceOverrides?
  /// The reports that the launch waits for, by module.
  let readiness: [Int: AwaitedReport]
  /// Why safe mode keeps a module or a task of it from running, by module.
  let leftOut: [Int: String]
  /// Guards the instances. Nothing is called under this lock.
  let state: Mutex<State>

  /// Creates the host of a run, whose code sees the service overrides of the current task.
  init(
    _ assembly: LaunchAssembly, _ plan: LaunchPlan, quarantined: Set<Int>,
    leftOut: [Int: String] = [:], _ parts: Parts, contexts: [ModuleContext]
  ) {
    self.parts = parts
    self.assembly = assembly
    (wiring, work) = assembly.wiring(of: plan, quarantined: quarantined)
    readiness = AwaitedReport.all(in: work)
    self.leftOut = leftOut
    self.contexts = contexts
    let current = ServiceOverrides.current
    overrides = current.isEmpty ? nil : current
    state = Mutex(State(instances: Array(repeating: nil, count: assembly.manifests.count)))
  }

  var events: EventBus { parts.events }
  var services: ServiceRegistry { parts.services }
  var router: Router { parts.router }
  var supervision: Supervision { parts.supervision }

  /// The driver of the run; nil before it has begun, and once it is gone.
  var driver: Driver? { state.withLock(\.driver) }

  func manifest(_ module: Int) -> ModuleManifest { assembly.manifests[module] }

  func instance(_ module: Int) -> ModuleInstance? { state.withLock { $0.instances[module] } }

  /// The modules that exist, in no particular order.
  var instances: [any Module] { state.withLock { $0.instances.compactMap { $0?.module } } }

  /// Returns the node of a name.
  func node(_ name: ModuleName) -> Int? { wiring.positions[name] }

  /// Returns the outcome of a node; nil if it has not ended, or does not exist.
  func outcome(of name: ModuleName) -> LaunchOutcome? {
    guard let node = node(name) else { return nil }
    return driver?.read { $0.nodes[node].outcome }
  }

  /// The node whose body the current task belongs to, directly or through a handler that the body
  /// waits for, or the node that waits for a report of the current long-running work; nil for any
  /// other caller, and for a body beyond its attempt.
  var callingNode: Int? {
    for kind in Inside.all(of: ObjectIdentifier(events)) {
      switch kind {
      case .node(let node, let attempt):
        return driver?.read { $0.runs(Ticket(node, attempt)) } == true ? node : nil
      case .work(let module, let function):
        if let node = nodeAwaiting(function, of: module) { return node }
      case .handler, .shutdown: continue
      }
    }
    return nil
  }

  /// Connects the modules with the driver that is going to run their bodies.
  func begin(_ driver: Driver) {
    state.withLock { $0.driver = driver }
    services.prepare(order: wiring.positions) { [weak self] type, consumer throws(ServiceError) in
      try await self?.start(type, for: consumer)
    } finding: { [weak self] type, provider in
      self?.end(of: provider, providing: type)
    }
    router.onDemand { [weak self] owner in self?.expectRoutes(of: owner) ?? .allowed {} }
    router.holdOutside { [weak self] in self?.expectReady() ?? .allowed {} }
  }

  /// Announces the modules, so that events and calls are held for them.
  func announce() {
    for (module, manifest) in assembly.manifests.enumerated() {
      events.declare(
        manifest.name, order: wiring.modules[module].start, handlers: manifest.handlers, run: run)
      router.expect(owner: manifest.name, run: run)
      services.expect(provider: manifest.name, run: run)
      for result in manifest.tasks.compactMap(\.result) {
        services.expect(provider: result.provider, run: run)
      }
    }
  }
}

extension ModuleHost: Effects {
  func perform(_ action: Machine.Action) {
    switch action {
    case .settled(let ticket, let outcome):
      guard let output = state.withLock({ $0.outputs.removeValue(forKey: ticket.node) }) else {
        return
      }
      end(output, hasSucceeded: outcome == .succeeded)
    case .launched(let module): startRuns(of: module)
    case .discard(let module, let outcome):
      let name = manifest(module).name
      events.discard(name, reason: outcome.predicate(of: name), run: run)
    case .detach(let module, let outcome):
      detachRoutes(of: module, because: outcome.predicate(of: manifest(module).name))
    case .shutDown(let module): shutDown(module)
    case .ready: router.admitOutside()
    case .stop(let ending):
      // Before anything waits for the code of modules that waits for these.
      router.refuseOutside(because: "is stopping")
      router.endDecisions(because: "is stopping")
      parts.onEnd(ending)
    case .changed: supervision.healthChanged()
    default: break
    }
  }

  func log(_ node: Int, _ outcome: LaunchOutcome) {
    if outcome.isFailure, state.withLock(\.isAnnounced) { parts.onFailure(self, node, outcome) }
  }

  func warn(_ warning: LaunchWarning) {
    var metadata: Logger.Metadata = [:]
    if let task = warning.task {
      metadata["gantry.task"] = "\(task)"
      let owner = node(ModuleName(task)).flatMap(wiring.module(of:))
      if let owner { metadata["gantry.module"] = "\(manifest(owner).name)" }
    }
    parts.logger.warning("\(warning)", metadata: metadata)
  }

  func detachRoutes(of module: Int, because reason: String) {
    guard manifest(module).hasRoutes else { return }
    router.detach(owner: manifest(module).name, because: reason, run: run)
  }

  /// Ends an attempt of a task that returns a value, and provides the value if the task has
  /// succeeded and is the one provider of the type.
  private func end(_ output: TaskOutput, hasSucceeded: Bool) {
    guard let provide = output.end(), hasSucceeded,
      let service = assembly.wiring.providers[output.type], service.provider == output.task
    else { return }
    provide(ServiceProvision(service, run: run), services)
  }
}

// MARK: - Reports

extension ModuleHost {
  func announceReady() { state.withLock { $0.isAnnounced = true } }

  /// Whether the log has yet to report that a node did not start; further calls return false.
  func isFirst(_ name: ModuleName) -> Bool {
    guard let node = node(name) else { return true }
    return state.withLock { $0.named.insert(node).inserted }
  }

  /// Starts the long-running work of a module that has launched.
  private func startRuns(of module: Int) {
    guard !manifest(module).runs.isEmpty, let runs = instance(module)?.runs else { return }
    let context = contexts[module]
    runs.start(
      RunReporter(
        supervision: supervision, name: context.name, logger: context.logger,
        application: ObjectIdentifier(events),
        isInUse: { [weak self] in self?.driver?.read(\.isOpen) ?? false },
        fail: { [weak self] reason in
          self?.workEnded(module, because: reason) { self?.fail(module, because: reason) }
        },
        finished: { [weak self] reason in
          guard let self, awaitsReport(of: module) else { return }
          workEnded(module, because: reason) { self.fail(module, because: reason) }
        }))
  }

  /// Handles that long-running work of a module has failed for good. The module stays, and an
  /// essential one ends the application.
  private func fail(_ module: Int, because reason: String) {
    // The application names an essential module as it ends.
    guard driver?.take(.workFailed(module, reason)) == .accepted,
      !wiring.modules[module].isEssential
    else { return }
    let users = wiring.modules.filter { $0.requirements.contains(module) }.map(\.name.rawValue)
    let others = users.isEmpty ? "" : "; degraded because of it: \(users.joined(separator: ", "))"
    parts.logger.error(
      "failed: \(reason)\(others)", metadata: ["gantry.module": "\(manifest(module).name)"])
  }

  func report(_ health: ModuleState.Health, of name: ModuleName) {
    guard let module = assembly.index(of: name), driver?.read(\.isOpen) == true else { return }
    let new = health == .good ? nil : health
    let last = state.withLock { exchange(&$0.reports[module], with: new) }
    if health == .good { reportReady(module) }
    guard last != new else { return }
    let logger = contexts[module].logger
    if health == .good { logger.debug("ready again") } else { logger.warning("\(health)") }
    supervision.healthChanged()
  }

  /// Returns the supervisor of a piece of work; nil if its module doesn't exist.
  func supervisor(of run: String, in name: ModuleName) -> Supervisor? {
    let runs = assembly.index(of: name).flatMap(instance)?.runs?.supervisors ?? []
    return runs.first { $0.name == run }?.supervisor
  }
}

/// The changes that a test host makes to an application, and its observers.
package struct ApplicationHooks: Sendable {
  /// Replaces the body of a launch task, which is identified by its name.
  package var replaceBody: (@Sendable (_ task: ModuleName, _ body: LaunchBody) -> LaunchBody)?
  /// Called with each error that a handler throws, in addition to the log.
  package var onHandlerFailure: (@Sendable (HandlerFailure) -> Void)?
  /// Whether stopped objects are remembered, for tests that read ``Application/leaking``.
  package var remembersStopped = false

  /// Creates hooks that change nothing.
  package init() {}
}
