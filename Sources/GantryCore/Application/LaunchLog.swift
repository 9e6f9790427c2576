// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import Logging
internal import GantrySupport

/// Logs what has launched, and what has not.
struct LaunchLog: Sendable {
  let logger: Logger
  let inventory: Inventory

  /// Logs that the app is ready, with the counts of its modules.
  func ready(_ report: LaunchReport) {
    // The report counts tasks, and a module may have many. A function is a part of the app as a module
    // is: a monitor has to see that it failed.
    let parts = inventory.manifests
    let (skipped, failed) = (Set(report.skipped), Set(report.failed))
    logger.notice(
      "ready",
      metadata: [
        "gantry.modules": "\(parts.count { $0.kind == .module })",
        "gantry.functions": "\(parts.count { $0.kind == .function })",
        "gantry.time": "\((report.timeToReady ?? .zero).text)",
        "gantry.skipped": "\(parts.count { skipped.contains($0.name) })",
        "gantry.failed": "\(parts.count { failed.contains($0.name) })",
      ])
  }

  /// Logs the modules and tasks that failed, and the modules that a list names without their
  /// requirements.
  func notStarted(_ run: Application.Run, _ report: LaunchReport) {
    // By name, and only the relevant ones: there may be very many modules.
    var outcomes: [ModuleName: LaunchOutcome] = [:]
    for task in report.tasks where task.outcome != .succeeded { outcomes[task.name] = task.outcome }
    guard !outcomes.isEmpty else { return }
    let machine = run.driver.read { $0 }
    var chains: [ModuleName: [LaunchSkip]] = [:]
    for task in run.driver.plan.tasks where task.skipped.count > 1 {
      chains[task.name] = task.skipped
    }
    for manifest in inventory.manifests {
      let name = manifest.name
      let outcome = outcomes[name]
      if let outcome, outcome.isFailure {
        warn(name, "\(run.host.explain(name, machine))", in: run.host)
      } else if outcome != nil, let missing = requirementLeftOut(chains[name], run) {
        warn(
          name,
          """
          \(run.host.explain(name, machine)). Add \(missing) to the list, or disable \
          \(name) there.
          """, in: run.host)
      }
      for task in manifest.tasksBesideLaunch {
        if let outcome = outcomes[task] { warn(task, of: name, outcome, in: run.host) }
      }
    }
  }

  /// Logs a failure after ready at once.
  func settled(_ node: Int, _ outcome: LaunchOutcome, in host: ModuleHost) {
    let task = host.wiring.plan.tasks[node]
    let name = task.name
    if task.owner == name, let machine = host.driver?.read({ $0 }) {
      warn(name, "\(host.explain(name, machine))", in: host)
    } else if let module = host.assembly.index(of: task.owner),
      host.manifest(module).tasksBesideLaunch.contains(name)
    {
      warn(name, of: task.owner, outcome, in: host)
    } else {
      logger.debug("launch task \(outcome)", metadata: ["gantry.task": "\(name)"])
    }
  }

  /// Logs a module that did not start, once in each launch.
  private func warn(
    _ name: ModuleName, _ text: @autoclosure () -> String, in modules: ModuleHost
  ) {
    guard modules.isFirst(name) else { return }
    logger.warning("did not start: \(text())", metadata: ["gantry.module": "\(name)"])
  }

  /// Logs a task that failed by itself, but not one that was only blocked by another.
  private func warn(
    _ task: ModuleName, of module: ModuleName, _ outcome: LaunchOutcome,
    in modules: ModuleHost
  ) {
    switch outcome {
    case .failed, .timedOut: break
    default: return
    }
    guard modules.isFirst(task) else { return }
    logger.warning(
      "launch task \(outcome)",
      metadata: ["gantry.module": "\(module)", "gantry.task": "\(task)"])
  }

  /// Returns a module that keeps others from running because the list does not name it.
  ///
  /// A module that is off by itself, by a condition or by choice, isn't a surprise.
  private func requirementLeftOut(_ chain: [LaunchSkip]?, _ run: Application.Run) -> ModuleName? {
    let assembly = run.host.assembly
    guard let root = chain?.last, let module = assembly.module(of: root.task.rawValue) else {
      return nil
    }
    let name = assembly.manifests[module].name
    return inventory.unlisted.contains(name) ? name : nil
  }
}

extension ModuleManifest {
  /// The tasks whose failure isn't the module's own: it launches without them.
  fileprivate var tasksBesideLaunch: [ModuleName] {
    kind == .module ? tasks.filter { !launches(with: $0) }.map(\.name) : []
  }
}
