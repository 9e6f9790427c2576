// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import Logging
internal import Synchronization

extension Application {
  /// Sets the scopes that the long-running work of modules runs in, so that a stop can ask it to
  /// end.
  ///
  /// - Parameter scopes: Creates a scope for one call; nil lets a stop cancel the work.
  package func setRunScopes(_ scopes: (@Sendable () -> any RunScope)?) {
    life.withLock { $0.runScopes = scopes }
  }

  func makeRunScope() -> (any RunScope)? { life.withLock(\.runScopes)?() }

  /// Handles the failure of a module that had launched, once all launching tasks of the module and
  /// its dependents have ended: modules that require it stop with it, and an essential module among
  /// them ends the application.
  func fail(because reason: String, _ post: RunPost) async {
    while let run = run(of: post.supervision) {
      // This goes ahead of changes that wait for a launch: the launch may wait for this module, and
      // an essential failure ends the app at once.
      let obstacle = await turnstile.run(isInside: true) { await self.leave(post, reason) }
      guard let obstacle, await run.modules.wait(for: obstacle) != nil else { return }
    }
  }

  /// Stops a module that has failed.
  ///
  /// Nothing happens if the module was switched off meanwhile, even if it has come back.
  ///
  /// - Returns: A node that is still launching, and that has to end first; nil if there is none.
  private func leave(_ post: RunPost, _ reason: String) async -> NodeID? {
    guard let run = run(of: post.supervision),
      run.modules.instance(post.module)?.runs === post.runs
    else { return nil }
    do throws(ModuleLives.Refusal) {
      let going = try run.modules.leave(post.module, because: reason)
      if !going.isEmpty { await shutDown(going, with: post.module, because: reason, in: run) }
    } catch {
      switch error {
      case .stillLaunching(let node): return node
      case .essential(let path): end(run, path, because: reason)
      default: break
      }
    }
    return nil
  }

  private func shutDown(
    _ going: [Int], with module: Int, because reason: String, in run: Run
  ) async {
    let names = going.map { run.modules.table.manifest($0).name }
    let name = run.modules.table.manifest(module).name
    let others = names.filter { $0 != name }.map(\.rawValue).joined(separator: ", ")
    logger.error(
      "failed: \(reason)\(others.isEmpty ? "" : "; stopped with it: \(others)")",
      metadata: ["gantry.module": "\(name)"])
    _ = await run.modules.shutDown(going, limit: limits.shutdown, clock: clock)
  }

  /// Ends the application because a failure affects an essential module.
  private func end(_ run: Run, _ path: [Int], because reason: String) {
    guard let last = path.last else { return }
    let names = path.map { run.modules.table.manifest($0).name.rawValue }
    let outcome = LaunchOutcome.failed(message: reason)
    let blocked = LaunchOutcome.blocked(by: names.dropLast().reversed())
    end(
      run, without: run.modules.table.manifest(last).name,
      because: names.count == 1 ? "\(outcome)" : "\(blocked), which \(outcome)")
  }

  /// Ends the application, which cannot run without a module.
  private func end(_ run: Run, without name: ModuleName, because reason: String) {
    let report = report(of: run.launch)
    let failure = ApplicationError.essential(name: name, reason: reason, report: report)
    if report.timeToReady == nil {
      // The start that is under way reports it.
      run.modules.lose(failure)
    } else {
      logger.error("\(failure)")
      lose(LaunchFailed(name: name, reason: reason))
      return carryOutStop(of: run.launch)
    }
    _ = stopping(run.launch, within: limits.stop)
  }

  /// Stops a run that has to end. If a host carries out stops, it does so, since it may have
  /// services to stop before the modules.
  ///
  /// - Parameter launch: The launch of the run to stop; nil stops whichever runs.
  func carryOutStop(of launch: LaunchRun?) {
    guard let handler = life.withLock(\.stopRequests.handler) else {
      _ = stopping(launch, within: limits.stop)
      return
    }
    handler()
  }
}

extension RunningModules {
  /// Switches a module off that has failed after its launch.
  ///
  /// - Returns: The modules to shut down, in this order; empty when it was already off.
  fileprivate func leave(
    _ module: Int, because reason: String
  ) throws(ModuleLives.Refusal) -> [Int] {
    let actions = try attempt(
      .switchedOff(module, dormant: dormantNodes(with: module), failure: reason))
    for case .shutDown(let modules) in actions { return modules }
    return []
  }
}
