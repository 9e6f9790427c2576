// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantryLaunch
internal import GantryServices
internal import GantrySupport
internal import Logging

extension ModuleHost {
  /// The bodies of the nodes that need no instance of a module, by position.
  func bodies() -> [LaunchBody?] {
    wiring.plan.tasks.indices.map { node in
      guard !wiring.plan.tasks[node].isJoin, let work = work[node] else { return nil }
      return body(of: node, work).map { wrapped($0, node) }
    }
  }

  /// Returns a body with the replacement of a test host, and with the service overrides of the run.
  private func wrapped(_ body: LaunchBody, _ node: Int) -> LaunchBody {
    let body = parts.hooks.replaceBody?(wiring.name(of: node), body) ?? body
    return overrides.map { body.overriding($0) } ?? body
  }

  private func body(of node: Int, _ work: LaunchAssembly.Work) -> LaunchBody? {
    let manifest = manifest(work.module)
    switch work {
    case .create(let module, let finishes):
      return step(of: manifest, creates: true, finishes: finishes) {
        try await self.create(module, at: node)
        if finishes { try await self.finish(module) }
      }
    case .finish(let module):
      return step(of: manifest, creates: false, finishes: true) { try await self.finish(module) }
    case .listen:
      return .background { await self.events.activate(manifest.name, run: self.run) }
    case .report(let module):
      return .background { try await self.awaitReport(of: module) }
    case .task(let module, let index):
      guard manifest.kind == .function else { return nil }
      return taskBody(of: node, manifest.tasks[index].form, index) {
        manifest.bindFunction?(self.contexts[module])
      }
    }
  }

  /// Returns the body of a function's task, which is bound as it begins.
  private func taskBody(
    of node: Int, _ form: ModuleManifest.LaunchTask.Form, _ index: Int,
    _ bind: @escaping @Sendable () -> ModuleInstance?
  ) -> LaunchBody {
    let task = { @Sendable () -> LaunchBody? in
      guard let instance = bind() else { return nil }
      if let output = instance.outputs[index] { self.begin(output, of: node) }
      return instance.tasks[index]
    }
    return switch form {
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
      var body = instance.tasks[index]
      if let output = instance.outputs[index] {
        body = body.preceded { self.begin(output, of: node) }
      }
      return (node, wrapped(body, node))
    }
  }

  /// Begins an attempt of a task that returns a value.
  private func begin(_ output: TaskOutput, of node: Int) {
    output.begin()
    state.withLock { $0.outputs[node] = output }
  }

  private func step(
    of manifest: ModuleManifest, creates: Bool, finishes: Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> LaunchBody {
    manifest.mayBlock(creates: creates, finishes: finishes) ? .worker(body) : .background(body)
  }

  /// Creates a module, and attaches its handlers, of which some hear events before it has launched.
  private func create(_ module: Int, at node: Int) async throws {
    let manifest = manifest(module)
    let prepared = try await prepare(manifest)
    let context = contexts[module]
    var instance = try await manifest.instantiate(prepared.map { context.with($0) } ?? context)
    prepared?.removeAll()
    let handlers = overriding(instance.handlers)
    instance.handlers = []
    guard keep(instance, of: module, at: node) else {
      // Nothing is shut down if the application is gone.
      guard !state.withLock(\.isDropped) else { throw CancellationError() }
      // It has timed out, or the modules are being shut down: nothing else shuts it down.
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
    if !events.attachAtOnce(manifest.name, handlers, run: run) {
      await events.attach(manifest.name, handlers, run: run)
    }
    if manifest.options.events == .afterInit, !events.activateAtOnce(manifest.name, run: run) {
      await events.activate(manifest.name, run: run)
    }
  }

  /// Lets the handlers that a mailbox serves see the service overrides of the run. Any other handler
  /// sees those of the sender.
  private func overriding(_ handlers: [EventHandler]) -> [EventHandler] {
    guard let overrides else { return handlers }
    return handlers.map { handler in
      handler.mailed(
        toMain: { body in try overrides.applySync(body) },
        toBackground: { body in try await overrides.apply(body) })
    }
  }

  /// Keeps an instance; false if it comes too late.
  private func keep(_ instance: ModuleInstance, of module: Int, at node: Int) -> Bool {
    guard let driver else { return false }
    // Before the machine knows of it, since a stop may then shut it down at once.
    state.withLock { $0.instances[module] = instance }
    if driver.created(by: node, bodies(of: instance, module)) { return true }
    extendLifetime(state.withLock { exchange(&$0.instances[module], with: nil) })
    return false
  }

  func join(_ node: Int) -> (@concurrent @Sendable () async -> Void)? {
    switch work[node] {
    case .finish(let module): return open(module)
    case .listen(let module):
      let name = manifest(module).name
      return { await self.events.activate(name, run: self.run) }
    case .create(let module, _):
      let manifest = manifest(module)
      guard var instance = manifest.bindFunction?(contexts[module]) else { return nil }
      let handlers = overriding(instance.handlers)
      instance.handlers = []
      guard keep(instance, of: module, at: node) else { return nil }
      if events.attachAtOnce(manifest.name, handlers, run: run) { return open(module) }
      return {
        await self.events.attach(manifest.name, handlers, run: self.run)
        await self.open(module)?()
      }
    case .report, .task, nil: return nil
    }
  }

  /// Lets a module that has launched hear its events and answer its routes.
  ///
  /// - Returns: The rest of the work, if the main actor has to deliver events that are held; nil if
  ///   everything is done.
  private func open(_ module: Int) -> (@concurrent @Sendable () async -> Void)? {
    let name = manifest(module).name
    // If after-ready tasks come first, a separate node lets the module hear events.
    let hearsLater = !manifest(module).tasksBeforeEvents.isEmpty
    guard !hearsLater && !events.activateAtOnce(name, run: run) else {
      attachRoutes(of: module)
      return nil
    }
    return {
      await self.events.activate(name, run: self.run)
      self.attachRoutes(of: module)
    }
  }

  private func attachRoutes(of module: Int) {
    // The router and the registry now have these parts, so the instance drops them.
    let instance = state.withLock { state -> ModuleInstance? in
      guard var rest = state.instances[module] else { return nil }
      let instance = rest
      rest.routes = instance.routes.filter { $0.typed != nil }
      rest.interceptors = []
      rest.provisions = []
      state.instances[module] = rest
      return instance
    }
    guard let instance, manifest(module).hasRoutes else { return }
    router.attach(instance.routes, instance.interceptors, owner: manifest(module).name, run: run)
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
  private func finish(_ module: Int) async throws {
    let manifest = manifest(module)
    guard let instance = instance(module) else { throw CancellationError() }
    do {
      // Among several providers of a type, only the chosen one provides it.
      let wiring = assembly.wiring
      for (service, provide) in zip(manifest.services, instance.provisions) {
        let isDecided = wiring.providers[service.type] == service
        guard isDecided || wiring.collected.contains(service) else { continue }
        // A stop may have given up on the service before this one.
        guard self.instance(module) != nil else { throw CancellationError() }
        try await provide(ServiceProvision(service, isCollected: !isDecided, run: run), services)
      }
    } catch {
      services.withdraw(by: manifest.name, run: run)
      throw error
    }
    await open(module)?()
  }
}

extension LaunchBody {
  /// Returns a body that does something first.
  fileprivate func preceded(by first: @escaping @Sendable () -> Void) -> Self {
    switch self {
    case .main(let run):
      .main {
        first()
        try run()
      }
    case .worker(let run):
      .worker {
        first()
        try await run()
      }
    case .background(let run):
      .background {
        first()
        try await run()
      }
    case .callback(let run):
      .callback { token in
        first()
        try await run(token)
      }
    }
  }

  /// Returns a body that sees service overrides.
  fileprivate func overriding(_ overrides: ServiceOverrides) -> Self {
    switch self {
    case .main(let run): .main { try overrides.applySync(run) }
    case .worker(let run): .worker { try await overrides.apply(run) }
    case .background(let run): .background { try await overrides.apply(run) }
    case .callback(let run):
      .callback { token in try await overrides.apply { try await run(token) } }
    }
  }
}
