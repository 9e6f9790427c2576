// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryRouting
internal import GantryServices
internal import GantrySupport

extension ModuleHost {
  /// Launches the module that provides a service, with its on-demand tasks, or the task that returns
  /// it, and waits for that.
  ///
  /// - Parameters:
  ///   - type: The service.
  ///   - consumer: The module that will use it; nil outside of modules.
  /// - Throws: ``ServiceError`` if the module did not launch, or waits for the consumer itself.
  func start(_ type: ServiceType, for consumer: ModuleName?) async throws(ServiceError) {
    guard let driver, let name = assembly.wiring.providers[type]?.provider, name != consumer,
      let provider = node(name)
    else { return }
    let user = consumer.flatMap(node)
    if case .refused(.circle(let path)) = driver.take(.needed(.provider(provider), by: user)) {
      throw .cycle(type: type.name, path: path.map(wiring.name))
    }
    defer { if let user { driver.take(.obtained(.provider(provider), by: user)) } }
    for node in wiring.awaited(of: provider) {
      guard let outcome = await driver.outcome(of: node) else { throw .cancelled(type: type.name) }
      if outcome != .succeeded {
        throw notStarted(type, wiring.name(of: node), outcome)
      }
    }
  }

  /// Starts each module that waits for its first use as soon as an event is held for it. This
  /// includes modules for which events are already held.
  func startAtEvents() {
    events.onDemand { [weak self] name in
      guard let self, let node = node(name), wiring.isWhole(node),
        wiring.plan.tasks[node].stage == .onDemand
      else { return }
      driver?.take(.needed(.provider(node), by: nil))
    }
  }

  /// Starts the module of a route that is called, if it waits for its first use. Records that a
  /// launch task waits for it.
  ///
  /// - Parameter owner: The module that handles the route.
  /// - Returns: Whether the call may wait. It may not if the module waits for the calling task,
  ///   directly or through other waits for routes or services: they would wait for each other
  ///   forever.
  func expectRoutes(of owner: ModuleName) -> RouteWait {
    guard let driver, let node = node(owner) else { return .allowed {} }
    let caller = callingNode
    guard case .refused(.circle(let path)) = driver.take(.needed(.provider(node), by: caller))
    else {
      guard let caller else { return .allowed {} }
      return .allowed { driver.take(.obtained(.provider(node), by: caller)) }
    }
    driver.take(.needed(.provider(node), by: nil))
    return .endless(
      because: """
        waits for the task that calls it (\(steps(path))). \
        Call the function directly, or \(advice(path))
        """)
  }

  private func steps(_ path: [Int]) -> String {
    path.map { wiring.name(of: $0).rawValue }.joined(separator: " → ")
  }

  /// How the first task of a circle gets out of it, as a clause.
  private func advice(_ path: [Int]) -> String {
    path.first.map(isReport) == true
      ? "report that the work is ready before" : "make the task .afterReady"
  }

  /// Decides whether a URL from outside may wait until the app is ready, when the interceptors are
  /// known that modules add while they launch.
  ///
  /// - Returns: Whether the URL may wait. It may not if *ready* waits for the calling task.
  func expectReady() -> RouteWait {
    guard let driver, let caller = callingNode else { return .allowed {} }
    guard case .refused(.circle(let path)) = driver.take(.needed(.ready, by: caller)) else {
      return .allowed { driver.take(.obtained(.ready, by: caller)) }
    }
    return .endless(
      because: """
        answers URLs from outside once all before-ready tasks have ended, and this URL comes from \
        one of them (\(steps(path))). Call the route with \
        router.call, or \(advice(path))
        """)
  }

  /// Returns the error of a service whose module did not launch, or whose task did not return it;
  /// nil if it has launched, or still may.
  func end(of provider: ModuleName, providing type: ServiceType) -> ServiceError? {
    // Among several providers, only the chosen one counts.
    guard assembly.wiring.providers[type]?.provider == provider,
      let outcome = outcome(of: provider)
    else { return nil }
    guard outcome == .succeeded else { return notStarted(type, provider, outcome) }
    guard let declared = assembly.wiring.providers[type], declared.isResult else { return nil }
    return .failed(type: type.name, provider: provider, message: "it has returned no value")
  }

  /// Returns an error with the chain from a provider's dependency down to the outcome of the root
  /// cause.
  private func notStarted(
    _ type: ServiceType, _ provider: ModuleName, _ outcome: LaunchOutcome
  ) -> ServiceError {
    guard case .blocked(let names, _) = outcome, let root = names.last else {
      let reason = outcome.text(of: provider)
      return .notStarted(type: type.name, provider: provider, chain: [], reason: reason)
    }
    var chain = [provider]
    for name in names {
      let part = node(name).map(wiring.part) ?? name
      if part != chain.last { chain.append(part) }
    }
    return .notStarted(
      type: type.name, provider: provider, chain: Array(chain.dropFirst()),
      reason: self.outcome(of: root).map { "\($0)" })
  }
}

extension LaunchAssembly {
  /// Returns what a machine needs to know of the modules, with the work of each node.
  func wiring(
    of plan: LaunchPlan, quarantined: Set<Int>
  ) -> (wiring: Wiring, work: [LaunchAssembly.Work?]) {
    let nodes = plan.tasks.indices
    // By index, since copying each task would cost more than the lookup.
    let work = nodes.map { self.work[plan.tasks[$0].name.rawValue] }
    var positions: [String: Int] = [:]
    var owned = [[Int]](repeating: [], count: manifests.count)
    positions.reserveCapacity(nodes.count)
    for node in nodes {
      positions[plan.tasks[node].name.rawValue] = node
      if let module = work[node]?.module { owned[module].append(node) }
    }
    let requirements = requirements(in: plan)
    let modules = manifests.indices.map { module in
      let manifest = manifests[module]
      return Wiring.Module(
        name: manifest.name, nodes: owned[module], launch: positions[manifest.name.rawValue],
        start: positions[Self.head(of: manifest)] ?? .max,
        creation: positions[Self.creation(of: manifest)] ?? 0,
        isEssential: manifest.options.isEssential,
        requirements: requirements[module, default: []].sorted())
    }
    let places = work.map { $0.map { place(of: $0) } }
    return (Wiring(plan, modules: modules, work: places, quarantined: quarantined), work)
  }

  private func place(of work: Work) -> Wiring.Work {
    let manifest = manifests[work.module]
    switch work {
    case .create(_, let finishes):
      return Wiring.Work(
        module: work.module, part: finishes ? .wholeLaunch : .creation, isToldOfSuccess: false)
    case .finish: return Wiring.Work(module: work.module, part: .launch, isToldOfSuccess: false)
    case .listen: return Wiring.Work(module: work.module, part: .listening, isToldOfSuccess: false)
    case .report: return Wiring.Work(module: work.module, part: .task, isToldOfSuccess: false)
    case .task(_, let index):
      return Wiring.Work(
        module: work.module, part: .task, isToldOfSuccess: manifest.tasks[index].result != nil)
    }
  }
}
