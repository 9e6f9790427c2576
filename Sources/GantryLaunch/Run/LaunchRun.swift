// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantryText
internal import Synchronization

/// Carries out a plan with structured concurrency.
///
/// ``execute()`` is the launch: it owns all its tasks, and returns when they have ended. The task
/// that calls it owns the launch, for example a child task or a service. You can make all other
/// calls from anywhere at any time.
///
/// ```swift
/// let run = LaunchRun(try graph.plan(), bodies: bodies)
/// async let launch: Void = run.execute()
/// try await run.ready()
/// …
/// let report = await run.finish()
/// ```
///
/// Tasks of the main lane run on the main actor. Of all other tasks, those that block run on the
/// launch's own threads, and those that suspend run on the shared pool.
package final class LaunchRun: Sendable {
  struct State {
    var machine: LaunchMachine
    var queued: [Duration?]
    var ended: [Duration?]
    var readyAt: Duration?
    var finishedAt: Duration?
    var failure: LaunchError?
    /// The number of threads that the workers were told to replace.
    var late = 0
    /// The gates of idle tasks that have had their turn; opened when something asks for the task.
    var idleGates: [Int: LaunchGate] = [:]
    /// The work left to do for reached joins before they settle.
    var joining: [Int: @concurrent @Sendable () async -> Void] = [:]
    /// Whether no thread could be created for tasks that block.
    var isStranded = false
    var isExecuting = false
    /// Whether the loop has ended, so that nothing reads the mailbox any more.
    var isOver = false
    /// The records of the first attempts of tasks that were taken back.
    var firstRecords: [Int: LaunchReport.Task] = [:]
    /// The parts that a caller waits for, and those of them that the loop has read.
    var parts: [LaunchPart] = []
    var openParts: [LaunchPart] = []
    /// Whether tasks may be taken back after all others have settled.
    var staysOpen: Bool
    /// Whether the launch was cancelled before all tasks had settled for the first time.
    var isCutShort = false
    /// The waits until the launch is idle, and those of them that the loop has read.
    var quietGates: [LaunchGate] = []
    var askedGates: [LaunchGate] = []

    /// Whether the journal records the begin and end of a task.
    func isNoted(_ task: Int) -> Bool {
      machine.returned.isEmpty || !machine.returned.contains(task)
    }
  }

  let hooks: LaunchHooks
  let timer: LaunchTimer
  let mailbox: LaunchMailbox
  let workers: LaunchWorkers
  /// The main-actor watch; nil if there is none.
  let watch: MainActorWatch?
  /// Whether the watch belongs to this launch alone, not to an application.
  let ownsWatch: Bool
  /// The journal's marks for tasks that are under way, which survive the process; nil marks
  /// nothing.
  let marks: LaunchMarks?
  /// The tasks with their bodies.
  let table: LaunchTable
  /// Invariant: changed by the loop of ``execute()``; read by any task.
  let state: Mutex<State>
  let readyGate = LaunchGate()
  let finishedGate = LaunchGate()

  /// Creates a launch that has not begun. Its report counts time from this call.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - clock: The clock for times, timeouts and waits between attempts.
  ///   - workers: The largest number of blocking tasks at a time; nil takes the plan's number.
  ///   - mainActorThreshold: The longest time that a task may hold the main actor, or wait for it
  ///     behind other code, without a warning; nil watches nothing.
  ///   - bodies: The body of each task, by name. A task without a body fails and says so. Joins and
  ///     skipped tasks need none.
  ///   - hooks: The closures to call while the launch runs.
  package convenience init(
    _ plan: LaunchPlan, clock: any Clock<Duration> = ContinuousClock(),
    workers: Int? = nil, mainActorThreshold: Duration? = nil, bodies: [String: LaunchBody],
    hooks: LaunchHooks = LaunchHooks()
  ) {
    let watch = mainActorThreshold.map { MainActorWatch(threshold: $0) }
    watch?.tell { hooks.onWarning?(.mainActorHeld($0)) }
    self.init(
      plan, timer: LaunchTimer(clock), workers: workers, watch: watch, ownsWatch: true,
      bodies: bodies,
      hooks: hooks, startThread: LaunchThread.start)
  }

  /// Creates a launch that stays open until it is cancelled, so that tasks may be taken back after
  /// all others have settled. It can have a journal, and tasks that safe mode keeps from running.
  /// Its report counts time from the start of the timer, so that planning is a part of the launch.
  package convenience init(
    open plan: LaunchPlan, timer: LaunchTimer, watch: MainActorWatch? = nil,
    bodies: [String: LaunchBody], hooks: LaunchHooks, marks: LaunchMarks? = nil,
    quarantined: Set<Int> = []
  ) {
    self.init(
      plan, timer: timer, workers: nil, watch: watch, bodies: bodies, hooks: hooks, marks: marks,
      quarantined: quarantined, staysOpen: true,
      startThread: LaunchThread.start)
  }

  /// Creates a launch with a custom way to start threads.
  init(
    _ plan: LaunchPlan, timer: LaunchTimer, workers: Int?, watch: MainActorWatch? = nil,
    ownsWatch: Bool = false, bodies: [String: LaunchBody], hooks: LaunchHooks,
    marks: LaunchMarks? = nil,
    quarantined: Set<Int> = [], staysOpen: Bool = false,
    threadPatience: DispatchTimeInterval = .seconds(1),
    startThread: @escaping LaunchThread.Starter
  ) {
    let count = plan.tasks.count
    self.hooks = hooks
    self.timer = timer
    mailbox = LaunchMailbox(taskCount: count)
    (self.watch, self.ownsWatch) = (watch, ownsWatch)
    let places = max(1, workers ?? plan.workers)
    self.workers = LaunchWorkers(count: places, patience: threadPatience, start: startThread) {
      [mailbox] reason in
      mailbox.post(.stranded(reason: reason))
    }
    let none: [Duration?] = Array(repeating: nil, count: count)
    self.marks = marks
    table = LaunchTable(plan, bodies)
    var machine = LaunchMachine(plan, workers: places)
    machine.quarantined = quarantined
    state = Mutex(
      State(
        machine: machine, queued: none, ended: none, staysOpen: staysOpen))
    watch?.find(.task) { [weak self] place in self?.code(of: place) }
    mailbox.post(.input(.start))
  }

  /// One worker for each core except that of the main actor, but at least two.
  package static var defaultWorkers: Int {
    max(2, ProcessInfo.processInfo.activeProcessorCount - 1)
  }

  /// The plan to carry out.
  package var plan: LaunchPlan { table.plan }

  /// Returns a task as code that the main-actor watch can name.
  private func code(of task: Int) -> MainActorHeld.Code? {
    let tasks = table.plan.tasks
    guard tasks.indices.contains(task) else { return nil }
    let (name, place) = (tasks[task].name, tasks[task].declaredAt)
    return MainActorHeld.Code(
      .task, module: tasks[task].owner, name: name, declaredAt: place.isEmpty ? nil : place)
  }

  /// Releases the tasks that wait for a milestone. Further calls do nothing.
  ///
  /// - Parameter milestone: The milestone that the app has reached.
  package func reach(_ milestone: Milestone) { mailbox.post(.input(.reached(milestone))) }

  /// Starts an on-demand task now, with all its dependencies. Further calls do nothing.
  ///
  /// - Parameter name: The name of the task or join.
  package func demand(_ name: String) { mailbox.post(.input(.demanded(name))) }

  /// Ends the launch: no more tasks start, and running tasks are cancelled.
  package func cancel() { mailbox.post(.input(.cancelled)) }
}

/// The tasks of a launch with their bodies and limits, by position.
final class LaunchTable: Sendable {
  let plan: LaunchPlan
  let bodies: [LaunchBody?]
  let limits: [Duration?]
  /// The delay of each task; empty if the plan isn't shuffled.
  let delays: [Duration]

  /// Creates the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - bodies: The body of each task, by name.
  init(_ plan: LaunchPlan, _ bodies: [String: LaunchBody]) {
    self.plan = plan
    // By index, since copying each task would cost more than reading it.
    let places = plan.tasks.indices
    self.bodies = places.map { bodies[plan.tasks[$0].name] }
    limits = places.map { plan.tasks[$0].timeout }
    delays = plan.delays
  }
}

extension LaunchPlan {
  /// Carries out the plan from beginning to end, without milestones and demands.
  ///
  /// - Parameters:
  ///   - clock: The clock for times, timeouts and waits between attempts.
  ///   - workers: The largest number of threads for blocking tasks; nil takes the plan's number.
  ///   - bodies: The body of each task, by name.
  ///   - hooks: The closures to call while the launch runs.
  /// - Returns: The report, once every task has returned.
  package func run(
    clock: any Clock<Duration> = ContinuousClock(), workers: Int? = nil,
    bodies: [String: LaunchBody], hooks: LaunchHooks = LaunchHooks()
  ) async -> LaunchReport {
    let run = LaunchRun(self, clock: clock, workers: workers, bodies: bodies, hooks: hooks)
    run.mailbox.post(.input(.closed))
    await run.execute()
    return run.report()
  }
}
