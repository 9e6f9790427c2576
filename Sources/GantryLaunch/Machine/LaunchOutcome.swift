// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The outcome of a task.
public enum LaunchOutcome: Sendable, Hashable, Codable {
  /// It ran to completion.
  case succeeded
  /// It threw an error.
  case failed(message: String)
  /// It did not end in time.
  case timedOut
  /// It wasn't meant to run: it isn't enabled, or a task that it requires was skipped. The chain
  /// leads from the task to the cause; a long one has only its first links and the cause.
  case skipped(because: [LaunchSkip])
  /// A task that it requires failed, timed out, or was blocked or quarantined. The chain leads from
  /// that task to the root cause; one that is shortened has only its first tasks and the root cause.
  case blocked(by: [ModuleName], isShortened: Bool = false)
  /// The run ended before the task did.
  case cancelled
  /// Safe mode kept it from running.
  case quarantined

  /// Whether the outcome ends the run if the task is essential, also after *ready*.
  public var isFailure: Bool {
    switch self {
    case .failed, .timedOut, .blocked: true
    case .succeeded, .skipped, .cancelled, .quarantined: false
    }
  }
}

/// The bound of the chains in outcomes and explanations: otherwise, each of many tasks behind a failure
/// would hold the names of all the others.
package enum LaunchChain {
  /// The most links of a chain.
  package static let limit = 16

  /// Returns the text of a chain of names; if it is shortened, `…` stands for those that it leaves out.
  package static func text(of names: [ModuleName], isShortened: Bool) -> String {
    var texts = names.map(\.rawValue)
    if isShortened, !texts.isEmpty { texts.insert("…", at: texts.count - 1) }
    return texts.joined(separator: " ← ")
  }

  /// Returns a chain of reasons that begins with another one. It need not say what it leaves out, since
  /// each link names the task that it leads to.
  package static func links(_ first: LaunchSkip, before rest: [LaunchSkip]) -> [LaunchSkip] {
    guard rest.count >= limit, let root = rest.last else { return [first] + rest }
    return [first] + rest.prefix(limit - 2) + [root]
  }
}

extension LaunchOutcome: CustomStringConvertible {
  /// The outcome in a few words, with its cause.
  public var description: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed(let message): "failed: \(message)"
    case .timedOut: "timed out"
    case .skipped: text(of: "")
    case .blocked(let chain, let isShortened):
      "blocked by \(LaunchChain.text(of: chain, isShortened: isShortened))"
    case .cancelled: "cancelled"
    case .quarantined: "quarantined"
    }
  }
}

extension LaunchOutcome {
  /// Returns the outcome in a few words, for a line that begins with the task's name.
  package func text(of task: ModuleName) -> String {
    guard case .skipped(let chain) = self else { return description }
    return "skipped: \(chain.map { $0.text(askedFor: task) { $0 } }.joined(separator: "; "))"
  }
}

extension LaunchOutcome {
  /// Returns the outcome as the predicate of a sentence: `failed: …`, `was cancelled`.
  package func predicate(of task: ModuleName) -> String {
    switch self {
    case .succeeded, .failed, .timedOut: text(of: task)
    case .skipped, .blocked, .cancelled, .quarantined: "was \(text(of: task))"
    }
  }
}

/// The reaction of a task to the end of one of its dependencies.
///
/// These are the entries of the documentation's outcome table.
package enum LaunchReaction: String, Sendable, Hashable, Codable, CaseIterable {
  /// It no longer waits for the dependency.
  case proceed
  /// It ends as ``LaunchOutcome/blocked(by:)``.
  case block
  /// It ends as ``LaunchOutcome/skipped(because:)``.
  case skip
  /// It ends as ``LaunchOutcome/cancelled``.
  case cancel

  /// Looks up an outcome in the table.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the dependency.
  ///   - dependency: The strength of the dependency.
  package init(to outcome: LaunchOutcome, of dependency: LaunchDependency) {
    guard dependency == .requires else {
      self = .proceed
      return
    }
    switch outcome {
    case .succeeded: self = .proceed
    case .failed, .timedOut, .blocked, .quarantined: self = .block
    case .skipped: self = .skip
    case .cancelled: self = .cancel
    }
  }
}

/// An error because of which a launch has no plan, or did not reach *ready*.
package enum LaunchError: Error, Sendable, Hashable {
  /// The graph has faults; the value has all of them.
  case faults([Fault])
  /// An essential task has failed, timed out or was blocked.
  case stopped(task: ModuleName, outcome: LaunchOutcome)
  /// The launch was cancelled.
  case cancelled
  /// A caller has waited as long as it wanted to, which alone doesn't end the run. The value has the
  /// wait of each task that had not ended.
  case overdue(limit: Duration, waiting: [LaunchWait])
}

extension LaunchError: CustomStringConvertible {
  /// The error, and how to fix it.
  package var description: String {
    switch self {
    case .faults(let faults):
      let count = faults.count == 1 ? "a fault" : "\(faults.count) faults"
      return "The launch has \(count):" + Fault.texts(of: faults).map { "\n- \($0)" }.joined()
    case .stopped(let task, let outcome):
      return """
        The launch was stopped: \(task) is essential and \
        \(outcome.predicate(of: task)). Fix the cause, or make it non-essential.
        """
    case .cancelled:
      return "The launch was cancelled before the app was ready. Start it again if needed."
    case .overdue(let limit, let waiting):
      let lines = OpenTask.all(waiting)
      return lines.isEmpty
        ? "A wait of \(limit.text) was over just before the last task had ended."
        : "The launch goes on after a wait of \(limit.text):"
          + lines.map { "\n- \($0)" }.joined()
    }
  }
}
