// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryDiscovery
internal import Logging
internal import Synchronization

extension Application {
  /// Adds modules to the running application.
  ///
  /// They go through the same checks as at a start. Then they launch in the plan's order, hear
  /// events, and offer services and routes; they stop first, and start with the application from
  /// then on. What such a module requires is waited for; it comes too late to run before a module
  /// that has launched. Neither the module list nor `only` says anything of it.
  ///
  /// A module that is there already is passed over; ``enable(_:)`` starts one that is off. Called
  /// by a launch task, it begins and returns at once: others may wait for that task.
  ///
  /// - Parameter modules: The module types.
  /// - Returns: How they launched: a module may fail in that; nil when there was nothing to add.
  /// - Throws: ``ApplicationError/notRunning``, ``ApplicationError/faults(_:)`` with everything that
  ///   is wrong with the application and these modules together, and
  ///   ``ApplicationError/configuration(file:reason:)``. Nothing has changed then.
  @discardableResult
  public func add(
    _ modules: any Module.Type...
  ) async throws(ApplicationError) -> LaunchReport? {
    try await add(modules.map { $0.manifest })
  }

  /// Adds the modules and functions of images that were opened since the application was made, for
  /// example with `dlopen`, as ``add(_:)-(Module.Type...)`` does.
  ///
  /// - Returns: How they launched; nil when there was nothing to add.
  /// - Throws: As ``add(_:)-(Module.Type...)`` does.
  @discardableResult
  public func addLinkedModules() async throws(ApplicationError) -> LaunchReport? {
    try await add(LinkedRecords.scan().records.compactMap { $0.load(as: ModuleManifest.self) })
  }

  /// Adds manifests.
  package func add(_ found: [ModuleManifest]) async throws(ApplicationError) -> LaunchReport? {
    guard let asked = current else { throw .notRunning }
    let isAwaited = RunningNode.current(in: asked.modules) == nil
    let outcome = await turnstile.run { () async -> Result<LaunchReport?, ApplicationError> in
      do throws(ApplicationError) {
        guard let run = self.current, run.launch === asked.launch else { throw .notRunning }
        guard let launch = try self.extend(run, by: found) else { return .success(nil) }
        if isAwaited { await launch.waitUntilIdle() }
        return .success(launch.report())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Checks modules, and lets them launch; nil when all are there.
  private func extend(
    _ run: Run, by found: [ModuleManifest]
  ) throws(ApplicationError) -> LaunchRun? {
    let (old, new) = (inventory, inventory.adding(found))
    let coming = old.manifests.count..<new.manifests.count
    guard !coming.isEmpty || !new.faults.isEmpty else { return nil }
    let added = Array(new.manifests[coming])
    try configuration.include(added)
    let assembly = LaunchAssembly(
      new.manifests,
      skipped: run.modules.assembly.skipped.merging(skipped(added)) { own, _ in own },
      provided: provided.map(\.declaration), choices: new.choices, milestones: milestones)
    let table = router.table.adding(added.flatMap(\.routes))
    let faults =
      new.faults + assembly.faults + table.check().map(ApplicationFault.routing)
      + Self.written(assembly.graph.check(), assembly)
    guard faults.isEmpty, let whole = try? assembly.graph.plan(searchBudget: 0) else {
      throw .faults(faults)
    }
    linked.withLock { $0 = new }
    services.extend(by: added.flatMap(\.services), order: run.modules.table.places)
    router.extend(to: table)
    run.modules.extend(assembly, whole, application: self)
    let (graph, standIns) = assembly.graph(
      adding: coming, reached: run.modules.reached, standIn: run.modules.standIn)
    let launch = launch(Array(coming), by: graph, standIns: standIns, in: run)
    logger.debug("added", metadata: ["gantry.modules": "\(coming.count)"])
    return launch
  }
}

extension RunningModules {
  /// A node that waits for one of another launch; nil where that has succeeded.
  func standIn(for node: LaunchNode) -> LaunchNode? {
    let outcome = self.outcome(of: node.name)
    guard outcome != .succeeded else { return nil }
    var standIn = LaunchNode(
      node.name, stage: node.stage, isAsynchronous: true, declaredAt: node.declaredAt)
    if case .skipped(let reason)? = outcome, let module = assembly.module(of: node.name),
      offReason(of: module) == nil
    {
      standIn.skipped = node.skipped ?? reason
    }
    if case .milestone(let name)? = launchWait(for: node.name)?.state {
      standIn.edges = [.milestone(Milestone(name), declaredAt: node.declaredAt)]
    }
    return standIn
  }

  /// What a node does that waits for one of another launch.
  func bodyWaiting(for node: String) -> LaunchBody {
    .background {
      switch self.launchWait(for: node)?.state {
      case .stage(.onDemand), .stage(.idle): self.demand(node)
      default: break
      }
      guard let id = self.table[node], let outcome = await self.wait(for: id) else {
        throw CancellationError()
      }
      guard outcome == .succeeded else { throw NotLaunched(node: node, outcome: outcome) }
    }
  }
}

/// What an added module waits for did not launch.
private struct NotLaunched: Error, CustomStringConvertible {
  let node: String
  let outcome: LaunchOutcome
  var description: String { "\(node) \(outcome)" }
}
