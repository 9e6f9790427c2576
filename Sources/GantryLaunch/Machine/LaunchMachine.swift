// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Decides the next steps of a launch: a state machine without threads, clock or effects.
///
/// It takes inputs and answers with actions. Tasks are named by their position in the plan.
/// A driver hands in ``Input/start`` first, carries out each ``Action``, and acknowledges every settled
/// task, which is when its dependents may run.
///
/// The main lane has one place, the background lane has as many as there are workers. A synchronous
/// task keeps its place until it has returned; an asynchronous task takes none, unless it runs ahead
/// of *ready*. For a background task that timed out and has not returned another thread takes the
/// place, for as many at a time as there are workers; on the main lane nothing can. Which task gets a
/// free place is the plan's decision (``LaunchPlan/Task/rank``, ``LaunchPlan/Task/runsAheadAfter``).
///
/// A launch that is driven so always ends: every task settles once, and once more each time that it is
/// taken back (``Input/takenBack(_:missing:)``).
///
/// ```swift
/// var machine = LaunchMachine(plan)
/// for action in machine.handle(.start) { … }
/// ```
public struct LaunchMachine: Sendable {
  /// Where a task stands.
  enum Phase: UInt8, Comparable {
    case waiting, queued, resting, running, settling, settled

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The plan that is carried out.
  public internal(set) var plan: LaunchPlan
  /// Whether all tasks before *ready* have settled, and the launch was not stopped before.
  public internal(set) var isReady = false
  /// Whether every task has settled and was acknowledged.
  public internal(set) var isFinished = false
  /// Whether the launch was cancelled or stopped.
  public internal(set) var isCancelled = false

  /// The positions of skipped tasks that safe mode keeps from running.
  package var quarantined: Set<Int> = []

  var wiring: Wiring
  var phases: [Phase]
  var outcomes: [LaunchOutcome?]
  /// How many waits of a task are left: dependencies, milestones, and one for its stage.
  var waitsFor: [Int32]
  var stageIsOpen: [Bool]
  var causes: [Cause]
  var attempts: [Int32]
  /// The attempts of a task before it was taken back.
  var earlierAttempts: [Int32]
  /// The positions of tasks that were added or taken back: they have no part in *ready*.
  var returned: Set<Int> = []
  var lateEnds: [Int: LaunchOutcome] = [:]
  /// The failure of the attempt before the present one, for tasks that were tried again.
  var failures: [Int: String] = [:]
  var reached: Set<String> = []
  /// The positions of the demanded tasks and of all their dependencies.
  var demanded: Set<Int> = []
  /// The names that were demanded before the start.
  var earlyDemands: [String] = []
  var isStarted = false
  var isClosed = false
  var isQuiet = false
  var unsettledBlocking = 0
  /// How many tasks before ready have ended and were not acknowledged.
  var settlingBlocking = 0
  var unsettled: Int
  var active = 0

  /// Whether nothing runs, and nothing is left that needs no milestone and no demand.
  var isAtRest: Bool { active == 0 && (isReady || isCancelled || isFinished) }
  /// The positions of idle tasks that wait for nothing but their turn, or did; in launch order.
  var idleQueue = MinHeap()

  var lanes: Lanes

  /// Makes a machine that has not started.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - workers: How many synchronous background tasks may run at a time, at least one; nil for
  ///     as many as the plan was made for.
  /// - Complexity: O(V log V + E).
  public init(_ plan: LaunchPlan, workers: Int? = nil) {
    let count = plan.tasks.count
    self.plan = plan
    wiring = Wiring(plan.tasks)
    lanes = Lanes(wiring.traits, plan.policy, workers: workers ?? plan.workers)
    phases = Array(repeating: .waiting, count: count)
    outcomes = Array(repeating: nil, count: count)
    stageIsOpen = Array(repeating: false, count: count)
    causes = Array(repeating: .start, count: count)
    attempts = Array(repeating: 0, count: count)
    earlierAttempts = attempts
    waitsFor = wiring.waitsFor
    unsettled = count
    for task in plan.tasks.indices { queueIdle(task) }
    unsettledBlocking = plan.tasks.count { $0.stage == .beforeReady }
  }

  /// Takes in an input.
  ///
  /// An input that makes no sense, for example the end of a task that doesn't run, changes nothing.
  ///
  /// - Parameter input: The input.
  /// - Returns: The actions to carry out now, in this order; empty when there is nothing to do.
  public mutating func handle(_ input: Input) -> [Action] {
    var actions: [Action] = []
    handle(input, into: &actions)
    return actions
  }

  /// How a task ended.
  ///
  /// - Parameter task: The position of the task in the plan.
  /// - Returns: Nil while it has not settled, and for a position that does not exist.
  public func outcome(of task: Int) -> LaunchOutcome? {
    outcomes.indices.contains(task) ? outcomes[task] : nil
  }
}
