// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// What is wrong with a module that has launched, or is at least noteworthy.
struct LaunchedCondition {
  /// Why it can't do its work, and why it works less well than it should.
  private var failures: [String] = []
  private var degradations: [String] = []
  /// All that is noteworthy, for an explanation.
  private(set) var notes: [Explanation.Reason] = []

  init(
    _ flaws: Machine.ModuleFlaws?, _ runs: ModuleRuns?, _ report: ModuleState.Health?,
    _ leftOut: String?
  ) {
    if let runs { for (name, supervisor) in runs.supervisors { add(name, supervisor) } }
    if !failures.isEmpty {
      notes.append(Explanation.Reason("its services and routes still answer"))
    }
    if let leftOut { degradations.append(leftOut) }
    if let flaws { add(flaws) }
    switch report {
    case .failed(let reason): failures.append(reason)
    case .degraded(let reason): degradations.append(reason)
    default: break
    }
    if let report { notes.append(Explanation.Reason("\(report)")) }
  }

  private mutating func add(_ flaws: Machine.ModuleFlaws) {
    if let handlersFailure = flaws.handlersFailure {
      failures.append(handlersFailure)
      notes.append(Explanation.Reason(handlersFailure))
    }
    let reasons =
      flaws.failedTasks.map { Explanation.Reason($0) }
      + flaws.failedRequirements.map {
        Explanation.Reason("\($0), which it requires, has failed", name: $0)
      }
    degradations += reasons.map(\.description)
    notes += reasons
  }

  private mutating func add(_ name: String, _ supervisor: Supervisor) {
    guard let note = supervisor.note(name) else { return }
    notes.append(Explanation.Reason(note))
    switch supervisor.phase {
    case .failed: failures.append(note)
    // Work that has returned, and will run again after a pause, is healthy.
    case .pausing where supervisor.lastFailure != nil: degradations.append(note)
    default: break
    }
  }

  /// The worst of the module's own report, its work, its later tasks and its requirements.
  var health: ModuleState.Health {
    if !failures.isEmpty { return .failed(because: failures.joined(separator: "; ")) }
    return degradations.isEmpty
      ? .good : .degraded(because: degradations.joined(separator: "; "))
  }
}
