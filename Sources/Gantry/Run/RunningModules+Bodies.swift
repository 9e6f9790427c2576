// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension RunningModules {
  /// The bodies of a plan's nodes, by name.
  ///
  /// - Parameters:
  ///   - plan: A plan of the assembly's graph, or of a part of it.
  ///   - launch: Which launch it is: 0 for the application's own.
  func bodies(of plan: LaunchPlan, launch: Int = 0) -> [String: LaunchBody] {
    let table = table
    var bodies: [String: LaunchBody] = [:]
    for task in plan.tasks where !task.isJoin {
      let name = task.name
      guard let node = table[name], let work = table.work(of: node) else { continue }
      let body = RunningNode.marking(
        body(of: work, table.manifest(work.module)) { try self.begin(node, in: launch) },
        as: node, of: self)
      bodies[name] = hooks.replaceBody?(name, body) ?? body
    }
    return bodies
  }

  private func body(
    of work: LaunchAssembly.Work, _ manifest: ModuleManifest,
    _ begin: @escaping @Sendable () throws -> Void
  ) -> LaunchBody {
    switch work {
    case .create(let module, let finishes):
      step(of: manifest, creates: true, finishes: finishes) {
        try begin()
        try await self.create(module)
        if finishes { try await self.finish(module) }
      }
    case .finish(let module):
      step(of: manifest, creates: false, finishes: true) {
        try begin()
        try await self.finish(module)
      }
    case .listen:
      .background { [name = manifest.name] in
        try begin()
        await self.events.activate(name)
      }
    case .task(let module, let index):
      switch manifest.tasks[index].form {
      case .main:
        .main {
          try begin()
          if case .main(let body)? = self.taskBody(module, index) {
            try self.holdingMainLane(module, index, body)
          }
        }
      case .worker:
        .worker {
          try begin()
          if case .worker(let body)? = self.taskBody(module, index) { try await body() }
        }
      case .background:
        .background {
          try begin()
          if case .background(let body)? = self.taskBody(module, index) { try await body() }
        }
      case .callback:
        .callback { token in
          try begin()
          if case .callback(let body)? = self.taskBody(module, index) {
            try await body(token)
          }
        }
      }
    }
  }

  private func step(
    of manifest: ModuleManifest, creates: Bool, finishes: Bool,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> LaunchBody {
    manifest.mayBlock(creates: creates, finishes: finishes) ? .worker(body) : .background(body)
  }

  /// Notes that a node begins.
  ///
  /// - Throws: An error when its module is off, or a later launch has the node.
  private func begin(_ node: NodeID, in launch: Int) throws {
    do throws(ModuleLives.Refusal) {
      try attempt(.began(node, launch: launch))
    } catch {
      guard case .isOff(let module, let root) = error else { throw CancellationError() }
      let table = table
      throw ModuleIsOff(
        module: table.manifest(module).name, reason: table.offReason(module, root: root))
    }
  }

  /// The body of a task of a module that exists, or of a function, which needs no creation.
  private func taskBody(_ module: Int, _ index: Int) -> LaunchBody? {
    if let instance = instance(module) { return instance.tasks[index] }
    return assembly.manifests[module].bindFunction?(context(of: module)).tasks[index]
  }

  /// Runs a task on the main actor under its name, for the watch over the main actor.
  @MainActor
  private func holdingMainLane(
    _ module: Int, _ index: Int, _ body: @MainActor () throws -> Void
  ) throws {
    let (manifest, watch) = (assembly.manifests[module], events.stallWatch)
    let task = manifest.tasks[index]
    let number = watch.number(
      of: LaneHolder(
        kind: "task", module: manifest.name, name: task.name.rawValue, declaredAt: task.declaredAt))
    let outer = watch.enter(number)
    defer { watch.leave(outer) }
    try body()
  }
}

/// A module was to do something while it is switched off.
private struct ModuleIsOff: Error, CustomStringConvertible {
  let module: ModuleName
  let reason: String
  var description: String { "\(module) is \(reason)" }
}
