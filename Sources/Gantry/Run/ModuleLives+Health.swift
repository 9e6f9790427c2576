// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension ModuleLives {
  /// Returns the health of a module.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - runs: The supervisors of its long-running work.
  ///   - isDormant: Whether it waits for something that may never come.
  func health(
    of module: Int, _ runs: [(name: String, supervisor: Supervisor)] = [], isDormant: Bool = false
  ) -> ModuleHealth {
    if let failure = failure(of: module) { return .failed(because: reason(of: failure)) }
    if off[module] != nil { return .stopped }
    switch table.whole(module).flatMap(outcome) {
    case nil: return isOpen && !isDormant ? .starting : .stopped
    case .succeeded?: return isOpen ? health(by: reports[module], runs) : .stopped
    case .skipped?, .quarantined?, .cancelled?: return .stopped
    case .some(let outcome): return .failed(because: reason(of: outcome))
    }
  }

  /// Whether no part of a module has begun.
  func isUntouched(_ module: Int) -> Bool {
    table.nodes(of: module).allSatisfy { phases[$0.place] == .waiting }
  }

  /// Describes a failure, down to the root cause.
  private func reason(of outcome: LaunchOutcome) -> String {
    switch outcome {
    case .failed(let message): return message
    case .blocked(let chain):
      let root = chain.last.flatMap { table[$0] }.flatMap(self.outcome)
      return "\(outcome)\(root.map { ", which \($0)" } ?? "")"
    default: return outcome.description
    }
  }

  /// Returns the health of a module that has launched: the worst of its own report and its work.
  private func health(
    by report: ModuleHealth?, _ runs: [(name: String, supervisor: Supervisor)]
  ) -> ModuleHealth {
    var (failed, degraded): ([String], [String]) = ([], [])
    for (name, supervisor) in runs {
      let note = supervisor.note(name) ?? ""
      switch supervisor.phase {
      case .failed: failed.append(note)
      // Work that has returned, and will run again after a pause, is healthy.
      case .pausing where supervisor.lastFailure != nil: degraded.append(note)
      default: break
      }
    }
    switch report {
    case .failed(let reason): failed.append(reason)
    case .degraded(let reason): degraded.append(reason)
    default: break
    }
    if !failed.isEmpty { return .failed(because: failed.joined(separator: "; ")) }
    return degraded.isEmpty ? .ready : .degraded(because: degraded.joined(separator: "; "))
  }
}

extension RunningModules {
  /// Starts the long-running work of a module that has launched.
  func startRuns(of module: Int) {
    guard !table.manifest(module).runs.isEmpty, let runs = instance(module)?.runs else { return }
    let context = context(of: module)
    let post = RunPost(
      supervision: supervision, module: module, runs: runs, name: context.name,
      logger: context.logger)
    runs.start(post)
  }

  /// Cancels the work of all modules, because the application is gone.
  func cancelRuns() {
    for runs in state.withLock({ $0.instances.compactMap { $0?.runs } }) { runs.cancel() }
  }

  /// Returns the supervisor of a piece of work; nil if its module doesn't exist.
  func supervisor(of run: String, in name: ModuleName) -> Supervisor? {
    let runs = assembly.index(of: name).flatMap(instance)?.runs?.supervisors ?? []
    return runs.first { $0.name == run }?.supervisor
  }

  /// Describes the state of a module that has launched, if it is noteworthy.
  ///
  /// - Returns: A line for each noteworthy piece of work and for the module's own report, and
  ///   whether any of them has failed.
  func notes(on name: ModuleName) -> (lines: [String], hasFailed: Bool) {
    guard let module = assembly.index(of: name) else { return ([], false) }
    let report = state.withLock(\.lives.reports[module])
    let runs = instance(module)?.runs?.supervisors ?? []
    var hasFailed = runs.contains { if case .failed = $0.supervisor.phase { true } else { false } }
    if case .failed? = report { hasFailed = true }
    return (
      runs.compactMap { $0.supervisor.note($0.name) } + [report].compactMap { $0?.description },
      hasFailed
    )
  }
}

extension Supervisor {
  /// The state, and the reasons for it; nil before the work has begun.
  var explanation: (state: ModuleState, chain: [String])? {
    let cause = restartCount > 0 ? [lastFailure.map { "failed: \($0)" } ?? "has returned"] : []
    switch phase {
    case .idle: return nil
    case .running:
      return (.launched, restartCount > 0 ? [sinceRestart("it"), lastEnd] : ["it is running"])
    case .pausing(let pause):
      return (.waiting, ["it runs again in \(pause.text) (restart \(restartCount))"] + cause)
    case .ending: return (.stopped, ["it was asked to end"])
    case .finished: return (.stopped, ["it has returned"])
    case .stopped: return (.stopped, ["its module has stopped"])
    case .failed(let reason): return (.failed, [reason])
    }
  }

  private func sinceRestart(_ name: String) -> String {
    "\(name) has been running since restart \(restartCount)"
  }

  private var lastEnd: String {
    lastFailure.map { "last failure: \($0)" } ?? "it had returned"
  }

  /// Describes the state, if it is noteworthy; nil otherwise.
  func note(_ name: String) -> String? {
    let cause = lastFailure.map { "failed: \($0)" } ?? "has returned"
    return switch phase {
    case .pausing(let pause):
      "run '\(name)' \(cause); it runs again in \(pause.text) (restart \(restartCount))"
    case .running where lastFailure != nil:
      "\(sinceRestart("run '\(name)'")) ← \(lastEnd)"
    case .finished: "run '\(name)' has returned"
    case .failed(let reason): "run '\(name)': \(reason)"
    default: nil
    }
  }
}
