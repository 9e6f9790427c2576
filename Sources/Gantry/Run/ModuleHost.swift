// SPDX-License-Identifier: Apache-2.0

package import GantryEvents
package import GantryLaunch
internal import GantryServices
internal import GantryText
internal import Logging

/// Carries out the effects of one run on modules: creates them, attaches them to the tables of
/// events, routes and services, and shuts them down.
///
/// The machine decides, and ``Driver`` performs its actions here one at a time. Each effect that
/// takes time is a task, whose end is an input with the life of the module.
final class ModuleHost: Sendable {
  /// All mutable state of a run, apart from the machine.
  struct State {
    /// By module.
    var instances: [ModuleInstance?]
    var lives: [LifeID?]
    /// The contexts, by module.
    var contexts: [ModuleContext]
    /// The latest health reports of modules, except *ready*.
    var reports: [Int: ModuleHealth] = [:]
    /// The outputs of tasks that return a value, from the begin of an attempt to its outcome, each
    /// with the life of the task's module.
    var outputs: [Int: (output: TaskOutput, life: LifeID)] = [:]
    /// The service overrides of modules that came back, from the task that requested it; before
    /// that, by the module that it switches on.
    var overrides: [Int: ServiceOverrides] = [:]
    var requested: [Int: ServiceOverrides] = [:]
    /// The nodes that the log has reported as not started.
    var named: Set<Int> = []
    /// Whether ready was announced; from then on, the log reports each failure at once.
    var isAnnounced = false
    /// The modules that are being shut down, and how those that are gone have ended.
    var farewells: [LifeID: Farewell] = [:]
    var entries: [LifeID: ShutdownReport.Entry] = [:]
    /// The lives whose ends no caller reports.
    var unclaimed: Set<LifeID> = []
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
  /// The reports that the launch waits for, by module.
  let readiness: [Int: AwaitedReport]
  /// Why safe mode keeps a module or a task of it from running, by module.
  let leftOut: [Int: String]
  /// Guards the instances. Nothing is called under this lock.
  let state: Mutex<State>

  /// Creates the host of a run, whose bodies see the service overrides of the current task.
  init(
    _ assembly: LaunchAssembly, _ plan: LaunchPlan, quarantined: Set<Int>,
    leftOut: [Int: String] = [:], _ parts: Parts, contexts: [ModuleContext]
  ) {
    self.parts = parts
    self.assembly = assembly
    (wiring, work) = assembly.wiring(of: plan, quarantined: quarantined)
    readiness = AwaitedReport.all(in: work)
    self.leftOut = leftOut
    let count = assembly.manifests.count
    var state = State(
      instances: Array(repeating: nil, count: count), lives: Array(repeating: nil, count: count),
      contexts: contexts)
    let overrides = ServiceOverrides.current
    if !overrides.isEmpty {
      for module in assembly.manifests.indices { state.overrides[module] = overrides }
    }
    self.state = Mutex(state)
  }

  var events: EventBus { parts.events }
  var services: ServiceRegistry { parts.services }
  var router: Router { parts.router }
  var supervision: Supervision { parts.supervision }

  /// The driver of the run; nil before it has begun, and once it is gone.
  var driver: Driver? { state.withLock(\.driver) }

  func manifest(_ module: Int) -> ModuleManifest { assembly.manifests[module] }

  func context(of module: Int) -> ModuleContext { state.withLock { $0.contexts[module] } }

  func instance(_ module: Int) -> ModuleInstance? { state.withLock { $0.instances[module] } }

  /// The modules that exist, in no particular order.
  var instances: [any Module] { state.withLock { $0.instances.compactMap { $0?.module } } }

  /// Returns the node of a name.
  func node(_ name: String) -> Int? { wiring.positions[name] }

  /// Returns the outcome of a node; nil if it has not ended, or does not exist.
  func outcome(of name: String) -> LaunchOutcome? {
    guard let node = node(name) else { return nil }
    return driver?.read { $0.nodes[node].outcome }
  }

  /// The code of this run that the current task belongs to; nil for any other caller, and for a body
  /// beyond its attempt.
  var caller: Machine.Caller? {
    switch Inside.all(of: ObjectIdentifier(events)).first {
    case .node(let node, let attempt): runs(node, attempt) ? .node(node) : nil
    case .handler(let module?), .work(let module), .shutdown(let module):
      assembly.index(of: module).map { .module($0) }
    case .handler(nil), nil: nil
    }
  }

  /// The node whose body the current task belongs to.
  var callingNode: Int? {
    for case .node(let node, let attempt) in Inside.all(of: ObjectIdentifier(events)) {
      return runs(node, attempt) ? node : nil
    }
    return nil
  }

  private func runs(_ node: Int, _ attempt: Int32) -> Bool {
    driver?.read { $0.runs(Ticket(node, attempt)) } == true
  }

  /// Connects the modules with the driver that is going to run their bodies, and announces the
  /// first life of each.
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

  /// Announces the first lives, so that events and calls are held for the modules.
  func announce(_ machine: Machine) {
    for module in assembly.manifests.indices { announce(module, machine.modules[module].life) }
  }

  private func announce(_ module: Int, _ life: LifeID) {
    let manifest = manifest(module)
    events.declare(
      manifest.name, order: wiring.modules[module].start, handlers: manifest.handlers, life: life)
    router.expect(owner: manifest.name, life: life)
    services.expect(provider: manifest.name, life: life)
    for result in manifest.tasks.compactMap(\.result) {
      services.expect(provider: result.provider, life: life)
    }
  }
}

extension ModuleHost: Effects {
  func perform(_ action: Machine.Action) {
    switch action {
    case .settled(let ticket, let outcome):
      guard let (output, life) = state.withLock({ $0.outputs.removeValue(forKey: ticket.node) })
      else { return }
      end(output, life, hasSucceeded: outcome == .succeeded)
    case .announce(let module, let life): comeBack(module, life)
    case .launched(let module, let life): startRuns(of: module, life)
    case .discard(let module, let life, let silence):
      events.discard(manifest(module).name, reason: predicate(silence, module), life: life)
    case .detach(let module, let life, let silence):
      detachRoutes(of: module, because: predicate(silence, module), life)
      if driver?.read({ $0.modules[module].off }) != nil { withdrawResults(of: module, life) }
    case .shutDown(let module, let life): shutDown(module, life)
    case .hasten(let module, let life): hasten(module, life)
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
    let isNamedAtOnce =
      state.withLock(\.isAnnounced) || driver?.read { $0.nodes[node].isExtra } == true
    if outcome.isFailure, isNamedAtOnce { parts.onFailure(self, node, outcome) }
  }

  func warn(_ warning: LaunchWarning) {
    var metadata: Logger.Metadata = ["gantry.task": "\(warning.task)"]
    let owner = node(warning.task).flatMap(wiring.module(of:))
    if let owner { metadata["gantry.module"] = "\(manifest(owner).name)" }
    parts.logger.warning("\(warning)", metadata: metadata)
  }

  private func comeBack(_ module: Int, _ life: LifeID) {
    let root = driver?.read { machine in machine.root(ofReturning: module) }
    state.withLock { state in
      let overrides = root.flatMap { state.requested[$0] }
      state.overrides[module] = overrides?.isEmpty == false ? overrides : nil
      state.named.subtract(wiring.modules[module].nodes)
      state.reports[module] = nil
      state.contexts[module] = state.contexts[module].living(life)
    }
    announce(module, life)
  }

  /// Describes why a module hears and answers nothing, for the middle of a sentence after its name.
  private func predicate(_ silence: Machine.Silence, _ module: Int) -> String {
    switch silence {
    case .ended(let outcome): outcome.predicate(of: manifest(module).name.rawValue)
    case .off(let reason): "is \(reason.words)"
    }
  }

  func detachRoutes(of module: Int, because reason: String, _ life: LifeID) {
    guard manifest(module).hasRoutes else { return }
    router.detach(owner: manifest(module).name, because: reason, life: life)
  }

  /// Withdraws the values of a module's tasks.
  func withdrawResults(of module: Int, _ life: LifeID) {
    for result in manifest(module).tasks.compactMap(\.result) {
      services.withdraw(by: result.provider, life: life)
    }
  }

  /// Ends an attempt of a task that returns a value, and provides the value if the task has
  /// succeeded and is the one provider of the type.
  private func end(_ output: TaskOutput, _ life: LifeID, hasSucceeded: Bool) {
    guard let provide = output.end(), hasSucceeded,
      let service = assembly.wiring.providers[output.type], service.provider == output.task
    else { return }
    provide(ServiceProvision(service, life: life), services)
  }
}

// MARK: - Switching and reports

extension ModuleHost {
  /// Remembers the overrides of the task that switches a module on.
  func request(_ module: Int) {
    let overrides = ServiceOverrides.current
    state.withLock { $0.requested[module] = overrides }
  }

  func announceReady() { state.withLock { $0.isAnnounced = true } }

  /// Whether the log has yet to report that a node did not start; further calls return false.
  func isNews(_ name: ModuleName) -> Bool {
    guard let node = node(name.rawValue) else { return true }
    return state.withLock { $0.named.insert(node).inserted }
  }

  /// Starts the long-running work of a module that has launched.
  private func startRuns(of module: Int, _ life: LifeID) {
    guard !manifest(module).runs.isEmpty, let runs = instance(module)?.runs else { return }
    let context = context(of: module)
    runs.start(
      RunReporter(
        supervision: supervision, name: context.name, logger: context.logger,
        application: ObjectIdentifier(events),
        isInUse: { [weak self] in
          self?.driver?.read { machine in
            let module = machine.modules[module]
            return machine.isOpen && module.off == nil && module.life == life
          } ?? false
        },
        fail: { [weak self] reason in
          self?.workEnded(module, because: reason) { self?.fail(module, life, because: reason) }
        },
        finished: { [weak self] reason in
          guard let self, awaitsReport(of: module) else { return }
          workEnded(module, because: reason) { self.fail(module, life, because: reason) }
        }))
  }

  /// Handles the failure of a module that had launched: modules that require it stop with it, and
  /// an essential module among them ends the application.
  private func fail(_ module: Int, _ life: LifeID, because reason: String) {
    guard case .leaving(_, let going, let lives)? = driver?.take(.failed(life, reason)) else {
      return
    }
    takeEntries(of: lives)
    let name = manifest(module).name
    let others = going.filter { $0 != module }.map { manifest($0).name.rawValue }
      .joined(separator: ", ")
    parts.logger.error(
      "failed: \(reason)\(others.isEmpty ? "" : "; stopped with it: \(others)")",
      metadata: ["gantry.module": "\(name)"])
  }

  func report(_ health: ModuleHealth, of name: ModuleName, _ life: LifeID?) {
    guard let module = assembly.index(of: name),
      driver?.read({ $0.isOpen && $0.modules[module].off == nil }) == true
    else { return }
    let new = health == .ready ? nil : health
    let isNews = state.withLock { state -> Bool? in
      guard state.contexts[module].life == life else { return nil }
      defer { state.reports[module] = new }
      return state.reports[module] != new
    }
    if health == .ready, isNews != nil { reportReady(module) }
    guard isNews == true else { return }
    let logger = context(of: module).logger
    if health == .ready { logger.debug("ready again") } else { logger.warning("\(health)") }
    supervision.healthChanged()
  }

  /// Returns the supervisor of a piece of work; nil if its module doesn't exist.
  func supervisor(of run: String, in name: ModuleName) -> Supervisor? {
    let runs = assembly.index(of: name).flatMap(instance)?.runs?.supervisors ?? []
    return runs.first { $0.name == run }?.supervisor
  }

  /// Describes the state of a module that has launched, if it is noteworthy.
  ///
  /// - Returns: A line for each noteworthy piece of work and for the module's own report, and
  ///   whether any of them has failed.
  func notes(on name: ModuleName) -> (lines: [String], hasFailed: Bool) {
    guard let module = assembly.index(of: name) else { return ([], false) }
    let report = state.withLock(\.reports[module])
    let runs = instance(module)?.runs?.supervisors ?? []
    var hasFailed = runs.contains { if case .failed = $0.supervisor.phase { true } else { false } }
    if case .failed? = report { hasFailed = true }
    return (
      runs.compactMap { $0.supervisor.note($0.name) } + [report].compactMap { $0?.description },
      hasFailed
    )
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
