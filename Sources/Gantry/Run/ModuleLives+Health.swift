// SPDX-License-Identifier: Apache-2.0

extension ModuleLives {
  /// How a module is.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - runs: The supervisors of its long-running work.
  ///   - isDormant: Whether it waits for something that may never come.
  func health(
    of module: Int, _ runs: [(name: String, supervisor: Supervisor)] = [], isDormant: Bool = false
  ) -> ModuleHealth {
    if let failure = failure(of: module) { return .failed(because: reason(of: failure)) }
    if let root = off[module] { return isOpen && causes[root] == .renewal ? .starting : .stopped }
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

  /// The cause of a failure, down to the root.
  private func reason(of outcome: LaunchOutcome) -> String {
    switch outcome {
    case .failed(let message): return message
    case .blocked(let chain):
      let root = chain.last.flatMap { table[$0] }.flatMap(self.outcome)
      return "\(outcome)\(root.map { ", which \($0)" } ?? "")"
    default: return outcome.description
    }
  }

  /// The health of a module that has launched: the worst of what it says and of how its work is.
  private func health(
    by report: ModuleHealth?, _ runs: [(name: String, supervisor: Supervisor)]
  ) -> ModuleHealth {
    var (failed, degraded): ([String], [String]) = ([], [])
    for (name, supervisor) in runs {
      let note = supervisor.note(name) ?? ""
      switch supervisor.phase {
      case .failed: failed.append(note)
      // Work that has returned, and runs again after a while, is well.
      case .pausing where supervisor.lastFailure != nil: degraded.append(note)
      // It waits for the module to be created anew.
      case .finished where supervisor.lastFailure != nil: degraded.append(note)
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
