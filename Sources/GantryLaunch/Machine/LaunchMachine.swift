// SPDX-License-Identifier: Apache-2.0

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
/// free place is the plan's decision (``LaunchPlan/Task/rank``).
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
    unsettledBlocking = wiring.traits.count { $0.stage == .beforeReady }
  }

  /// Takes in an input.
  ///
  /// An input that makes no sense, for example the end of a task that doesn't run, changes nothing.
  ///
  /// - Parameter input: The input.
  /// - Returns: The actions to carry out now, in this order; empty when there is nothing to do.
  public mutating func handle(_ input: Input) -> [Action] {
    var actions: [Action] = []
    take(input, into: &actions)
    dispatch(into: &actions)
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

extension LaunchMachine {
  /// Something that a launch has to do.
  public enum Action: Sendable, Hashable {
    /// Run a task. Attempts are counted from 1.
    case run(task: Int, attempt: Int)
    /// An attempt failed: let some time pass before the next one, then hand in
    /// ``Input/rested(task:attempt:)``.
    case rest(task: Int, attempt: Int, for: Duration)
    /// A task that was told to run because nothing else was left is needed now: its driver delays it no
    /// longer.
    case hurry(task: Int)
    /// A synchronous task timed out and has not returned: one more thread takes its place.
    case replaced(task: Int)
    /// A task waits for nothing any more but a place in its lane.
    case queued(task: Int)
    /// A task has its outcome: call the hooks, then acknowledge.
    case settled(task: Int, LaunchOutcome)
    /// The app is ready.
    case ready
    /// An essential task did not succeed: no task starts from now on; cancel the running ones.
    case stop(task: Int, LaunchOutcome)
    /// Cancel the running tasks.
    case cancel
    /// For the first time nothing runs, and nothing is left that needs no milestone or demand.
    case quiet
    /// Every task has settled.
    case finished
  }
}

extension LaunchMachine {
  /// The last event that a task waited for, after which it could run.
  enum Cause: Sendable, Hashable {
    case start
    case task(Int32)
    case ready
    case gap
    case idle
    case demand
    case milestone(Int32)
  }
}

extension LaunchMachine {
  /// Something that happened during a launch.
  public enum Input: Sendable, Hashable {
    /// The launch begins.
    case start
    /// A task that was told to run has ended.
    case finished(task: Int, LaunchOutcome)
    /// An attempt of a task has used up its time; after the end of that attempt this changes nothing.
    case timedOut(task: Int, attempt: Int)
    /// The wait before a new attempt is over.
    case rested(task: Int, attempt: Int)
    /// All hooks know that a task has settled: its dependents may go on.
    case acknowledged(task: Int)
    /// The app reached a milestone.
    case reached(Milestone)
    /// An on-demand task is needed now, with all it depends on; before the start, from then on.
    case demanded(String)
    /// Tasks are to run anew, with a new attempt: those of these that have settled or not begun are taken
    /// back, and waiting tasks depend on their new outcomes. Tasks whose outcome no longer holds are
    /// `missing`: a task that requires one of those is blocked. A task that is taken back has no part in *ready* and
    /// doesn't wait for it; only on-demand and idle tasks wait for their stage as before.
    case takenBack([Int], missing: Set<Int> = [])
    /// The body of an attempt has returned that began before its task was taken back.
    case returned(task: Int)
    /// The launch is to end.
    case cancelled
    /// No milestone and no demand will come any more.
    case closed
  }
}
