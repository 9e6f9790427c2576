// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension RunningModules {
  /// Begins the work of a module, where a node says that it has launched.
  func startRuns(at node: String, _ table: NodeTable) {
    guard table.hasRuns, let id = table[node], table.isWhole(id),
      let module = table.module(of: id), let runs = instance(module)?.runs
    else { return }
    let context = context(of: module)
    let post = RunPost(
      supervision: supervision, module: module, runs: runs, name: context.name,
      logger: context.logger)
    runs.start(post, after: supervision.takeHistory(of: module))
  }

  /// Cancels the work of all modules: the application is gone.
  func cancelRuns() {
    for runs in state.withLock({ $0.instances.compactMap { $0?.runs } }) { runs.cancel() }
  }

  /// The supervisor of a piece of work; nil where its module doesn't exist.
  func supervisor(of run: String, in name: ModuleName) -> Supervisor? {
    let runs = assembly.index(of: name).flatMap(instance)?.runs?.supervisors ?? []
    return runs.first { $0.name == run }?.supervisor
  }

  /// How a module that has launched is, where that is worth a word.
  ///
  /// - Returns: A line for each piece of its work and for its own word, and whether it has failed.
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
      return (.launched, restartCount > 0 ? [sinceRestart("it"), lastEnd] : ["it runs"])
    case .pausing(let pause):
      return (.waiting, ["it runs again in \(pause.text) (restart \(restartCount))"] + cause)
    case .ending: return (.stopped, ["it was asked to end"])
    case .finished where options.scope == .module && restartCount > 0:
      return (.stopped, ["its module is created anew"] + cause)
    case .finished: return (.stopped, ["it has returned"])
    case .stopped: return (.stopped, ["its module has stopped"])
    case .failed(let reason): return (.failed, [reason])
    }
  }

  private func sinceRestart(_ name: String) -> String {
    "\(name) runs since restart \(restartCount)"
  }

  private var lastEnd: String {
    lastFailure.map { "the last failure: \($0)" } ?? "it had returned"
  }

  /// The state in words; nil when all is well.
  func note(_ name: String) -> String? {
    let cause = lastFailure.map { "failed: \($0)" } ?? "has returned"
    return switch phase {
    case .pausing(let pause):
      "run '\(name)' \(cause); it runs again in \(pause.text) (restart \(restartCount))"
    case .running where lastFailure != nil:
      "\(sinceRestart("run '\(name)'")) ← \(lastEnd)"
    case .finished where lastFailure != nil: "run '\(name)' \(cause); its module is created anew"
    case .finished where options.restart != .always: "run '\(name)' has returned"
    case .failed(let reason): "run '\(name)': \(reason)"
    default: nil
    }
  }
}
