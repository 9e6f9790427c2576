// SPDX-License-Identifier: Apache-2.0

/// A state machine that decides the next steps of a launch, without threads, clock or effects.
///
/// The machine takes inputs and returns actions. Both identify tasks by their position in the plan.
/// A driver first passes ``Input/start``, carries out each ``Action``, and acknowledges every
/// settled task. Only then may the task's dependents run.
///
/// The main lane has one place, and the background lane has one for each worker. A synchronous task
/// keeps its place until it returns. An asynchronous task takes no place. If a background task
/// times out and doesn't return, another thread takes its place; that can happen for as many tasks
/// at a time as there are workers. On the main lane nothing can take the place. The plan decides
/// which task gets a free place (``LaunchPlan/Task/rank``).
///
/// A launch driven in this way always ends: every task settles once, and once more each time it is
/// taken back (``Input/takenBack(_:missing:)``).
///
/// ```swift
/// var machine = LaunchMachine(plan)
/// for action in machine.handle(.start) { … }
/// ```
package struct LaunchMachine: Sendable {
  /// The progress of a task.
  enum Phase: UInt8, Comparable {
    case waiting, queued, resting, running, settling, settled

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The plan to carry out.
  package let plan: LaunchPlan
  /// Whether all before-ready tasks have settled without the launch being stopped.
  package internal(set) var isReady = false
  /// Whether every task has settled and has been acknowledged.
  package internal(set) var isFinished = false
  /// Whether the launch was cancelled or stopped.
  package internal(set) var isCancelled = false

  /// The positions of tasks that are skipped because of safe mode.
  package var quarantined: Set<Int> = []

  let wiring: Wiring
  var phases: [Phase]
  var outcomes: [LaunchOutcome?]
  /// The number of waits left for each task: its dependencies, its milestones, and its stage.
  var waitsFor: [Int32]
  var stageIsOpen: [Bool]
  var causes: [Cause]
  var attempts: [Int32]
  /// The number of attempts of each task before it was taken back.
  var earlierAttempts: [Int32]
  /// The positions of tasks that were taken back, which *ready* doesn't wait for.
  var returned: Set<Int> = []
  var lateEnds: [Int: LaunchOutcome] = [:]
  /// The failure of the previous attempt, for tasks that are tried again.
  var failures: [Int: String] = [:]
  var reached: Set<String> = []
  /// The positions of the demanded tasks and all their dependencies.
  var demanded: Set<Int> = []
  /// The names that were demanded before the start.
  var earlyDemands: [String] = []
  var isStarted = false
  var isClosed = false
  var isQuiet = false
  var unsettledBlocking = 0
  /// The number of before-ready tasks that have ended but have not been acknowledged.
  var settlingBlocking = 0
  var unsettled: Int
  var active = 0

  /// Whether nothing runs, and all tasks that are left need a milestone or a demand.
  var isAtRest: Bool { active == 0 && (isReady || isCancelled || isFinished) }
  /// The positions of idle tasks that wait only for their turn, or did so before; in launch order.
  var idleQueue = MinHeap()

  var lanes: Lanes

  /// Creates a machine that has not started.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - workers: The number of synchronous background tasks that may run at a time, at least one;
  ///     nil takes the plan's number.
  /// - Complexity: O(V log V + E).
  package init(_ plan: LaunchPlan, workers: Int? = nil) {
    let count = plan.tasks.count
    self.plan = plan
    wiring = Wiring(plan.tasks)
    lanes = Lanes(taskCount: count, workers: workers ?? plan.workers)
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

  /// Handles an input.
  ///
  /// An input that makes no sense, for example the end of a task that isn't running, changes
  /// nothing.
  ///
  /// - Parameter input: The input.
  /// - Returns: The actions to carry out now, in order; empty if there is nothing to do.
  package mutating func handle(_ input: Input) -> [Action] {
    var actions: [Action] = []
    take(input, into: &actions)
    dispatch(into: &actions)
    return actions
  }

  /// Returns the outcome of a task.
  ///
  /// - Parameter task: The position of the task in the plan.
  /// - Returns: The outcome; nil if the task has not settled, or if the position doesn't exist.
  package func outcome(of task: Int) -> LaunchOutcome? {
    outcomes.indices.contains(task) ? outcomes[task] : nil
  }
}

extension LaunchMachine {
  /// An action for the driver to carry out.
  package enum Action: Sendable, Hashable {
    /// Run a task. Attempts are counted from 1.
    case run(task: Int, attempt: Int)
    /// An attempt failed: wait for some time, then pass ``Input/rested(task:attempt:)``.
    case rest(task: Int, attempt: Int, for: Duration)
    /// A task that runs because nothing else was left is now needed: delay it no longer.
    case hurry(task: Int)
    /// A synchronous task timed out and has not returned: start another thread in its place.
    case replaced(task: Int)
    /// A task now waits only for a place in its lane.
    case queued(task: Int)
    /// A task has its outcome: call the hooks, then acknowledge.
    case settled(task: Int, LaunchOutcome)
    /// The app is ready.
    case ready
    /// An essential task did not succeed: no more tasks start; cancel the running ones.
    case stop(task: Int, LaunchOutcome)
    /// Cancel the running tasks.
    case cancel
    /// For the first time nothing runs, and all tasks that are left need a milestone or a demand.
    case quiet
    /// Every task has settled.
    case finished
  }
}

extension LaunchMachine {
  /// The last event that a task waited for before it could run.
  enum Cause: Sendable, Hashable {
    case start
    case task(Int32)
    case ready
    case idle
    case demand
    case milestone(Int32)
  }
}

extension LaunchMachine {
  /// An event during a launch.
  package enum Input: Sendable, Hashable {
    /// The launch begins.
    case start
    /// A task that was told to run has ended.
    case finished(task: Int, LaunchOutcome)
    /// An attempt of a task has used up its time. This changes nothing if the attempt has ended.
    case timedOut(task: Int, attempt: Int)
    /// The wait before a new attempt is over.
    case rested(task: Int, attempt: Int)
    /// All hooks have been told that a task has settled, so its dependents may run.
    case acknowledged(task: Int)
    /// The app reached a milestone.
    case reached(Milestone)
    /// An on-demand task is needed, with all its dependencies: at once, or from the start if that
    /// is later.
    case demanded(String)
    /// Tasks shall run again, with a new attempt. Those that have settled or not begun are taken
    /// back, and waiting tasks depend on their new outcomes. Tasks whose outcome no longer holds
    /// are `missing`: a task that requires one of those is blocked. *Ready* doesn't wait for a task
    /// that is taken back, nor the other way around. Only on-demand and idle tasks wait for their
    /// stage as before.
    case takenBack([Int], missing: Set<Int> = [])
    /// The body of an attempt that began before its task was taken back has returned.
    case returned(task: Int)
    /// The launch shall end.
    case cancelled
    /// No more milestones or demands will follow.
    case closed
  }
}
