// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import GantryText
internal import Logging

extension ModuleHost {
  /// The bodies of the nodes that need no instance of a module, by position.
  func bodies() -> [LaunchBody?] {
    wiring.plan.tasks.indices.map { node in
      guard !wiring.plan.tasks[node].isJoin, let work = work[node] else { return nil }
      return body(of: node, work).map { replaced($0, node) }
    }
  }

  private func replaced(_ body: LaunchBody, _ node: Int) -> LaunchBody {
    parts.hooks.replaceBody?(wiring.name(of: node), body) ?? body
  }

  private func body(of node: Int, _ work: LaunchAssembly.Work) -> LaunchBody? {
    let manifest = manifest(work.module)
    switch work {
    case .create(let module, let finishes):
      return step(of: manifest, creates: true, finishes: finishes) {
        try await self.overriding(module) {
          let life = try await self.create(module, at: node)
          if finishes { try await self.finish(module, life) }
        }
      }
    case .finish(let module):
      return step(of: manifest, creates: false, finishes: true) {
        try await self.overriding(module) {
          guard let life = self.state.withLock({ $0.lives[module] }) else {
            throw CancellationError()
          }
          try await self.finish(module, life)
        }
      }
    case .listen(let module):
      return .background { [name = manifest.name] in
        guard let life = self.state.withLock({ $0.lives[module] }) else { return }
        await self.events.activate(name, life: life)
      }
    case .report(let module):
      return .background { try await self.awaitReport(of: module) }
    case .task(let module, let index):
      guard manifest.kind == .function else { return nil }
      return taskBody(of: node, module, index) {
        manifest.bindFunction?(self.context(of: module))
      }
    }
  }

  /// Returns the body of a function's task, which is bound as it begins.
  private func taskBody(
    of node: Int, _ module: Int, _ index: Int, _ bind: @escaping @Sendable () -> ModuleInstance?
  ) -> LaunchBody {
    let task = { @Sendable () -> LaunchBody? in
      guard let instance = bind() else { return nil }
      if let output = instance.outputs[index] { self.begin(output, of: node) }
      return self.overriding(instance.tasks[index], module)
    }
    return switch manifest(module).tasks[index].form {
    case .main: .main { if case .main(let body)? = task() { try body() } }
    case .worker: .worker { if case .worker(let body)? = task() { try await body() } }
    case .background: .background { if case .background(let body)? = task() { try await body() } }
    case .callback:
      .callback { token in if case .callback(let body)? = task() { try await body(token) } }
    }
  }

  /// Returns the bodies of an instance's tasks, by node.
  private func bodies(
    of instance: ModuleInstance, _ module: Int
  ) -> [(node: Int, body: LaunchBody)] {
    wiring.modules[module].nodes.compactMap { node in
      guard case .task(_, let index)? = work[node], manifest(module).kind == .module else {
        return nil
      }
      var body = overriding(instance.tasks[index], module)
      if let output = instance.outputs[index] { body = beginning(output, body, of: node) }
      return (node, replaced(body, node))
    }
  }

  private func beginning(
    _ output: TaskOutput, _ body: LaunchBody, of node: Int
  ) -> LaunchBody {
    switch body {
    case .main(let run):
      .main {
        self.begin(output, of: node)
        try run()
      }
    case .worker(let run):
      .worker {
        self.begin(output, of: node)
        try await run()
      }
    case .background(let run):
      .background {
        self.begin(output, of: node)
        try await run()
      }
    case .callback(let run):
      .callback { token in
        self.begin(output, of: node)
        try await run(token)
      }
    }
  }

  /// Begins an attempt of a task that returns a value.
  private func begin(_ output: TaskOutput, of node: Int) {
    guard let driver, let module = wiring.module(of: node) else { return }
    let life = driver.read { $0.modules[module].life }
    output.begin()
    state.withLock { $0.outputs[node] = (output, life) }
  }

  /// Lets a body of a module that came back run with the service overrides of the task that
  /// requested it.
  private func overriding(_ body: LaunchBody, _ module: Int) -> LaunchBody {
    guard let overrides = state.withLock({ $0.overrides[module] }) else { return body }
    return switch body {
    case .main(let run):
      .main { try overrides.applySync(run) }
    case .worker(let run): .worker { try await overrides.apply(run) }
    case .background(let run): .background { try await overrides.apply(run) }
    case .callback(let run):
      .callback { token in try await overrides.apply { try await run(token) } }
    }
  }

  private func overriding(_ module: Int, _ body: () async throws -> Void) async throws {
    guard let overrides = state.withLock({ $0.overrides[module] }) else { return try await body() }
    try await overrides.apply(body)
  }

  private func step(
    of manifest: ModuleManifest, creates: Bool, finishes: Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> LaunchBody {
    manifest.mayBlock(creates: creates, finishes: finishes) ? .worker(body) : .background(body)
  }

  /// Creates a module, and attaches the handlers that hear events before it has launched.
  private func create(_ module: Int, at node: Int) async throws -> LifeID {
    let manifest = manifest(module)
    let prepared = try await prepare(manifest)
    let context = context(of: module)
    var instance = try await manifest.instantiate(prepared.map { context.with($0) } ?? context)
    prepared?.removeAll()
    let handlers = instance.handlers
    instance.handlers = []
    guard let life = keep(instance, of: module, at: node) else {
      // Nothing is shut down if the application is gone.
      guard !state.withLock(\.isDropped) else { throw CancellationError() }
      // The run is over, or what the module requires went off: nothing else shuts it down.
      let bound = manifest.shutdown?.options.timeout ?? parts.limit
      // In a task of its own: a stop may have cancelled this one, but not the shutdown.
      let entry = await Task { [instance] in
        await stop(manifest.name, instance, after: nil, within: bound) {}
      }.value
      if let failure = entry.failure {
        context.logger.warning("was created too late, and did not stop cleanly: \(failure)")
      }
      throw CancellationError()
    }
    if !events.attachAtOnce(manifest.name, handlers, life: life) {
      await events.attach(manifest.name, handlers, life: life)
    }
    return life
  }

  /// Keeps an instance; nil if it comes too late.
  private func keep(_ instance: ModuleInstance, of module: Int, at node: Int) -> LifeID? {
    guard let driver else { return nil }
    let life = driver.read { $0.modules[module].life }
    // Before the machine knows of it, since a stop may then shut it down at once.
    state.withLock { ($0.instances[module], $0.lives[module]) = (instance, life) }
    if driver.created(by: node, bodies(of: instance, module)) != nil { return life }
    extendLifetime(
      state.withLock { state in
        state.lives[module] = nil
        return exchange(&state.instances[module], with: nil)
      })
    return nil
  }

  func join(_ node: Int) -> (@concurrent @Sendable () async -> Void)? {
    switch work[node] {
    case .finish(let module):
      return state.withLock { $0.lives[module] }.flatMap { open(module, $0) }
    case .listen(let module):
      guard let life = state.withLock({ $0.lives[module] }) else { return nil }
      let name = manifest(module).name
      return { await self.events.activate(name, life: life) }
    case .create(let module, _):
      let manifest = manifest(module)
      guard var instance = manifest.bindFunction?(context(of: module)) else { return nil }
      let handlers = instance.handlers
      instance.handlers = []
      guard let life = keep(instance, of: module, at: node) else { return nil }
      if events.attachAtOnce(manifest.name, handlers, life: life) { return open(module, life) }
      return {
        await self.events.attach(manifest.name, handlers, life: life)
        await self.open(module, life)?()
      }
    case .report, .task, nil: return nil
    }
  }

  /// Lets a module that has launched hear its events and answer its routes.
  ///
  /// - Returns: The rest of the work, if the main actor has to deliver events that are held; nil if
  ///   everything is done.
  private func open(
    _ module: Int, _ life: LifeID
  ) -> (@concurrent @Sendable () async -> Void)? {
    let name = manifest(module).name
    // If after-ready tasks come first, a separate node lets the module hear events.
    let hearsLater = !manifest(module).tasksBeforeEvents.isEmpty
    guard !hearsLater && !events.activateAtOnce(name, life: life) else {
      attachRoutes(of: module, life)
      return nil
    }
    return {
      await self.events.activate(name, life: life)
      self.attachRoutes(of: module, life)
    }
  }

  private func attachRoutes(of module: Int, _ life: LifeID) {
    // The router and the registry now have these parts, so the instance drops them.
    let instance = state.withLock { state -> ModuleInstance? in
      guard state.lives[module] == life, var rest = state.instances[module] else { return nil }
      let instance = rest
      rest.routes = instance.routes.filter { $0.typed != nil }
      rest.interceptors = []
      rest.provisions = []
      state.instances[module] = rest
      return instance
    }
    guard let instance, manifest(module).hasRoutes else { return }
    router.attach(
      instance.routes, instance.interceptors, owner: manifest(module).name, life: life)
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
  private func finish(_ module: Int, _ life: LifeID) async throws {
    let manifest = manifest(module)
    guard let instance = instance(module) else { throw CancellationError() }
    do {
      // Among several providers of a type, only the chosen one provides it.
      let wiring = assembly.wiring
      for (service, provide) in zip(manifest.services, instance.provisions) {
        let isDecided = wiring.providers[service.type] == service
        guard isDecided || wiring.collected.contains(service) else { continue }
        // A stop may have given up on the service before this one.
        guard state.withLock({ $0.lives[module] == life }) else { throw CancellationError() }
        try await provide(ServiceProvision(service, isCollected: !isDecided, life: life), services)
      }
    } catch {
      services.withdraw(by: manifest.name, life: life)
      throw error
    }
    await open(module, life)?()
  }
}
