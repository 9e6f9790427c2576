// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Synchronization

extension ModuleCollection {
  /// Stops what was created, or some of it, last launched first.
  ///
  /// - Parameters:
  ///   - part: The modules to stop; nil stops all, and nothing more is created.
  ///   - limit: The longest time for one module that states none itself.
  ///   - total: The longest time for all of them together; nil bounds each on its own.
  ///   - clock: The clock of deadlines and durations.
  ///   - onStep: Told of each step; gives what to do when it takes a while.
  func shutdown(
    only part: Set<Int>? = nil, limit: Duration, within total: Duration? = nil,
    clock: any Clock<Duration>,
    onStep: (StopStep) -> @Sendable () -> Void = { _ in {} }
  ) async -> ShutdownReport {
    let instances = created.withLock { created in
      guard let part else {
        isClosed.withLock { $0 = true }
        return created
      }
      // Taken out at once: a stop that comes meanwhile does not stop them a second time.
      defer { created = created.filter { !part.contains($0.key) } }
      return created.filter { part.contains($0.key) }
    }
    var entries: [ShutdownReport.Entry] = []
    var probes: [LeakProbe] = []
    // Of each module its handlers and its shutdown, and at the end the main actor.
    var budget = total.map { StopBudget($0, steps: 2 * instances.count + 1, clock: clock) }
    func time(_ bound: Duration) -> Duration { budget?.next(bound) ?? bound }
    for module in launchOrder(of: instances).reversed() {
      let manifest = assembly.manifests[module]
      let bound = manifest.shutdown?.options.timeout ?? limit
      let late = await drain(
        manifest, within: time(bound), clock: clock, onWait: onStep(.handlers(manifest.name)))
      detachRoutes(of: manifest, because: "is stopping")
      if let instance = instances[module], manifest.kind == .module {
        entries.append(
          await Self.stop(
            manifest.name, instance, after: late, within: time(bound), clock: clock,
            onWait: onStep(.shutdown(manifest.name))))
      }
      if leaks != nil, let instance = instances[module] {
        probes += self.probes(manifest.name, instance)
      }
      withdraw(module)
      _ = created.withLock { $0.removeValue(forKey: module) }
    }
    if part == nil { results.close() }
    if events.keepsGone {
      // The modules are in the handlers; whoever blocks the main actor keeps them until it is free.
      _ = await Deadline.run(
        within: time(limit), clock: clock, onWait: onStep(.mainActor)
      ) { [events] in await events.letGo() }
    }
    leaks?.add(probes)
    return ShutdownReport(modules: entries)
  }

  /// Refers to what of a module is to go, and takes its services back.
  private func probes(_ name: ModuleName, _ instance: ModuleInstance) -> [LeakProbe] {
    let module = instance.module.flatMap { WeakReference($0) }
    // A module may provide itself.
    let services = services.withdrawReferring(by: name.rawValue)
      .filter { $0.object.id != module?.id }
    let routes = instance.routes.compactMap { route in
      route.typed.flatMap { WeakReference($0) }.map { (route.declaration.name, $0) }
    }
    return (module.map { [LeakProbe(module: name, part: .module, object: $0)] } ?? [])
      + services.map { LeakProbe(module: name, part: .service($0.type), object: $0.object) }
      + routes.map { LeakProbe(module: name, part: .route($0.0), object: $0.1) }
  }

  /// Lets a module handle what it has accepted; what it does not manage in time is dropped.
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
    events.discard(name, reason: "stopped")
    return "its event handlers \(late)"
  }

  private func launchOrder(of instances: [Int: ModuleInstance]) -> [Int] {
    let shape = shape
    return instances.keys.map { (shape.placeOfCreation(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
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
