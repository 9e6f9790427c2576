// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryRouting
internal import Synchronization

extension ModuleCollection {
  /// Launches the module that provides a service, with its on-demand tasks, and waits for it.
  ///
  /// - Parameters:
  ///   - type: The service.
  ///   - consumer: The module that will use it; nil outside of modules.
  /// - Throws: ``ServiceError``: the module did not launch, or waits for the consumer itself.
  func start(_ type: ServiceType, for consumer: String?) async throws(ServiceError) {
    guard let provider = assembly.wiring.providers[type]?.provider, provider != consumer
    else { return }
    let plan = shape.plan
    let names = nodes(of: provider, in: plan)
    let open = names.filter { ledger.outcome(of: $0) == nil }
    let consumer = open.isEmpty ? nil : consumer.flatMap { isLaunching($0) ? $0 : nil }
    if let consumer {
      let path = beginWait(of: consumer, for: provider, in: plan)
      if let path { throw .cycle(type: type.name, path: path) }
    }
    defer { if let consumer { endWait(of: consumer, for: provider) } }
    for name in open { runs.demand(name) }
    for name in names {
      guard let outcome = await ledger.wait(for: name) else { throw .cancelled(type: type.name) }
      if outcome != .succeeded {
        throw .notStarted(type: type.name, provider: name, chain: chain(of: outcome, for: name))
      }
    }
  }

  /// Starts each module that waits for its first use when an event is held for it; also those for
  /// which something is held already.
  func startAtEvents() {
    events.onDemand { [weak self] name in
      guard let self, shape.plan.task(named: name.rawValue)?.stage == .onDemand
      else { return }
      demand(name)
    }
  }

  /// Notes that a launch task waits for a module, one of whose routes it calls.
  ///
  /// - Parameter module: The module that handles the route.
  /// - Returns: The circle where the module waits for the task that calls, if only by way of others
  ///   that wait for a route or a service: nobody would ever go on.
  func routeWait(for module: String) -> RouteWait {
    let plan = shape.plan
    guard let caller = RunningNode.current, ledger.outcome(of: caller) == nil
    else { return .allowed {} }
    guard let path = beginWait(of: caller, for: module, in: plan) else {
      return .allowed { [weak self] in self?.endWait(of: caller, for: module) }
    }
    return .endless(
      because: "waits for the task that calls it (\(path.joined(separator: " → "))). Call the "
        + "function itself, or make the task .afterReady")
  }

  /// The module's own node, and its on-demand tasks that wait for no milestone.
  func nodes(of module: String, in plan: LaunchPlan) -> [String] {
    let owner = assembly.module(of: module)
    let tasks = plan.tasks.filter { task in
      task.name != module && assembly.module(of: task.name) == owner
        && task.declaredStage == .onDemand && task.skipped.isEmpty && task.milestones.isEmpty
    }
    return [module] + tasks.map(\.name)
  }

  /// From what a module waits for down to what the root cause did.
  private func chain(of outcome: LaunchOutcome, for module: String) -> [String] {
    guard case .blocked(let names) = outcome, let root = names.last else {
      return ["\(outcome)"]
    }
    var chain = [module]
    for name in names.map({ self.part($0).rawValue }) where name != chain.last {
      chain.append(name)
    }
    return Array(chain.dropFirst()) + (ledger.outcome(of: root).map { ["\($0)"] } ?? [])
  }

  private func isLaunching(_ module: String) -> Bool { ledger.outcome(of: module) == nil }

  /// Notes that a module or a task waits, so that the other one finds the circle if it comes to
  /// wait, too.
  ///
  /// - Returns: The circle that the wait would close; nothing is noted then.
  private func beginWait(
    of consumer: String, for provider: String, in plan: LaunchPlan
  ) -> [String]? {
    lazyWaits.withLock { waits in
      if let path = circle(from: provider, to: consumer, waits, in: plan) { return path }
      waits[consumer, default: []].append(provider)
      return nil
    }
  }

  private func endWait(of consumer: String, for provider: String) {
    lazyWaits.withLock { waits in
      guard let place = waits[consumer]?.firstIndex(of: provider) else { return }
      waits[consumer]?.remove(at: place)
    }
  }

  /// The way from a consumer that is still launching, over what it waits for, back to itself.
  private func circle(
    from provider: String, to consumer: String, _ waits: [String: [String]], in plan: LaunchPlan
  ) -> [String]? {
    let places = Dictionary(
      plan.tasks.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    guard let start = places[provider] else { return nil }
    let module = assembly.index(of: ModuleName(consumer))
    var cameFrom: [Int: Int] = [start: start]
    var open = [start]
    while let node = open.popLast() {
      let name = plan.tasks[node].name
      if name == consumer || module != nil && assembly.module(of: name) == module {
        var path = [consumer]
        var step = node
        while let previous = cameFrom[step], previous != step {
          step = previous
          path.append(plan.tasks[step].name)
        }
        return [consumer] + path.reversed()
      }
      // What a module waits for that has launched holds nobody up.
      let lazily = isLaunching(name) ? waits[name, default: []].compactMap { places[$0] } : []
      for next in plan.tasks[node].dependencies.map(\.position) + lazily
      where cameFrom[next] == nil {
        cameFrom[next] = node
        open.append(next)
      }
    }
    return nil
  }
}
