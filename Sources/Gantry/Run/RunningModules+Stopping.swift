// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

extension RunningModules {
  /// Stops all modules, last launched first; nothing more is created.
  ///
  /// - Parameters:
  ///   - limit: The longest time for one module that states none itself.
  ///   - total: The longest time for all of them together.
  ///   - clock: The clock of deadlines and durations.
  ///   - onStep: Called with each step; returns the action for a step that takes a while.
  func close(
    limit: Duration, within total: Duration, clock: any Clock<Duration>,
    onStep: (StopStep) -> @Sendable () -> Void
  ) async -> ShutdownReport {
    var going: [Int] = []
    for case .shutDown(let modules) in handle(.closed) { going = modules }
    let report = await shutDown(going, limit: limit, within: total, clock: clock, onStep: onStep)
    results.close()
    return report
  }

  /// Stops modules that are not in use any more, last launched first.
  ///
  /// - Parameters:
  ///   - modules: The modules; those that do not exist are passed over.
  ///   - limit: The longest time for one module that states none itself.
  ///   - total: The longest time for all of them together; nil bounds each on its own.
  ///   - clock: The clock of deadlines and durations.
  ///   - onStep: Called with each step; returns the action for a step that takes a while.
  func shutDown(
    _ modules: [Int], limit: Duration, within total: Duration? = nil,
    clock: any Clock<Duration>,
    onStep: (StopStep) -> @Sendable () -> Void = { _ in {} }
  ) async -> ShutdownReport {
    let table = table
    var instances = state.withLock { state in
      var instances: [Int: ModuleInstance] = [:]
      for module in modules {
        guard let instance = state.instances[module] else { continue }
        instances[module] = instance
        state.instances[module] = nil
      }
      return instances
    }
    var entries: [ShutdownReport.Entry] = []
    var probes: [LeakProbe] = []
    // Of each module its handlers, its work and its shutdown, and at the end the main actor.
    let steps = 2 * instances.count + instances.values.count { $0.runs != nil } + 1
    var budget = total.map { StopBudget($0, steps: steps, clock: clock) }
    func time(_ bound: Duration) -> Duration { budget?.next(bound) ?? bound }
    for module in table.orderedByCreation(instances.keys).reversed() {
      let manifest = table.manifest(module)
      let bound = manifest.shutdown?.options.timeout ?? limit
      var late = await drain(
        manifest, within: time(bound), clock: clock, onWait: onStep(.handlers(manifest.name)))
      if let runs = instances[module]?.runs {
        late =
          await runs.stop(
            within: time(bound), clock: clock,
            onWait: onStep(.runs(manifest.name, open: runs.openNames))) ?? late
      }
      detachRoutes(of: manifest, because: "is stopping")
      let instance = instances.removeValue(forKey: module)
      if let instance, manifest.kind == .module || late != nil {
        entries.append(
          await Self.stop(
            manifest.name, instance, after: late, within: time(bound), clock: clock,
            onWait: onStep(.shutdown(manifest.name))))
      }
      if leaks != nil, let instance {
        probes += self.probes(manifest.name, instance)
      }
      withdraw(module)
    }
    if events.keepsGone {
      // The handlers hold the modules, and are released on the main actor once it is free.
      _ = await Deadline.run(
        within: time(limit), clock: clock, onWait: onStep(.mainActor)
      ) { [events] in await events.letGo() }
    }
    leaks?.add(probes)
    return ShutdownReport(modules: entries)
  }

  /// Refers to the objects of a module that should go, and takes its services back.
  private func probes(_ name: ModuleName, _ instance: ModuleInstance) -> [LeakProbe] {
    let module = instance.module.flatMap { WeakReference($0) }
    // A module may provide itself.
    let services = services.withdrawReferring(by: name)
      .filter { $0.object.id != module?.id }
    let routes = instance.routes.compactMap { route in
      route.typed.flatMap { WeakReference($0) }.map { (route.declaration.name, $0) }
    }
    return (module.map { [LeakProbe(module: name, part: .module, object: $0)] } ?? [])
      + services.map { LeakProbe(module: name, part: .service($0.type), object: $0.object) }
      + routes.map { LeakProbe(module: name, part: .route($0.0), object: $0.1) }
  }

  /// Lets a module handle the events that it has accepted; those left after its time are dropped.
  private func drain(
    _ manifest: ModuleManifest, within bound: Duration, clock: any Clock<Duration>,
    onWait: @escaping @Sendable () -> Void
  ) async -> String? {
    let name = manifest.name
    guard !manifest.handlers.isEmpty else {
      // Nothing was accepted: there is nothing to bound.
      await events.detach(name)
      return nil
    }
    let late = await Deadline.run(within: bound, clock: clock, onWait: onWait) { [events] in
      await events.detach(name)
    }
    guard let late else { return nil }
    events.discard(name, reason: "has stopped")
    return "its event handlers \(late)"
  }

  /// Takes back the services, values and routes of a module.
  func withdraw(_ module: Int) {
    let (manifest, context) = (assembly.manifests[module], context(of: module))
    services.withdraw(by: manifest.name)
    context.values.withdrawAll()
    detachRoutes(of: manifest, because: stopReason(of: module))
  }

  private func stopReason(of module: Int) -> String {
    failure(of: module)?.outcome.predicate(of: "") ?? offReason(of: module).map { "is \($0.words)" }
      ?? "has stopped"
  }

  private static func stop(
    _ name: ModuleName, _ instance: ModuleInstance, after late: String?,
    within bound: Duration, clock: any Clock<Duration>, onWait: @escaping @Sendable () -> Void
  ) async -> ShutdownReport.Entry {
    guard let shutdown = instance.shutdown else {
      return ShutdownReport.Entry(name: name, duration: .zero, failure: late)
    }
    let elapsed = clock.stopwatch()
    let failure = await Deadline.run(within: bound, clock: clock, onWait: onWait, shutdown)
    return ShutdownReport.Entry(name: name, duration: elapsed(), failure: failure ?? late)
  }
}
