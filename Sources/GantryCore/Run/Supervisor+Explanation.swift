// SPDX-License-Identifier: Apache-2.0

extension Supervisor {
  /// The state, and the reasons for it; nil before the work has begun.
  var explanation: (state: ModuleState, chain: [Explanation.Reason])? {
    guard let (state, texts) = summary else { return nil }
    return (state, texts.map { Explanation.Reason($0) })
  }

  private var summary: (state: ModuleState, reasons: [String])? {
    let cause = restartCount > 0 ? [lastFailure.map { "failed: \($0)" } ?? "has returned"] : []
    switch phase {
    case .idle: return nil
    case .running:
      return (
        .launched(.good),
        restartCount > 0 ? [sinceRestart("it"), lastEnd] : ["it is running"]
      )
    case .pausing(let pause):
      return (.waiting, ["it runs again in \(pause.text) (restart \(restartCount))"] + cause)
    case .ending: return (.stopped, ["it was asked to end"])
    case .finished: return (.stopped, ["it has returned"])
    case .stopped: return (.stopped, ["its module has stopped"])
    case .failed(let reason):
      return (.failed(because: [Explanation.Reason(reason)]), [reason])
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
