// SPDX-License-Identifier: Apache-2.0

internal import GantryRouting
internal import GantryServices
internal import Synchronization

extension RunningModules {
  /// Launches the module that provides a service, with its on-demand tasks, or the task that returns
  /// it, and waits for that.
  ///
  /// - Parameters:
  ///   - type: The service.
  ///   - consumer: The module that will use it; nil outside of modules.
  /// - Throws: ``ServiceError`` if the module did not launch, or waits for the consumer itself.
  func start(_ type: ServiceType, for consumer: ModuleName?) async throws(ServiceError) {
    guard let name = assembly.wiring.providers[type]?.provider, name != consumer,
      let provider = table[name.rawValue]
    else { return }
    let user = consumer.flatMap { table[$0.rawValue] }
    do throws(ModuleLives.Refusal) {
      try attempt(.needed(provider, by: user))
    } catch {
      guard case .circle(let path) = error else { throw .cancelled(type: type.name) }
      throw .cycle(type: type.name, path: path.map { ModuleName(table.name(of: $0)) })
    }
    defer { if let user { handle(.obtained(provider, by: user)) } }
    for node in table.awaited(of: provider) {
      guard let outcome = await wait(for: node) else { throw .cancelled(type: type.name) }
      if outcome != .succeeded {
        throw notStarted(type, ModuleName(table.name(of: node)), outcome)
      }
    }
  }

  /// Starts each module that waits for its first use as soon as an event is held for it. This
  /// includes modules for which events are already held.
  func startAtEvents() {
    events.onDemand { [weak self] name in
      guard let self else { return }
      guard table.plan.task(named: name.rawValue)?.stage == .onDemand,
        let whole = table[name.rawValue]
      else { return }
      handle(.needed(whole, by: nil))
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
    guard let whole = table[owner.rawValue] else { return .allowed {} }
    guard let caller = RunningNode.current(in: self) else {
      handle(.needed(whole, by: nil))
      return .allowed {}
    }
    do throws(ModuleLives.Refusal) {
      try attempt(.needed(whole, by: caller))
      return .allowed { [weak self] in self?.handle(.obtained(whole, by: caller)) }
    } catch {
      handle(.needed(whole, by: nil))
      guard case .circle(let path) = error else { return .allowed {} }
      return .endless(
        because: """
          waits for the task that calls it (\(path.map(table.name).joined(separator: " → "))). \
          Call the function directly, or make the task .afterReady
          """)
    }
  }

  /// Returns the error of a service whose module did not launch, or whose task did not return it;
  /// nil if it has launched, or still may.
  func end(of provider: ModuleName, providing type: ServiceType) -> ServiceError? {
    // Among several providers, only the chosen one counts.
    guard assembly.wiring.providers[type]?.provider == provider,
      let outcome = outcome(of: provider.rawValue)
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
    guard case .blocked(let names) = outcome, let root = names.last else {
      let reason = outcome.text(of: provider.rawValue)
      return .notStarted(type: type.name, provider: provider, chain: [], reason: reason)
    }
    var chain = [provider]
    for name in names {
      let part = table[name].map(table.part) ?? ModuleName(name)
      if part != chain.last { chain.append(part) }
    }
    return .notStarted(
      type: type.name, provider: provider, chain: Array(chain.dropFirst()),
      reason: self.outcome(of: root).map { "\($0)" })
  }

  /// Returns the module that a node belongs to.
  func owner(of node: String) -> ModuleName? {
    table[node].flatMap(table.module(of:)).map { table.manifest($0).name }
  }
}
