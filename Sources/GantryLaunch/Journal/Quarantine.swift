// SPDX-License-Identifier: Apache-2.0

/// The state of safe mode: the work that doesn't run, and the launches that led to it.
///
/// The state is a value that takes one step per launch. After a launch that died, the work that was
/// under way is suspect, and doesn't run. After ``Policy/deaths`` deaths in a row without a new
/// suspect, only essential modules run. A suspect is tried again after a number of launches that
/// survive, of which a long one counts as several, and one at a time: it is free if that launch survives, and otherwise waits twice as
/// long.
package struct Quarantine: Sendable, Hashable {
  /// The time that a suspect doesn't run.
  package struct Term: Sendable, Hashable {
    /// The number of launches that still have to survive before the suspect is tried again.
    package var left: Int
    /// The whole number.
    package var length: Int

    package init(left: Int, length: Int) { (self.left, self.length) = (left, length) }
  }

  /// The numbers of launches after which safe mode takes a step.
  package struct Policy: Sendable, Hashable {
    /// The number of deaths in a row after which work that was under way doesn't run.
    package var suspectDeaths: Int
    /// The number of deaths in a row without a new suspect after which only essential modules run.
    package var deaths: Int
    /// The number of launches that must survive before a suspect is tried again the first time.
    package var survivals: Int

    package init(suspectDeaths: Int = 1, deaths: Int = 3, survivals: Int = 3) {
      self.suspectDeaths = max(1, suspectDeaths)
      self.deaths = max(1, deaths)
      self.survivals = max(1, survivals)
    }
  }

  /// The name of all that isn't essential, as one suspect.
  package static let others = "(everything that isn't essential)"
  /// The longest term; doubling it further would make no difference.
  private static let longestTerm = 1 << 20
  /// The number of deaths in a row after which long-running work is suspect.
  private static let deathsBeforeRuns = 2

  /// The work that doesn't run, by name.
  package var suspects: [String: Term] = [:]
  /// The suspect that is tried again in this launch.
  package var trial: String?
  /// The whole term of that suspect.
  package var trialLength = 0
  /// The number of launches in a row that died.
  package var deaths = 0
  /// The number of those in a row that named no new suspect.
  package var unexplained = 0
  /// The most launches that a suspect still waits for.
  package var longestWait: Int { suspects.values.lazy.map(\.left).max() ?? 0 }

  package init() {}

  /// Whether only essential modules run.
  package var isEssentialOnly: Bool { suspects[Self.others] != nil }

  /// Returns the state for the next launch.
  ///
  /// - Parameters:
  ///   - end: The end of the last launch.
  ///   - times: The number of launches that it counts for if it survived.
  ///   - policy: The numbers of launches.
  package func next(
    after end: LaunchJournal.End, times: Int = 1, _ policy: Policy
  ) -> Quarantine {
    var state = self
    switch end {
    case .none: return Quarantine()
    case .excused: return self
    case .died(let inFlight, let runs): state.died(Set(inFlight), Set(runs), policy)
    case .survived: state.survived(times)
    }
    return state
  }

  private mutating func died(_ inFlight: Set<String>, _ runs: Set<String>, _ policy: Policy) {
    deaths += 1
    if let trial, isGuilty(trial, inFlight, runs) {
      // All other work has run without a death before.
      let length = min(Self.longestTerm, trialLength * 2)
      suspects[trial] = Term(left: length, length: length)
      self.trial = nil
      return
    }
    if let trial {
      if trial != Self.others {
        suspects[trial] = Term(left: trialLength, length: trialLength)
      }
      self.trial = nil
    }
    // Long-running work is nearly always under way, so it is suspect only if nothing else is, and
    // not after one death: whatever killed the process, some work was waiting for its next event.
    let seen = inFlight.isEmpty && deaths >= Self.deathsBeforeRuns ? runs : inFlight
    let new = seen.filter { suspects[$0] == nil }
    unexplained = new.isEmpty ? unexplained + 1 : 0
    if deaths >= policy.suspectDeaths {
      for name in new { suspects[name] = Term(left: policy.survivals, length: policy.survivals) }
    }
    if unexplained >= policy.deaths, !isEssentialOnly {
      suspects[Self.others] = Term(left: policy.survivals, length: policy.survivals)
    }
  }

  /// Whether a suspect that was tried again has caused the death.
  private func isGuilty(_ trial: String, _ inFlight: Set<String>, _ runs: Set<String>) -> Bool {
    let seen = inFlight.union(runs)
    // Once everything runs again, the work that was under way is a closer suspect.
    guard trial != Self.others else { return seen.isSubset(of: suspects.keys) }
    return seen.isEmpty || seen.contains(trial)
  }

  private mutating func survived(_ times: Int) {
    (deaths, unexplained, trial) = (0, 0, nil)
    for name in suspects.keys { suspects[name]?.left -= times }
    let due = suspects.filter { $0.value.left <= 0 }.keys
    for name in due { suspects[name]?.left = 0 }
    // Suspects among the others can only be tried once those run again.
    guard let next = due.contains(Self.others) ? Self.others : due.min(),
      let term = suspects.removeValue(forKey: next)
    else { return }
    (trial, trialLength) = (next, term.length)
  }
}
