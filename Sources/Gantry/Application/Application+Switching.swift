// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import Logging

extension Application {
  /// Switches a module off while the application runs.
  ///
  /// Modules that require it are also switched off, in reverse launch order. Each handles the
  /// events that it has accepted and runs its shutdown function. Then its services and shared
  /// values are gone. A module that only wants it or uses it lazily stays, and keeps the services
  /// that it was given. The plan shows all of them as skipped until the module is switched on
  /// again, or the application is restarted. Later tasks of other modules that require one of them
  /// are skipped if their turn comes meanwhile. They run when it is switched on again.
  ///
  /// As long as a task of these modules runs, or will run without a demand, the module is still
  /// launching, and nothing is switched off. A task that has timed out does not count.
  ///
  /// In an event handler or the long-running work of such a module, call this method in a new task.
  /// Otherwise, it would wait for itself, up to that module's limit.
  ///
  /// - Parameter name: The module or function.
  /// - Returns: The modules that were switched off, in this order; none when the module was already
  ///   off.
  /// - Throws: ``ModuleSwitchError``; nothing has changed in that case.
  @discardableResult
  public func disable(
    _ name: ModuleName
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    try await change(name) { application, run, module, _ throws(ModuleSwitchError) in
      let report = try await application.disable(module, in: run)
      return { () throws(ModuleSwitchError) in report }
    }
  }

  /// Switches a module on again, with those that were switched off because of it.
  ///
  /// New instances of the modules launch in the plan's order. A module that did not launch tries
  /// again, with those that failed because of it. A module that was switched off by its own name
  /// stays off, and so does one that requires something else that is off.
  ///
  /// - Parameter name: The module or function.
  /// - Returns: The modules that came back, and the report of their launch, in which a module may
  ///   have failed. None when the module was already on.
  /// - Throws: ``ModuleSwitchError``; nothing has changed in that case.
  @discardableResult
  public func enable(
    _ name: ModuleName
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    try await change(name) { application, run, module, isInside throws(ModuleSwitchError) in
      let change = try await application.enable(module, isInside: isInside, in: run)
      return { () throws(ModuleSwitchError) in
        await change.part?.waitUntilIdle()
        return try application.report(change, in: run)
      }
    }
  }

  /// Waits for the effects of a change, and reports them.
  private typealias Ending =
    @concurrent @Sendable () async throws(ModuleSwitchError) -> ModuleSwitchReport

  /// Lets changes through one after the other; a change applies only to its run.
  private func change(
    _ name: ModuleName,
    _ body:
      @escaping @Sendable (Application, Run, Int, Bool) async throws(ModuleSwitchError)
      -> Ending
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    let known = inventory.meaning(of: name)
    guard let module = inventory.manifests.firstIndex(where: { $0.name == known }) else {
      let meanings = inventory.names.meanings(of: name)
      var names = LinkedNames(inventory.manifests)
      throw .unknown(name: name, near: meanings.isEmpty ? names.near(name) : meanings)
    }
    guard let asked = current else { throw .notRunning }
    // The change itself runs in its own task.
    let isInside = RunningNode.isInside
    return try await turnstile.attempt(isInside: isInside) {
      () async throws(ModuleSwitchError) -> Ending in
      guard let run = self.current, run.launch === asked.launch else { throw .notRunning }
      return try await body(self, run, module, isInside)
    } wait: { ending throws(ModuleSwitchError) in
      try await ending()
    }
  }

  private func disable(
    _ module: Int, in run: Run
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    let name = inventory.manifests[module].name
    let going: [Int]
    do throws(ModuleSwitchError) {
      going = try run.modules.switchOff(module)
    } catch {
      guard case .notLaunched = error else { throw error }
      throw .notLaunched(name: name, chain: explain(name).chain)
    }
    // From now on, it is off by its own name.
    guard !going.isEmpty else { return try report(name, [], in: run) }
    let shutdown = await run.modules.shutDown(going, limit: limits.shutdown, clock: clock)
    logger.debug(
      "switched off", metadata: ["gantry.module": "\(name)", "gantry.modules": "\(going.count)"])
    return try report(name, going, shutdown, in: run)
  }

  /// Modules that come back, and their launch, which has begun; nil if the module is already on.
  private struct Return: Sendable {
    let name: ModuleName
    var coming: [Int] = []
    var shutdown = ShutdownReport(modules: [])
    var part: LaunchPart?
  }

  private func enable(
    _ module: Int, isInside: Bool, in run: Run
  ) async throws(ModuleSwitchError) -> Return {
    var change = Return(name: inventory.manifests[module].name)
    let modules = run.modules
    let (going, coming) = try modules.switchOn(module)
    guard !coming.isEmpty else { return change }
    change.coming = coming
    change.shutdown = await modules.shutDown(going, limit: limits.shutdown, clock: clock)
    change.part = await launch(coming, isInside: isInside, in: run)
    guard change.part != nil else { throw .notRunning }
    return change
  }

  private func report(_ change: Return, in run: Run) throws(ModuleSwitchError) -> ModuleSwitchReport
  {
    guard let part = change.part else { return try report(change.name, [], in: run) }
    logger.debug(
      "switched on",
      metadata: [
        "gantry.module": "\(change.name)", "gantry.modules": "\(change.coming.count)",
      ])
    return try report(
      change.name, change.coming, change.shutdown, launch: run.launch.report(of: part), in: run)
  }

  /// Gives modules back to the launch.
  ///
  /// - Parameters:
  ///   - coming: Modules that come back.
  ///   - isInside: Whether a task of the launch waits for them.
  ///   - run: The run.
  /// - Returns: Their part of the launch, which goes on; nil when the run has ended.
  private func launch(
    _ coming: [Int], isInside: Bool, in run: Run
  ) async -> LaunchPart? {
    let modules = run.modules
    let table = modules.table
    // A body of a module that is off may be about to begin; it is refused, and ends.
    await run.launch.waitForEnd(of: coming.flatMap(table.nodes(of:)).map(\.place))
    for module in coming {
      let manifest = table.manifest(module)
      events.declare(
        manifest.name, order: table.place(of: module), handlers: manifest.handlers)
    }
    let part = modules.takeBack(coming, isInside: isInside)
    return part
  }

  private func report(
    _ name: ModuleName, _ modules: [Int],
    _ shutdown: ShutdownReport = ShutdownReport(modules: []), launch: LaunchReport? = nil,
    in run: Run
  ) throws(ModuleSwitchError) -> ModuleSwitchReport {
    let rest = run.modules.assembly.without(run.modules.offReasons)
    guard let plan = try? plan(of: rest) else {
      throw .notLaunched(name: name, chain: explain(name).chain)
    }
    return ModuleSwitchReport(
      name: name, modules: modules.map { inventory.manifests[$0].name }, shutdown: shutdown,
      launch: launch, plan: plan)
  }
}
