// SPDX-License-Identifier: Apache-2.0

/// The state of safe mode: the tasks that don't run, and the launches that led to it.
///
/// The state is a value that takes one step per launch. After launches that die with tasks under
/// way, those tasks don't run (``Level/suspects``). After each launch that survives, half of
/// several suspects are tried again, until only the guilty one is left. After ``Policy/deaths``
/// deaths in a row, half of the modules that aren't essential don't run, and then only essential
/// modules run. Launches that survive lead back, a step at a time.
package struct Quarantine: Sendable, Hashable {
  /// The extent of what safe mode leaves out.
  package enum Level: Int, Sendable, Hashable {
    case none
    /// Only the suspects.
    case suspects
    /// The suspects, and half of the modules that aren't essential.
    case half
    /// Everything that isn't essential.
    case essentialOnly
  }

  /// The numbers of launches after which safe mode takes a step.
  package struct Policy: Sendable, Hashable {
    /// The number of deaths in a row after which a task that was under way doesn't run.
    package var suspectDeaths: Int
    /// The number of deaths in a row after which half of the modules, or more, don't run.
    package var deaths: Int
    /// The number of launches in a row that must survive for a step back.
    package var survivals: Int

    package init(suspectDeaths: Int = 1, deaths: Int = 3, survivals: Int = 3) {
      self.suspectDeaths = max(1, suspectDeaths)
      self.deaths = max(1, deaths)
      self.survivals = max(1, survivals)
    }
  }

  package var level = Level.none
  /// The tasks that don't run.
  package var suspects: Set<String> = []
  /// The tasks that did not run, and are tried again in this launch.
  package var onTrial: Set<String> = []
  /// The number of launches in a row that died.
  package var deaths = 0
  /// The number of launches in a row that survived, at this level.
  package var survivals = 0
  /// Whether the last launch died while repairing an essential suspect, so that the repair isn't
  /// repeated.
  package var isRepairBroken = false

  /// The name that marks the repair in the journal.
  package static let repair = "(repair)"

  package init() {}

  /// Returns the state for the next launch, given the end of the last one.
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
      // Tasks that did not run can't have caused the death.
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
