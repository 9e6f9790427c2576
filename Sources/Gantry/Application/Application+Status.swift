// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension Application {
  /// How an application and each of its modules are at one moment.
  package struct Status: Sendable {
    /// Where the application is in its life.
    package let state: ApplicationReference.State
    /// What keeps it from being ready, or from having stopped, a line each.
    package let waits: [String]
    /// Its modules in order of their names; empty where nothing runs.
    package let modules: [Explanation]
  }

  /// How the application is at this moment; takes locks, and waits for no task.
  package var status: Status {
    Status(state: lifeState, waits: holders, modules: current.map(explanations) ?? [])
  }

  private func explanations(of run: Run) -> [Explanation] {
    let off = run.modules.offReasons
    let succeeded = Set(
      run.launch.report().tasks.lazy.filter { $0.outcome == .succeeded }.map(\.name))
    return inventory.sorted.manifests.filter { $0.kind == .module }.map { manifest in
      let name = manifest.name
      let isSure =
        succeeded.contains(name.rawValue) && off[name] == nil
        && !run.modules.hasReturned(name.rawValue)
      // Each explanation reads a report of its own: that is for the few that need one.
      return isSure ? Explanation(name: name, state: .launched, chain: []) : explain(name)
    }
  }
}
