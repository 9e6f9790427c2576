// SPDX-License-Identifier: Apache-2.0

extension LaunchMachine {
  /// The state of tasks that a caller waits for.
  enum Rest: Sendable {
    /// None of the tasks runs.
    case ended
    /// None of the tasks is under way. For a caller that is itself a task, for which they may wait.
    case paused
    /// None of the tasks is under way, or will be without a milestone or a demand.
    case idle
  }

  /// Takes tasks back, so that they run again.
  mutating func takeBack(_ tasks: [Int], _ missing: Set<Int>, _ actions: inout [Action]) {
    let back = tasks.sorted().filter(canBeTakenBack)
    guard isStarted, !back.isEmpty else { return }
    for task in back { reset(task) }
    isFinished = false
    countWaits()
    for task in back {
      if let outcome = outcomeAtOnce(task, missing) {
        settle(task, outcome, &actions)
      } else {
        queueIdle(task)
      }
    }
    let late = back.filter { phases[$0] == .waiting && wiring.traits[$0].stage <= .afterReady }
    demand(late, &actions)
    if isClosed, !isCancelled { skipDormant(&actions) }
  }

  /// Whether a task has settled, or waits for a place or for its next attempt.
  func canBeTakenBack(_ task: Int) -> Bool {
    guard phases.indices.contains(task) else { return false }
    return switch phases[task] {
    case .queued, .resting, .settled: true
    case .waiting, .running, .settling: false
    }
  }

  private mutating func reset(_ task: Int) {
    if phases[task] == .settled {
      unsettled += 1
      returned.insert(task)
    } else {
      // The task has not settled yet, so *ready* keeps waiting for it if it did before.
      active -= 1
    }
    if outcomes[task] == .timedOut, lateEnds[task] == nil {
      lanes.giveUp(task, lane: Int(wiring.traits[task].lane))
    }
    phases[task] = .waiting
    outcomes[task] = nil
    stageIsOpen[task] = false
    earlierAttempts[task] = attempts[task]
    lateEnds[task] = nil
    failures[task] = nil
    demanded.remove(task)
  }

  /// Recounts the waits of all waiting tasks: a dependency that is taken back counts again.
  private mutating func countWaits() {
    for task in phases.indices where phases[task] == .waiting {
      let reached = Set(plan.tasks[task].milestones).count(where: reached.contains)
      waitsFor[task] = wiring.waitsFor[task] - Int32(reached) - (stageIsOpen[task] ? 1 : 0)
    }
    for task in phases.indices where phases[task] == .settled {
      for slot in wiring.range(of: task) {
        let next = Int(wiring[slot].task)
        if phases[next] == .waiting { waitsFor[next] -= 1 }
      }
    }
  }

  /// Returns the outcome of a task that is taken back but won't run; nil if it will run.
  private func outcomeAtOnce(_ task: Int, _ missing: Set<Int>) -> LaunchOutcome? {
    if let outcome = outcomeWithoutRunning(task) { return outcome }
    if isCancelled { return .cancelled }
    for dependency in plan.tasks[task].dependencies {
      let first = dependency.position
      guard phases[first] == .settled, let outcome = outcomes[first] else { continue }
      if dependency.kind == .requires, missing.contains(first) {
        return .blocked(by: [dependency.name])
      }
      switch LaunchReaction(to: outcome, of: dependency.kind) {
      case .proceed: continue
      case .block: return .blocked(by: chain(from: first, outcome))
      case .skip: return .skipped(because: chain(of: task, requiring: first, outcome))
      case .cancel: return .cancelled
      }
    }
    return nil
  }

  /// Whether tasks have reached a state of rest.
  ///
  /// - Parameters:
  ///   - tasks: The positions of the tasks.
  ///   - rest: The state to check for.
  /// - Complexity: O(V + E).
  func isAtRest(_ tasks: [Int], _ rest: Rest) -> Bool {
    if rest == .ended { return tasks.allSatisfy { !(.running...Phase.settling ~= phases[$0]) } }
    let isActive = tasks.contains { phases[$0] != .waiting && phases[$0] != .settled }
    guard !isActive, rest == .idle else { return !isActive }
    guard tasks.contains(where: { phases[$0] == .waiting }) else { return true }
    var isDormant = Array(repeating: false, count: phases.count)
    for task in phases.indices where phases[task] == .waiting {
      isDormant[task] =
        wiring.traits[task].stage == .onDemand && !stageIsOpen[task]
        || !plan.tasks[task].milestones.allSatisfy(reached.contains)
        || plan.tasks[task].dependencies.contains { isDormant[$0.position] }
    }
    return tasks.allSatisfy { phases[$0] == .settled || isDormant[$0] }
  }
}
