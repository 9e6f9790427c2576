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
  /// - Throws: ``ApplicationError/notRunning``, ``ApplicationError/notAdded(_:)`` with everything that
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
  /// An image with a faulty module is left out as a whole, and the others are added. Its faults are
  /// thrown once, after that; it is tried again at each call, since a later image may bring the
  /// module that it requires.
  ///
  /// - Returns: How they launched; nil when there was nothing to add.
  /// - Throws: As ``add(_:)-(Module.Type...)`` does, for the images that were left out.
  @discardableResult
  public func addLinkedModules() async throws(ApplicationError) -> LaunchReport? {
    var images: [String: [ModuleManifest]] = [:]
    for record in LinkedRecords.scan().records {
      guard let manifest = record.load(as: ModuleManifest.self) else { continue }
      images[record.image, default: []].append(manifest)
    }
    return try await add(images)
  }

  /// Adds manifests.
  package func add(_ found: [ModuleManifest]) async throws(ApplicationError) -> LaunchReport? {
    try await extendRun { run throws(ApplicationError) in try self.extend(run, by: found) }
  }

  /// Adds the manifests of several images, by the path of the image.
  package func add(
    _ images: [String: [ModuleManifest]]
  ) async throws(ApplicationError) -> LaunchReport? {
    let refusal = Mutex<ApplicationError?>(nil)
    let report = try await extendRun { run throws(ApplicationError) in
      let sound = self.sound(among: images, run) { error in refusal.withLock { $0 = error } }
      return try self.extend(run, by: sound)
    }
    if let error = refusal.withLock({ $0 }) { throw error }
    return report
  }

  /// Carries out one change of the running application after the other.
  private func extendRun(
    _ change: @escaping @Sendable (Run) throws(ApplicationError) -> LaunchRun?
  ) async throws(ApplicationError) -> LaunchReport? {
    guard let asked = current else { throw .notRunning }
    let isAwaited = RunningNode.current(in: asked.modules) == nil
    let outcome = await turnstile.run { () async -> Result<LaunchReport?, ApplicationError> in
      do throws(ApplicationError) {
        guard let run = self.current, run.launch === asked.launch else { throw .notRunning }
        guard let launch = try change(run) else { return .success(nil) }
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
    let change = try Extension(of: self, run, by: found)
    guard !change.coming.isEmpty || !change.faults.isEmpty else { return nil }
    guard change.faults.isEmpty, let whole = try? change.assembly.graph.plan(searchBudget: 0)
    else { throw .notAdded(change.faults) }
    linked.withLock { $0 = change.inventory }
    services.extend(by: change.added.flatMap(\.services), order: run.modules.table.places)
    router.extend(to: change.table)
    run.modules.extend(change.assembly, whole, application: self)
    let (graph, standIns) = change.assembly.graph(
      adding: change.coming, reached: run.modules.reached, standIn: run.modules.standIn)
    let launch = launch(Array(change.coming), by: graph, standIns: standIns, in: run)
    logger.debug("added", metadata: ["gantry.modules": "\(change.coming.count)"])
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
