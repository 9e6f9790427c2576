// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantryText
internal import Synchronization

/// Carries a plan out with structured concurrency.
///
/// ``execute()`` is the launch: it owns all its tasks and returns when they have ended. The task that
/// calls it owns the launch, for example a child task or a service; the other calls may come from
/// anywhere at any time.
///
/// ```swift
/// let run = LaunchRun(try graph.plan(), bodies: bodies)
/// async let launch: Void = run.execute()
/// try await run.ready()
/// …
/// let report = await run.finish()
/// ```
///
/// Tasks on the main lane run on the main actor; of the others, those that block run on threads of
/// the launch's own, and those that suspend on the pool of all tasks.
public final class LaunchRun: Sendable {
  struct State {
    var machine: LaunchMachine
    var queued: [Duration?]
    var ended: [Duration?]
    var readyAt: Duration?
    /// The shortest time to ready, from the first report after it: it does not change any more.
    var readyLowerBound: Duration?
    var finishedAt: Duration?
    var failure: LaunchError?
    /// How many threads the workers have been told to replace.
    var late = 0
    /// For idle tasks that have had their turn: opened when they are asked for.
    var idleGates: [Int: LaunchGate] = [:]
    /// The work that is left for joins that have been reached, before they settle.
    var joining: [Int: @concurrent @Sendable () async -> Void] = [:]
    /// Whether no thread could be made for tasks that block.
    var isStranded = false
    var isExecuting = false
    /// Whether the loop has ended: nothing is read from the mailbox any more.
    var isOver = false
    /// The tasks with their bodies; replaced as a whole when tasks are added.
    var table: LaunchTable
    /// How many tasks the launch began with: its report is about them.
    let firstCount: Int
    /// Of tasks that were taken back: the record of their first attempt.
    var firstRecords: [Int: LaunchReport.Task] = [:]
    /// The parts that something waits for, and of them those that the loop has read.
    var parts: [LaunchPart] = []
    var openParts: [LaunchPart] = []
    /// Whether tasks may be taken back or added when all others have settled.
    var staysOpen: Bool
    /// Whether the launch was cancelled before all had settled for the first time.
    var isCutShort = false
    /// The waits until the launch is idle, and of them those that the loop has read.
    var quietGates: [LaunchGate] = []
    var askedGates: [LaunchGate] = []

    /// Whether the journal notes when a task begins and ends.
    func isNoted(_ task: Int) -> Bool {
      machine.returned.isEmpty || !machine.returned.contains(task)
    }
  }

  let hooks: LaunchHooks
  let timer: LaunchTimer
  let mailbox: LaunchMailbox
  let workers: LaunchWorkers
  /// The watch over the main actor; nil where none looks at it.
  let watch: MainActorWatch?
  /// Whether the watch is of this launch alone, and not of an application.
  let ownsWatch: Bool
  /// Notes which tasks are under way where the end of the process finds it; nil notes nothing.
  let marks: LaunchMarks?
  /// Invariant: changed by the loop of ``execute()`` and by ``extend(to:bodies:)``; read by any task.
  let state: Mutex<State>
  let readyGate = LaunchGate()
  let finishedGate = LaunchGate()

  /// Makes a launch that has not begun; its report counts time from here.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - clock: Measures time, timeouts and waits before new tries.
  ///   - workers: The largest number of tasks that block at a time; nil takes the plan's.
  ///   - mainActorThreshold: The longest time that a task may hold the main actor, or wait for it behind
  ///     other code, without an issue being reported; nil looks at none.
  ///   - bodies: The body of each task, by name. A task without one fails and says so; joins and
  ///     tasks that are skipped need none.
  ///   - hooks: Closures to call on the way.
  public convenience init(
    _ plan: LaunchPlan, clock: any Clock<Duration> = ContinuousClock(),
    workers: Int? = nil, mainActorThreshold: Duration? = nil, bodies: [String: LaunchBody],
    hooks: LaunchHooks = LaunchHooks()
  ) {
    let watch = mainActorThreshold.map { MainActorWatch(threshold: $0) }
    watch?.tell { hooks.onWarning?(.mainActorHeld($0)) }
    self.init(
      plan, clock: clock, workers: workers, watch: watch, ownsWatch: true, bodies: bodies,
      hooks: hooks, startThread: LaunchThread.start)
  }

  /// The same for a launch that stays open until it is cancelled: tasks may be taken back or added when
  /// all others have settled. With a journal, and with tasks that safe mode keeps from running.
  package convenience init(
    open plan: LaunchPlan, clock: any Clock<Duration>, watch: MainActorWatch? = nil,
    bodies: [String: LaunchBody], hooks: LaunchHooks, marks: LaunchMarks? = nil,
    quarantined: Set<Int> = []
  ) {
    self.init(
      plan, clock: clock, workers: nil, watch: watch, bodies: bodies, hooks: hooks, marks: marks,
      quarantined: quarantined, staysOpen: true,
      startThread: LaunchThread.start)
  }

  /// The same with threads of another kind.
  init(
    _ plan: LaunchPlan, clock: any Clock<Duration>, workers: Int?, watch: MainActorWatch? = nil,
    ownsWatch: Bool = false, bodies: [String: LaunchBody], hooks: LaunchHooks,
    marks: LaunchMarks? = nil,
    quarantined: Set<Int> = [], staysOpen: Bool = false,
    threadPatience: DispatchTimeInterval = .seconds(1),
    startThread: @escaping LaunchThread.Starter
  ) {
    let count = plan.tasks.count
    self.hooks = hooks
    timer = LaunchTimer(clock)
    mailbox = LaunchMailbox(taskCount: count)
    (self.watch, self.ownsWatch) = (watch, ownsWatch)
    let places = max(1, workers ?? plan.workers)
    self.workers = LaunchWorkers(count: places, patience: threadPatience, start: startThread) {
      [mailbox] reason in
      mailbox.post(.stranded(reason: reason))
    }
    let none: [Duration?] = Array(repeating: nil, count: count)
    self.marks = marks
    var machine = LaunchMachine(plan, workers: places)
    machine.quarantined = quarantined
    state = Mutex(
      State(
        machine: machine, queued: none, ended: none, table: LaunchTable(plan, bodies),
        firstCount: count, staysOpen: staysOpen))
    watch?.find(.task) { [weak self] place in self?.code(of: place) }
    mailbox.post(.input(.start))
  }

  /// One thread for each core but the one of the main actor; at least two.
  package static var defaultWorkers: Int {
    max(2, ProcessInfo.processInfo.activeProcessorCount - 1)
  }

  /// The plan that is carried out.
  public var plan: LaunchPlan { table.plan }

  var table: LaunchTable { state.withLock(\.table) }

  /// A task, as the watch over the main actor names it.
  private func code(of task: Int) -> MainActorHeld.Code? {
    let tasks = table.plan.tasks
    guard tasks.indices.contains(task) else { return nil }
    let (name, place) = (tasks[task].name, tasks[task].declaredAt)
    return MainActorHeld.Code(
      .task, module: tasks[task].owner, name: name, declaredAt: place.isEmpty ? nil : place)
  }

  /// Lets the tasks run that wait for a milestone; once is enough.
  ///
  /// - Parameter milestone: The milestone that the app has reached.
  public func reach(_ milestone: Milestone) { mailbox.post(.input(.reached(milestone))) }

  /// Starts an on-demand task, and all it depends on, now; once is enough.
  ///
  /// - Parameter name: The name of the task or join.
  public func demand(_ name: String) { mailbox.post(.input(.demanded(name))) }

  /// Ends the launch: no task starts any more, and the running ones are cancelled.
  public func cancel() { mailbox.post(.input(.cancelled)) }
}

/// The tasks of a launch with their bodies and limits, by position.
final class LaunchTable: Sendable {
  let plan: LaunchPlan
  let bodies: [LaunchBody?]
  let limits: [Duration?]
  /// Empty when the plan is not shuffled.
  let delays: [Duration]

  /// Makes the table of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - bodies: The body of each task, by name.
  ///   - base: The table so far, of a plan whose tasks are the first ones of this plan.
  init(_ plan: LaunchPlan, _ bodies: [String: LaunchBody], after base: LaunchTable? = nil) {
    self.plan = plan
    // By index: a copy of each task would cost more than the look at it.
    let places = plan.tasks.indices
    let added = places.dropFirst(base?.bodies.count ?? 0)
    self.bodies = (base?.bodies ?? []) + added.map { bodies[plan.tasks[$0].name] }
    limits = places.map { plan.tasks[$0].timeout }
    delays = plan.delays
  }
}

extension LaunchPlan {
  /// Carries the plan out from beginning to end, without milestones and demands.
  ///
  /// - Parameters:
  ///   - clock: Measures time, timeouts and waits before further attempts.
  ///   - workers: The largest number of threads for tasks that block; nil takes the plan's own
  ///     number.
  ///   - bodies: The body of each task, by name.
  ///   - hooks: Closures to call on the way.
  /// - Returns: The report, when every task has returned.
  public func run(
    clock: any Clock<Duration> = ContinuousClock(), workers: Int? = nil,
    bodies: [String: LaunchBody], hooks: LaunchHooks = LaunchHooks()
  ) async -> LaunchReport {
    let run = LaunchRun(self, clock: clock, workers: workers, bodies: bodies, hooks: hooks)
    run.mailbox.post(.input(.closed))
    await run.execute()
    return run.report()
  }
}
