// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// The time of one stop, divided among its steps so that none takes all of it.
struct StopBudget: Sendable {
  /// The time for all steps.
  let total: Duration
  private let elapsed: @Sendable () -> Duration
  private let steps: Int
  private var begun = 0

  /// Creates a budget, whose time starts now.
  ///
  /// - Parameters:
  ///   - total: The time for all steps.
  ///   - steps: The largest number of steps.
  ///   - clock: The clock that measures the time.
  init(_ total: Duration, steps: Int, clock: any Clock<Duration>) {
    self.init(total, steps: steps, elapsed: clock.stopwatch())
  }

  init(_ total: Duration, steps: Int, elapsed: @escaping @Sendable () -> Duration) {
    self.total = total
    self.steps = max(1, steps)
    self.elapsed = elapsed
  }

  /// Returns the longest time that the next step may take.
  ///
  /// Half of the total is reserved, in equal parts, for the steps to come. The other half goes to
  /// the steps that need it first.
  ///
  /// - Parameter bound: The step's own limit.
  mutating func next(_ bound: Duration) -> Duration {
    begun += 1
    let reserve = total / (2 * steps) * max(0, steps - begun)
    return max(.zero, min(bound, total - elapsed() - reserve))
  }
}

/// The step that a stop waits for.
enum StopStep: Sendable, Equatable {
  /// The end of launch tasks that were cancelled.
  case launch
  /// A module's handlers, which still have events to handle.
  case handlers(ModuleName)
  /// A module's long-running work; if there are several pieces, the names of those that have not
  /// ended.
  case runs(ModuleName, open: [String])
  /// A module's own shutdown.
  case shutdown(ModuleName)
  /// The main actor, which has to release handlers.
  case mainActor
}

extension StopStep: CustomStringConvertible {
  /// A hint on how long-running work can end sooner, if it is asked to end before it is cancelled.
  static let advice = """
    ; work that only checks for cancellation ends sooner inside `cancelWhenGracefulShutdown`
    """

  var description: String {
    switch self {
    case .launch: "launch tasks"
    case .handlers(let name): "the event handlers of \(name)"
    case .runs(let name, let open) where open.isEmpty: "the long-running work of \(name)"
    case .runs(let name, let open):
      "the long-running work of \(name) (\(open.joined(separator: ", ")))"
    case .shutdown(let name): "the shutdown of \(name)"
    case .mainActor: "the main actor"
    }
  }
}

/// How the modules of an application were stopped.
public struct ShutdownReport: Sendable, Equatable {
  /// The modules that had been created, in the order in which they were stopped.
  public let modules: [Entry]
  /// One line for each launch task that had not returned when the stop's time was up, with how long
  /// it had been running.
  ///
  /// The modules were stopped nevertheless.
  public private(set) var stillRunning: [String] = []
  /// How much of ``Application/Limits/stop`` was left at the end. It is nil if only a part of the
  /// application was stopped, or if there was nothing to stop.
  public private(set) var timeLeft: Duration?
  /// The module that requested the stop, with its reason; nil if no module did.
  public private(set) var request: StopRequest?

  init(modules: [Entry]) { self.modules = modules }

  /// How one module was stopped.
  public struct Entry: Sendable, Equatable {
    /// The module.
    public let name: ModuleName
    /// How long its shutdown function took.
    public let duration: Duration
    /// The error of its shutdown function, or a note that it did not end in time; nil if all went
    /// well.
    public let failure: String?
  }

  /// Returns the report with the launch tasks that the stop no longer waited for, and the time
  /// left.
  func with(_ stillRunning: [String], timeLeft: Duration, request: StopRequest?) -> Self {
    var report = self
    report.stillRunning = stillRunning
    report.timeLeft = timeLeft
    report.request = request
    return report
  }

  /// The modules that did not stop cleanly.
  public var failures: [Entry] { modules.filter { $0.failure != nil } }
}

extension RunningModules {
  /// Stops all modules, in reverse launch order; none is created any more.
  ///
  /// - Parameters:
  ///   - limit: The longest time for a module that declares none itself.
  ///   - total: The longest time for all modules together.
  ///   - clock: The clock of limits and durations.
  ///   - onStep: Called with each step; returns a closure that is called if the step takes a while.
  func close(
    limit: Duration, within total: Duration, clock: any Clock<Duration>,
    onStep: (StopStep) -> @Sendable () -> Void
  ) async -> ShutdownReport {
    var going: [Int] = []
    for case .shutDown(let modules) in handle(.closed) { going = modules }
    let report = await shutDown(going, limit: limit, within: total, clock: clock, onStep: onStep)
    for module in assembly.manifests.indices { withdrawResults(of: module) }
    return report
  }

  /// Stops modules that are no longer in use, in reverse launch order.
  ///
  /// - Parameters:
  ///   - modules: The modules; those that do not exist are passed over.
  ///   - limit: The longest time for a module that declares none itself.
  ///   - total: The longest time for all modules together; nil limits each separately.
  ///   - clock: The clock of limits and durations.
  ///   - onStep: Called with each step; returns a closure that is called if the step takes a while.
  func shutDown(
    _ modules: [Int], limit: Duration, within total: Duration? = nil,
    clock: any Clock<Duration>,
    onStep: (StopStep) -> @Sendable () -> Void = { _ in {} }
  ) async -> ShutdownReport {
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
    // The steps: the handlers, the work and the shutdown of each module, and finally the main
    // actor.
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
    // A function need not have an instance for its task to return a value.
    for module in modules { withdrawResults(of: module) }
    if events.keepsGone {
      // The handlers retain the modules, and are released on the main actor once it is free.
      _ = await Deadline.run(
        within: time(limit), clock: clock, onWait: onStep(.mainActor)
      ) { [events] in await events.letGo() }
    }
    leaks?.add(probes)
    return ShutdownReport(modules: entries)
  }

  /// Returns weak references to the objects of a module that should be released, and withdraws its
  /// services.
  private func probes(_ name: ModuleName, _ instance: ModuleInstance) -> [LeakProbe] {
    let module = instance.module.flatMap { WeakReference($0) }
    // A module may provide itself as a service.
    let services = services.withdrawReferring(by: name)
      .filter { $0.object.id != module?.id }
    let routes = instance.routes.compactMap { route in
      route.typed.flatMap { WeakReference($0) }.map { (route.declaration.name, $0) }
    }
    return (module.map { [LeakProbe(module: name, part: .module, object: $0)] } ?? [])
      + services.map { LeakProbe(module: name, part: .service($0.type), object: $0.object) }
      + routes.map { LeakProbe(module: name, part: .route($0.0), object: $0.1) }
  }

  /// Lets a module handle the events that it has accepted; events that are left after its time are
  /// dropped.
  private func drain(
    _ manifest: ModuleManifest, within bound: Duration, clock: any Clock<Duration>,
    onWait: @escaping @Sendable () -> Void
  ) async -> String? {
    let name = manifest.name
    guard !manifest.handlers.isEmpty else {
      // No events were accepted, so there is nothing to limit.
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

  /// Withdraws the services and routes of a module.
  func withdraw(_ module: Int) {
    let manifest = assembly.manifests[module]
    services.withdraw(by: manifest.name)
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
