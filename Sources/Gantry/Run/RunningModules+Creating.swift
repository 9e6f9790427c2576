// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import Synchronization

extension RunningModules {
  /// Creates a module, and attaches the handlers that hear events before it has launched.
  func create(_ module: Int) async throws {
    let manifest = assembly.manifests[module]
    let prepared = try await prepare(manifest)
    let context = context(of: module)
    var instance = try await manifest.instantiate(
      prepared.map { context.with($0) } ?? context)
    prepared?.removeAll()
    let handlers = instance.handlers
    instance.handlers = []
    guard keep(instance, of: module) else {
      // The stop no longer waited for the module, and will not shut it down.
      try? await instance.shutdown?()
      throw CancellationError()
    }
    if !events.attachAtOnce(manifest.name, handlers) {
      await events.attach(manifest.name, handlers)
    }
  }

  /// Keeps an instance; returns false if the shutdown has begun.
  private func keep(_ instance: ModuleInstance, of module: Int) -> Bool {
    state.withLock { state in
      guard state.lives.handle(.created(module)).isEmpty else { return false }
      state.instances[module] = instance
      return true
    }
  }

  /// Performs the work of a join, such as letting a function hear its events.
  ///
  /// - Parameter name: The node.
  /// - Returns: The rest of the work, which takes time; nil if everything is done.
  func join(_ name: String) -> (@concurrent @Sendable () async -> Void)? {
    guard let node = table[name], !state.withLock({ $0.lives.isOff(node) }),
      let work = table.work(of: node)
    else { return nil }
    switch work {
    case .finish(let module): return open(module)
    case .task: return nil
    case .listen(let module):
      let name = assembly.manifests[module].name
      return { await self.events.activate(name) }
    case .create(let module, _):
      let manifest = assembly.manifests[module]
      guard var instance = manifest.bindFunction?(context(of: module)) else { return nil }
      let handlers = instance.handlers
      instance.handlers = []
      guard keep(instance, of: module) else { return nil }
      if events.attachAtOnce(manifest.name, handlers) { return open(module) }
      return {
        await self.events.attach(manifest.name, handlers)
        await self.open(module)?()
      }
    }
  }

  /// Lets a module that has launched hear its events and answer its routes.
  ///
  /// - Returns: The rest of the work, if the main actor has to deliver events that are held; nil if
  ///   everything is done.
  private func open(_ module: Int) -> (@concurrent @Sendable () async -> Void)? {
    let manifest = assembly.manifests[module]
    let name = manifest.name
    // If after-ready tasks come first, a separate node lets the module hear events.
    let hearsLater = !manifest.tasksBeforeEvents.isEmpty
    guard !hearsLater && !events.activateAtOnce(name) else {
      attachRoutes(of: module)
      return nil
    }
    return {
      await self.events.activate(name)
      self.attachRoutes(of: module)
    }
  }

  private func attachRoutes(of module: Int) {
    // The router and the registry now have these parts, so the instance drops them.
    let instance = state.withLock { state -> ModuleInstance? in
      guard var rest = state.instances[module] else { return nil }
      let instance = rest
      rest.routes = instance.routes.filter { $0.typed != nil }
      rest.provisions = []
      state.instances[module] = rest
      return instance
    }
    guard let instance, !instance.routes.isEmpty else { return }
    router.attach(instance.routes, owner: assembly.manifests[module].name)
  }

  /// Creates the injected services that may take time, so that the module's `init` need not be
  /// asynchronous.
  private func prepare(_ manifest: ModuleManifest) async throws -> PreparedServices? {
    guard !manifest.injections.isEmpty else { return nil }
    let prepared = PreparedServices()
    for (request, obtain) in zip(manifest.injections, manifest.obtainers)
    where request.kind != .lazy && assembly.made.contains(request.type.id) {
      if let service = try await obtain(services) { prepared.add(service, for: request) }
    }
    return prepared
  }

  /// Provides a module's services, and lets it hear its events and answer its routes.
  func finish(_ module: Int) async throws {
    let manifest = assembly.manifests[module]
    guard let instance = instance(module) else { throw CancellationError() }
    do {
      // Among several providers of a type, only the chosen one provides it.
      let wiring = assembly.wiring
      for (service, provide) in zip(manifest.services, instance.provisions) {
        let isDecided = wiring.providers[service.type] == service
        guard isDecided || wiring.collected.contains(service) else { continue }
        try await provide(service, services, !isDecided)
      }
    } catch {
      withdraw(module)
      throw error
    }
    await open(module)?()
  }

  /// Begins an attempt of a task that returns a value.
  func begin(_ output: TaskOutput, of node: NodeID) {
    output.begin()
    state.withLock { $0.outputs[node] = output }
  }

  /// Ends an attempt of a task that returns a value, and provides the value if the task has
  /// succeeded and is the one provider of the type.
  func end(_ output: TaskOutput, of node: NodeID, hasSucceeded: Bool) {
    let provide = output.end()
    guard let provide, hasSucceeded, !isGone(node),
      assembly.wiring.providers[output.type]?.provider == output.task
    else { return }
    provide(services)
    // The modules may have been shut down in between.
    if isGone(node) { services.withdraw(by: output.task) }
  }

  /// Whether the module of a node is off, or all modules are being shut down.
  private func isGone(_ node: NodeID) -> Bool {
    state.withLock { $0.lives.isClosed || $0.lives.isOff(node) }
  }

  /// Withdraws the values of a module's tasks.
  func withdrawResults(of module: Int) {
    for result in assembly.manifests[module].tasks.compactMap(\.result) {
      services.withdraw(by: result.provider)
    }
  }
}
