// SPDX-License-Identifier: Apache-2.0

/// The state of safe mode: the tasks that do not run, and the launches that led to it; a value.
///
/// It goes a step for each launch. Died with tasks under way: those do not run (``Level/suspects``);
/// of several, half are tried again after each launch that survives, until the one is left that is to
/// blame. Died ``Policy/deaths`` times in a row: half of the modules that are not essential do not run,
/// then only essential ones run. Launches that survive lead back, a step at a time.
package struct Quarantine: Sendable, Hashable {
  /// How much does not run.
  package enum Level: Int, Sendable, Hashable {
    case none
    /// The suspects alone.
    case suspects
    /// They, and half of the modules that are not essential.
    case half
    /// Everything that is not essential.
    case essentialOnly
  }

  /// When a step is taken.
  package struct Policy: Sendable, Hashable {
    /// After how many deaths in a row a task that was under way does not run.
    package var suspectDeaths: Int
    /// After how many deaths in a row something else does not run.
    package var deaths: Int
    /// How many launches in a row have to survive for a step back.
    package var survivals: Int

    package init(suspectDeaths: Int = 1, deaths: Int = 3, survivals: Int = 3) {
      self.suspectDeaths = max(1, suspectDeaths)
      self.deaths = max(1, deaths)
      self.survivals = max(1, survivals)
    }
  }

  package var level = Level.none
  /// Tasks that do not run.
  package var suspects: Set<String> = []
  /// Tasks that did not run, and are tried again in this launch.
  package var onTrial: Set<String> = []
  /// Launches that died in a row.
  package var deaths = 0
  /// Launches that survived in a row, at this level.
  package var survivals = 0
  /// Whether the last launch died in the repair of an essential suspect, so that it is not done again.
  package var isRepairBroken = false

  /// The name under which the repair is marked.
  package static let repair = "(repair)"

  package init() {}

  /// The state for the launch after one that ended so.
  package func next(after end: LaunchJournal.End, _ policy: Policy) -> Quarantine {
    var state = self
    switch end {
    case .none: return Quarantine()
    case .excused: return self
    case .died(let inFlight): state.died(Set(inFlight), policy)
    case .survived: state.survived(policy)
    }
    return state
  }

  private mutating func died(_ inFlight: Set<String>, _ policy: Policy) {
    deaths += 1
    survivals = 0
    if inFlight.contains(Self.repair) { isRepairBroken = true }
    let seen = inFlight.subtracting([Self.repair])
    if !onTrial.isEmpty {
      // The tasks that did not run meanwhile had no part in it.
      let guilty = onTrial.intersection(seen)
      suspects = guilty.isEmpty ? onTrial : guilty
      onTrial = []
    } else if deaths >= policy.suspectDeaths {
      suspects.formUnion(seen)
    }
    switch level {
    case .none where deaths >= policy.deaths, .suspects where deaths >= policy.deaths:
      level = .half
    case .none: level = suspects.isEmpty ? .none : .suspects
    case .suspects: break
    case .half, .essentialOnly: level = .essentialOnly
    }
  }

  private mutating func survived(_ policy: Policy) {
    deaths = 0
    isRepairBroken = false
    survivals += 1
    onTrial = []
    switch level {
    case .none: self = Quarantine()
    case .suspects where suspects.isEmpty: self = Quarantine()
    case .suspects where suspects.count > 1:
      survivals = 0
      onTrial = Set(suspects.sorted().suffix(suspects.count / 2))
      suspects.subtract(onTrial)
    case .suspects where survivals >= policy.survivals:
      survivals = 0
      (onTrial, suspects) = (suspects, [])
    case .half where survivals >= policy.survivals:
      survivals = 0
      level = suspects.isEmpty ? .none : .suspects
    case .essentialOnly where survivals >= policy.survivals:
      survivals = 0
      level = .half
    case .suspects, .half, .essentialOnly: break
    }
  }
}
