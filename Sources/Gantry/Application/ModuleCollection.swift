// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// The modules of one run of an application: what each launch task does, and what has been created.
final class ModuleCollection: Sendable {
  let ledger = LaunchLedger()
  /// Guards what the run is made of.
  let shapes: Mutex<Shape>
  let events: EventBus
  let services: ServiceRegistry
  let router: Router
  private let hooks: ApplicationHooks
  /// Looks whether what was stopped goes; nil looks at nothing.
  let leaks: LeakWatch?
  let results = TaskResults()
  /// Guards the modules that exist, by their index in the assembly.
  let created = Mutex<[Int: ModuleInstance]>([:])
  /// Who carries the plan out, and parts of it again.
  let runs = LaunchRuns()
  /// Guards what is off and what runs.
  let switches = Mutex(Switches())
  /// Guards what waits for which modules at this moment, beside the edges of the graph: modules that
  /// launch for the services of others, and tasks for their routes.
  let lazyWaits = Mutex<[String: [String]]>([:])
  /// Whether the shutdown has begun; changed and read with `created` locked.
  let isClosed = Mutex(false)

  init(_ assembly: LaunchAssembly, _ plan: LaunchPlan, application: Application) {
    events = application.events
    services = application.services
    router = application.router
    hooks = application.hooks
    leaks = application.leaks
    shapes = Mutex(
      Shape(
        assembly, plan,
        contexts: Self.contexts(of: assembly.manifests[...], application, results)))
  }

  var shape: Shape { shapes.withLock { $0 } }
  var assembly: LaunchAssembly { shape.assembly }

  /// What each node of a plan does, by name.
  ///
  /// - Parameters:
  ///   - plan: A plan of the assembly's graph, or of a part of it.
  ///   - launch: Which launch it is: 0 for the application's own.
  func bodies(of plan: LaunchPlan, launch: Int = 0) -> [String: LaunchBody] {
    var bodies: [String: LaunchBody] = [:]
    for task in plan.tasks where !task.isJoin {
      // The name alone: a closure would keep all of the task.
      let name = task.name
      guard let work = assembly.work[name] else { continue }
      let body = RunningNode.marking(
        body(of: work) { try self.begin(name, in: launch) }, as: name)
      bodies[name] = hooks.replaceBody?(name, body) ?? body
    }
    return bodies
  }

  /// Takes the launch that is going to run the bodies.
  func begin(_ launch: LaunchRun) {
    runs.add(launch)
    services.prepare(order: shape.places) { [weak self] type, consumer throws(ServiceError) in
      try await self?.start(type, for: consumer)
    }
    router.onDemand { [weak self] owner in
      guard let self else { return .allowed {} }
      demand(ModuleName(owner))
      return routeWait(for: owner)
    }
    startAtEvents()
  }

  private func body(
    of work: LaunchAssembly.Work, _ begin: @escaping @Sendable () throws -> Void
  ) -> LaunchBody {
    switch work {
    case .create(let module, let finishes):
      step(of: module, creates: true, finishes: finishes) {
        try begin()
        try await self.create(module)
        if finishes { try await self.finish(module) }
      }
    case .finish(let module):
      step(of: module, creates: false, finishes: true) {
        try begin()
        try await self.finish(module)
      }
    case .listen(let module):
      .background {
        try begin()
        await self.events.activate(self.assembly.manifests[module].name)
      }
    case .task(let module, let index):
      switch assembly.manifests[module].tasks[index].form {
      case .main:
        .main {
          try begin()
          if case .main(let body)? = self.taskBody(module, index) {
            try self.holdingMainLane(module, index, body)
          }
        }
      case .worker:
        .worker {
          try begin()
          if case .worker(let body)? = self.taskBody(module, index) { try await body() }
        }
      case .background:
        .background {
          try begin()
          if case .background(let body)? = self.taskBody(module, index) { try await body() }
        }
      case .callback:
        .callback { token in
          try begin()
          if case .callback(let body)? = self.taskBody(module, index) {
            try await body(token)
          }
        }
      }
    }
  }

  private func step(
    of module: Int, creates: Bool, finishes: Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> LaunchBody {
    assembly.manifests[module].mayBlock(creates: creates, finishes: finishes)
      ? .worker(body) : .background(body)
  }

  /// The modules that exist, in no particular order.
  var instances: [any Module] { created.withLock { $0.values.compactMap(\.module) } }

  /// Under which names the configuration stands of what exists.
  var sections: [ModuleName] {
    let manifests = assembly.manifests
    return created.withLock { $0.keys.map { manifests[$0].section } }
  }

  /// Decides about what a task has returned, and lets go of what waits for a module that will not
  /// launch.
  ///
  /// - Parameters:
  ///   - name: The node that has settled.
  ///   - outcome: How.
  ///   - launch: In which launch.
  func settled(_ name: String, _ outcome: LaunchOutcome, in launch: Int = 0) {
    // What was switched off since has been settled by that, and launches anew.
    guard isOn(name, in: launch) else { return }
    defer {
      ledger.settle(name, outcome)
      switches.withLock { _ = $0.running.remove(name) }
    }
    guard let work = assembly.work[name] else { return }
    settleResult(of: work, outcome)
    guard outcome != .succeeded else { return }
    let module =
      switch work {
      case .create(let module, _), .finish(let module), .listen(let module), .task(let module, _):
        module
      }
    let manifest = assembly.manifests[module]
    if case .listen = work { events.discard(manifest.name, reason: outcome.description) }
    guard name == manifest.name.rawValue else { return }
    events.discard(manifest.name, reason: outcome.description)
    detachRoutes(of: manifest, because: outcome.description)
  }

  private func settleResult(of work: LaunchAssembly.Work, _ outcome: LaunchOutcome) {
    guard case .task(let module, let index) = work else { return }
    let task = assembly.manifests[module].tasks[index]
    guard task.options.returns != nil else { return }
    results.settle(task.name.rawValue, hasSucceeded: outcome == .succeeded)
  }

  /// Takes back what a module offers to the others.
  func withdraw(_ module: Int) {
    services.withdraw(by: assembly.manifests[module].name.rawValue)
    shape.contexts[module].values.withdrawAll()
    let reason = offReason(of: module).map { "is \($0)" } ?? "has stopped"
    detachRoutes(of: assembly.manifests[module], because: reason)
  }

  /// Runs a task on the main actor under its name, for who looks at what holds it.
  @MainActor
  private func holdingMainLane(
    _ module: Int, _ index: Int, _ body: @MainActor () throws -> Void
  ) throws {
    let (manifest, watch) = (assembly.manifests[module], events.stallWatch)
    let task = manifest.tasks[index]
    let number = watch.number(
      of: LaneHolder(
        kind: "task", module: manifest.name, name: task.name.rawValue, declaredAt: task.declaredAt))
    let outer = watch.enter(number)
    defer { watch.leave(outer) }
    try body()
  }

  /// The body of a task of a module that exists, or of a function, which needs no creation.
  private func taskBody(_ module: Int, _ index: Int) -> LaunchBody? {
    if let instance = instance(module) { return instance.tasks[index] }
    return assembly.manifests[module].bindFunction?(shape.contexts[module]).tasks[index]
  }

  func instance(_ module: Int) -> ModuleInstance? {
    created.withLock { $0[module] }
  }
}
