// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import Logging

extension Application {
  /// Switches a module off while the application runs.
  ///
  /// Modules that require it are also switched off, in reverse launch order. Each handles the
  /// events that it has accepted and runs its shutdown function. Then its services are gone. A
  /// module that only wants it or uses it lazily stays, and keeps the services that it was given.
  /// The plan shows all of them as skipped until the module is switched on
  /// again, or the application is restarted. Later tasks of other modules that require one of them
  /// are skipped if their turn comes meanwhile. They run when it is switched on again.
  ///
  /// As long as a task of these modules runs, or will run without a demand, the module is still
  /// launching, and nothing is switched off. A task that has timed out does not count.
  ///
  /// The change is accepted or refused at once, whatever other changes are under way; then this
  /// waits until the modules are gone. In an event handler, a launch task, long-running work or a
  /// shutdown function of such a module, it doesn't wait for that module, for those that it requires
  /// and that were created before it, and for those that leave after one of them.
  ///
  /// - Parameter name: The module or function.
  /// - Returns: The modules that were switched off, in this order; none when the module was already
  ///   off.
  /// - Throws: ``ModuleSwitchError``; nothing has changed in that case.
  @discardableResult
  public func disable(
    _ name: ModuleName
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    let (run, module) = try find(name)
    let (answer, _) = await run.driver.change(.switchedOff(module), by: run.host.caller)
    if case .refused(let refusal) = answer { throw error(refusal, module, in: run) }
    guard case .leaving(_, let going, let lives) = answer else {
      return ModuleSwitchReport(run.host.manifest(module).name)
    }
    let name = run.host.manifest(module).name
    if !going.isEmpty {
      logger.debug(
        "switched off", metadata: ["gantry.module": "\(name)", "gantry.modules": "\(going.count)"])
    }
    return ModuleSwitchReport(
      name, going.map { run.host.manifest($0).name }, run.host.takeEntries(of: lives))
  }

  /// Switches a module on again, with those that were switched off because of it.
  ///
  /// New instances of the modules launch in the plan's order. There is no limit for that; the log
  /// names the tasks after ``Limits/launchWarning``. A module that did not launch tries
  /// again, and so do those that require it. A module that was switched off by its own name
  /// stays off, and so does one that requires something else that is off.
  ///
  /// - Parameter name: The module or function.
  /// - Returns: The modules that came back, and the report of their launch, in which a module may
  ///   have failed. None when the module was already on, went off again, or requires one that is off;
  ///   nor in code of a module that has to be gone first.
  /// - Throws: ``ModuleSwitchError``; nothing has changed in that case.
  @discardableResult
  public func enable(
    _ name: ModuleName
  ) async throws(ModuleSwitchError) -> ModuleSwitchReport {
    let (run, module) = try find(name)
    let name = run.host.manifest(module).name
    run.host.request(module)
    let warnings = Task { await warn(of: name, in: run) }
    let (answer, end) = await run.driver.change(.switchedOn(module), by: run.host.caller)
    warnings.cancel()
    if case .refused(let refusal) = answer { throw error(refusal, module, in: run) }
    var shutdown = ShutdownReport(modules: [])
    if case .returning(_, let lives) = answer { shutdown = run.host.takeEntries(of: lives) }
    if end == .nothing { throw .notRunning }
    // Another change may have switched it off again, or it was already on.
    guard case .returned(let coming) = end, !coming.group.isEmpty else {
      return ModuleSwitchReport(name, [], shutdown)
    }
    logger.debug(
      "switched on",
      metadata: ["gantry.module": "\(name)", "gantry.modules": "\(coming.group.count)"])
    return ModuleSwitchReport(
      name, coming.group.map { run.host.manifest($0).name }, shutdown,
      launch: run.driver.report(of: coming))
  }

  /// Logs the tasks that run while a module comes back, at doubling intervals, until the task is
  /// cancelled.
  private func warn(of name: ModuleName, in run: Run) async {
    guard var interval = limits.launchWarning, interval > .zero else { return }
    var passed = Duration.zero
    while (try? await clock.wait(for: interval)) != nil {
      passed += interval
      interval *= 2
      let waits = OpenWaits(run.driver.openWaits.filter { !$0.isDormant }).lines
      logger.warning(
        "not back after \(passed.text): \(waits.joined(separator: "; "))",
        metadata: ["gantry.module": "\(name)"])
    }
  }

  /// Finds the module of a name, and the run that a change applies to.
  private func find(_ name: ModuleName) throws(ModuleSwitchError) -> (run: Run, module: Int) {
    guard let module = inventory.manifests.firstIndex(where: { $0.name == name }) else {
      var names = LinkedNames(inventory.manifests)
      throw .unknown(name: name, near: names.near(name))
    }
    guard let run = current else { throw .notRunning }
    return (run, module)
  }

  private func error(
    _ refusal: Machine.Refusal, _ module: Int, in run: Run
  ) -> ModuleSwitchError {
    let name = run.host.manifest(module).name
    let names = { (modules: [Int]) in modules.map { run.host.manifest($0).name } }
    return switch refusal {
    case .stillLaunching(let node): .stillLaunching(name: run.driver.wiring.part(node))
    case .essential(let path): .essential(path: names(path))
    case .notLaunched: .notLaunched(name: name, chain: explain(name).chain)
    case .requires(let others): .requires(name: name, off: names(others))
    case .stale, .circle, .over: .notRunning
    }
  }
}
