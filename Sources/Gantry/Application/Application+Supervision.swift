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

  /// Handles the failure of a module that had launched: modules that require it stop with it, and
  /// an essential module among them ends the application.
  func fail(because reason: String, _ post: RunPost) async {
    let module = post.module
    await leave(post, as: .failure(reason)) { application, run, going in
      let name = run.modules.table.manifest(module).name
      let others = going.filter { $0 != module }.map { run.modules.table.manifest($0).name }
      application.logger.error(
        "failed: \(reason)\(others.isEmpty ? "" : "; stopped with it: \(Self.list(others))")",
        metadata: ["gantry.module": "\(name)"])
      await application.shutDown(going, in: run)
      return nil
    }
  }

  /// Shuts a module down with all modules that require it, and launches all of them again.
  func renew(_ history: [Supervisor], _ post: RunPost) async {
    let module = post.module
    await leave(post, as: .renewal) { application, run, going in
      await application.shutDown(going, in: run)
      post.supervision.keep(history, of: module)
      var part: LaunchPart?
      do {
        part = try await application.enable(module, isInside: false, in: run).part
      } catch {
        // A module that it requires has stopped meanwhile, so it stays off.
        run.modules.handle(.switchedOff(module, dormant: [], as: .wish))
      }
      return { [part] in
        await part?.waitUntilIdle()
        application.endWithoutEssential(of: going, in: run)
      }
    }
  }

  /// Ends the application if an essential module among these has not launched again.
  private func endWithoutEssential(of modules: [Int], in run: Run) {
    let table = run.modules.table
    let lost = modules.first { index in
      table.manifest(index).isEssential
        && table.whole(index).flatMap { run.modules.outcome(of: $0) }?.isFailure == true
    }
    guard let lost, let node = table.whole(lost), let outcome = run.modules.outcome(of: node)
    else { return }
    end(run, without: table.manifest(lost).name, because: "\(outcome)")
  }

  /// The rest of a departure, which doesn't block other changes.
  private typealias Departure = @concurrent @Sendable () async -> Void

  /// Switches a module off, once all launching tasks of the module and its dependents have ended.
  ///
  /// Nothing happens if another piece of its work has caused it to be created again meanwhile.
  private func leave(
    _ post: RunPost, as cause: ModuleLives.Leave,
    _ body: @escaping @Sendable (Application, Run, [Int]) async -> Departure?
  ) async {
    let supervision = post.supervision
    while let (application, run) = supervision.running {
      // This goes ahead of changes that wait for a launch: the launch may wait for this module, and
      // an essential failure ends the app at once.
      let obstacle = await application.turnstile.run(isInside: true) {
        () async -> (NodeID?, Departure?) in
        guard let (application, run) = supervision.running,
          run.modules.instance(post.module)?.runs === post.runs
        else { return (nil, nil) }
        do throws(ModuleLives.Refusal) {
          let going = try run.modules.leave(post.module, as: cause)
          if !going.isEmpty { return (nil, await body(application, run, going)) }
        } catch {
          switch error {
          case .stillLaunching(let node): return (node, nil)
          case .essential(let path): application.end(run, path, as: cause)
          default: break
          }
        }
        return (nil, nil)
      } wait: { obstacle, departure in
        await departure?()
        return obstacle
      }
      guard let obstacle else { return }
      guard await run.modules.wait(for: obstacle) != nil else { return }
    }
  }

  private func shutDown(_ going: [Int], in run: Run) async {
    _ = await run.modules.shutDown(going, limit: limits.shutdown, clock: clock)
  }

  /// Ends the application because a failure affects an essential module.
  private func end(_ run: Run, _ path: [Int], as cause: ModuleLives.Leave) {
    guard case .failure(let reason) = cause, let last = path.last else { return }
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

  private static func list(_ names: [ModuleName]) -> String {
    names.map(\.rawValue).joined(separator: ", ")
  }
}

extension RunningModules {
  /// Switches a module off for a cause other than a wish.
  ///
  /// - Returns: The modules to shut down, in this order; empty when it was already off.
  func leave(
    _ module: Int, as cause: ModuleLives.Leave
  ) throws(ModuleLives.Refusal) -> [Int] {
    let actions = try attempt(
      .switchedOff(module, dormant: dormantNodes(with: module), as: cause))
    for case .shutDown(let modules) in actions { return modules }
    return []
  }

  func outcome(of node: NodeID) -> LaunchOutcome? {
    state.withLock { $0.lives.outcome(of: node) }
  }
}

extension Supervision {
  /// The application and its run, as long as the run is current.
  fileprivate var running: (application: Application, run: Application.Run)? {
    guard let application = application as? Application, let run = application.current,
      run.modules.supervision === self
    else { return nil }
    return (application, run)
  }
}
