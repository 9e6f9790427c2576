// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Synchronization

extension RunningModules {
  /// Returns the bodies of nodes, by name.
  ///
  /// - Parameter tasks: The nodes, as in the plan.
  func bodies(of tasks: some Sequence<LaunchPlan.Task>) -> [String: LaunchBody] {
    var bodies: [String: LaunchBody] = [:]
    for task in tasks where !task.isJoin {
      let name = task.name
      guard let node = table[name], let work = table.work(of: node) else { continue }
      let body = RunningNode.marking(
        overriding(body(of: node, work) { try self.begin(node) }, of: node),
        as: node, of: self)
      bodies[name] = hooks.replaceBody?(name, body) ?? body
    }
    return bodies
  }

  private func body(
    of node: NodeID, _ work: LaunchAssembly.Work,
    _ begin: @escaping @Sendable () throws -> ModuleInstance?
  ) -> LaunchBody {
    let manifest = table.manifest(work.module)
    switch work {
    case .create(let module, let finishes):
      return step(of: manifest, creates: true, finishes: finishes) {
        _ = try begin()
        try await self.create(module)
        if finishes { try await self.finish(module) }
      }
    case .finish(let module):
      return step(of: manifest, creates: false, finishes: true) {
        _ = try begin()
        try await self.finish(module)
      }
    case .listen:
      return .background { [name = manifest.name] in
        _ = try begin()
        await self.events.activate(name)
      }
    case .task(let module, let index):
      let task = { @Sendable () throws -> LaunchBody? in
        let instance = try begin() ?? manifest.bindFunction?(self.context(of: module))
        if let output = instance?.outputs[index] { self.begin(output, of: node) }
        return instance?.tasks[index]
      }
      return switch manifest.tasks[index].form {
      case .main:
        .main {
          if case .main(let body)? = try task() { try body() }
        }
      case .worker:
        .worker {
          if case .worker(let body)? = try task() { try await body() }
        }
      case .background:
        .background {
          if case .background(let body)? = try task() { try await body() }
        }
      case .callback:
        .callback { token in
          if case .callback(let body)? = try task() { try await body(token) }
        }
      }
    }
  }

  /// Runs the body of a node that came back with the service overrides of the task that requested
  /// it.
  private func overriding(_ body: LaunchBody, of node: NodeID) -> LaunchBody {
    switch body {
    case .main(let run):
      .main {
        guard let overrides = self.overrides(of: node) else { return try run() }
        try ServiceOverrides.$current.withValue(overrides, operation: run)
      }
    case .worker(let run): .worker { try await self.run(node, run) }
    case .background(let run): .background { try await self.run(node, run) }
    case .callback(let run):
      .callback { token in try await self.run(node) { try await run(token) } }
    }
  }

  private func run(_ node: NodeID, _ body: () async throws -> Void) async throws {
    guard let overrides = overrides(of: node) else { return try await body() }
    try await overrides.apply(body)
  }

  private func overrides(of node: NodeID) -> ServiceOverrides? {
    guard hasReturned.load(ordering: .acquiring) else { return nil }
    return state.withLock { $0.overrides[node] }
  }

  private func step(
    of manifest: ModuleManifest, creates: Bool, finishes: Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> LaunchBody {
    manifest.mayBlock(creates: creates, finishes: finishes) ? .worker(body) : .background(body)
  }

  /// Records that a node begins.
  ///
  /// - Returns: The instance of its module, if there is one; a function needs no creation.
  /// - Throws: An error if its module, or one that it requires, is off.
  private func begin(_ node: NodeID) throws -> ModuleInstance? {
    // Not through `attempt`: every body passes here, and takes the lock only once this way.
    let (actions, instance) = state.withLock { state in
      (state.lives.handle(.began(node)), table.module(of: node).flatMap { state.instances[$0] })
    }
    guard case .refuse(.isOff(let module, let root))? = actions.first else { return instance }
    throw refusal(of: node, as: module, root)
  }

  /// Returns the error of a node that must not begin, since its module or one that it requires is
  /// off.
  private func refusal(
    of node: NodeID, as module: Int, _ root: Int
  ) -> LaunchRefusal {
    let (name, missing) = (table.name(of: node), table.manifest(module).name.rawValue)
    let reason = state.withLock { $0.lives.offReason(module, root: root) }
    guard table.module(of: node) != module else { return LaunchRefusal(name, reason) }
    guard let failure = failure(of: module) else {
      return LaunchRefusal(name, requiring: missing, reason)
    }
    // If the required module is off because another one failed, the chain goes on to that one.
    guard case .blocked(let rest) = failure.outcome else {
      return LaunchRefusal(blockedBy: [missing])
    }
    return LaunchRefusal(blockedBy: [missing] + rest)
  }
}
