// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// The modules of one run of an application: what each launch task does, and what has been created.
final class ModuleCollection: Sendable {
  let assembly: LaunchAssembly
  private let contexts: [ModuleContext]
  private let events: EventBus
  private let services: ServiceRegistry
  private let hooks: ApplicationHooks
  private let results = TaskResults()
  /// Guards the modules that exist, by their index in the assembly.
  private let created = Mutex<[Int: ModuleInstance]>([:])
  /// Whether the shutdown has begun; changed and read with `created` locked.
  private let isClosed = Mutex(false)

  init(_ assembly: LaunchAssembly, application: Application) {
    self.assembly = assembly
    events = application.events
    services = application.services
    hooks = application.hooks
    contexts = assembly.manifests.map { [results] manifest in
      var logger = application.logger
      logger[metadataKey: "gantry.module"] = "\(manifest.name)"
      return ModuleContext(
        name: manifest.name, logger: logger, events: application.events,
        services: application.services,
        values: application.values.scoped(to: manifest.name.rawValue),
        launch: application.launchOptions,
        configuration: application.configuration, findResources: manifest.resources,
        results: results)
    }
  }

  /// What each node of a plan does, by name.
  ///
  /// - Parameter plan: A plan of the assembly's graph.
  func bodies(of plan: LaunchPlan) -> [String: LaunchBody] {
    var bodies: [String: LaunchBody] = [:]
    for task in plan.tasks {
      guard let work = assembly.work[task.name] else { continue }
      let body = body(of: work)
      bodies[task.name] = hooks.replaceBody?(task.name, body) ?? body
    }
    return bodies
  }

  private func body(of work: LaunchAssembly.Work) -> LaunchBody {
    switch work {
    case .create(let module, let finishes):
      .background {
        try await self.create(module)
        if finishes { try await self.finish(module) }
      }
    case .finish(let module): .background { try await self.finish(module) }
    case .task(let module, let index):
      switch assembly.manifests[module].tasks[index].form {
      case .main:
        .main { if case .main(let body)? = self.taskBody(module, index) { try body() } }
      case .worker:
        .worker { if case .worker(let body)? = self.taskBody(module, index) { try await body() } }
      case .background:
        .background {
          if case .background(let body)? = self.taskBody(module, index) { try await body() }
        }
      case .callback:
        .callback { token in
          if case .callback(let body)? = self.taskBody(module, index) { try await body(token) }
        }
      }
    }
  }

  /// The modules that exist, in no particular order.
  var instances: [any Module] { created.withLock { $0.values.compactMap(\.module) } }

  /// Decides about what a task has returned, and lets go of what waits for a module that will not
  /// launch.
  ///
  /// - Parameters:
  ///   - name: The node that has settled.
  ///   - outcome: How.
  func settled(_ name: String, _ outcome: LaunchOutcome) async {
    guard let work = assembly.work[name] else { return }
    settleResult(of: work, outcome)
    guard outcome != .succeeded else { return }
    let module =
      switch work {
      case .create(let module, _), .finish(let module), .task(let module, _): module
      }
    let manifest = assembly.manifests[module]
    guard name == manifest.name.rawValue else { return }
    events.discard(manifest.name, reason: outcome.description)
  }

  /// Stops what was created, last launched first.
  ///
  /// - Parameters:
  ///   - order: Every node in launch order.
  ///   - limit: The longest time for one module that states none itself.
  ///   - clock: The clock of deadlines and durations.
  func shutdown(
    order: [String], limit: Duration, clock: any Clock<Duration>
  ) async -> ShutdownReport {
    let instances = created.withLock { created in
      isClosed.withLock { $0 = true }
      return created
    }
    var entries: [ShutdownReport.Entry] = []
    for module in launchOrder(of: instances, in: order).reversed() {
      let manifest = assembly.manifests[module]
      let bound = manifest.shutdown?.options.timeout ?? limit
      let late = await drain(manifest, within: bound, clock: clock)
      if let instance = instances[module], manifest.kind == .module {
        entries.append(
          await Self.stop(manifest.name, instance, after: late, within: bound, clock: clock))
      }
      withdraw(module)
      _ = created.withLock { $0.removeValue(forKey: module) }
    }
    results.close()
    return ShutdownReport(modules: entries)
  }

  private func settleResult(of work: LaunchAssembly.Work, _ outcome: LaunchOutcome) {
    guard case .task(let module, let index) = work else { return }
    let task = assembly.manifests[module].tasks[index]
    guard task.options.returns != nil else { return }
    results.settle(task.name.rawValue, hasSucceeded: outcome == .succeeded)
  }

  /// Lets a module handle what it has accepted; what it does not manage in time is dropped.
  private func drain(
    _ manifest: ModuleManifest, within bound: Duration, clock: any Clock<Duration>
  ) async -> String? {
    let name = manifest.name
    guard !manifest.handlers.isEmpty else {
      // Nothing was accepted: there is nothing to bound.
      await events.detach(name)
      return nil
    }
    let late = await Deadline.run(within: bound, clock: clock) { [events] in
      await events.detach(name)
    }
    guard let late else { return nil }
    events.discard(name, reason: "stopped")
    return "its event handlers \(late)"
  }

  private func create(_ module: Int) async throws {
    let manifest = assembly.manifests[module]
    let instance = try await manifest.instantiate(contexts[module])
    let isLate = created.withLock { created in
      if !isClosed.withLock({ $0 }) { created[module] = instance }
      return created[module] == nil
    }
    if isLate {
      // The stop did not wait for it any longer; nobody else will shut it down.
      try? await instance.shutdown?()
      throw CancellationError()
    }
    await events.attach(manifest.name, instance.handlers)
  }

  private func finish(_ module: Int) async throws {
    let manifest = assembly.manifests[module]
    guard let instance = instance(module) else { throw CancellationError() }
    do {
      // Of several providers of a type only the one that was decided on provides it.
      for (service, provide) in zip(manifest.services, instance.provisions)
      where assembly.wiring.providers[service.type] == service {
        try await provide(services)
      }
      for provide in instance.values { try await provide(contexts[module].values) }
    } catch {
      withdraw(module)
      throw error
    }
    await events.activate(manifest.name)
  }

  /// Takes back what a module offers to the others.
  private func withdraw(_ module: Int) {
    services.withdraw(by: assembly.manifests[module].name.rawValue)
    contexts[module].values.withdrawAll()
  }

  /// The body of a task of a module that exists, or of a function, which needs no creation.
  private func taskBody(_ module: Int, _ index: Int) -> LaunchBody? {
    if let instance = instance(module) { return instance.tasks[index] }
    return assembly.manifests[module].bindFunction?(contexts[module]).tasks[index]
  }

  private func instance(_ module: Int) -> ModuleInstance? {
    created.withLock { $0[module] }
  }

  private func launchOrder(of instances: [Int: ModuleInstance], in order: [String]) -> [Int] {
    var positions: [Int: Int] = [:]
    for (position, name) in order.enumerated() {
      if case .create(let module, _) = assembly.work[name] { positions[module] = position }
    }
    return instances.keys.sorted {
      (positions[$0] ?? 0, $0) < (positions[$1] ?? 0, $1)
    }
  }

  private static func stop(
    _ name: ModuleName, _ instance: ModuleInstance, after late: String?,
    within bound: Duration, clock: any Clock<Duration>
  ) async -> ShutdownReport.Entry {
    guard let shutdown = instance.shutdown else {
      return ShutdownReport.Entry(name: name, duration: .zero, failure: late)
    }
    let outcome = Mutex<String?>(nil)
    let duration = await clock.measure {
      let failure = await Deadline.run(within: bound, clock: clock, shutdown)
      outcome.withLock { $0 = failure }
    }
    return ShutdownReport.Entry(
      name: name, duration: duration, failure: outcome.withLock { $0 } ?? late)
  }
}
