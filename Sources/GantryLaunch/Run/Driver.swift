// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
package import GantrySupport

/// The part of an application that carries out the effects of a run on its modules.
///
/// A driver makes these calls one at a time, in the order in which the machine has decided. They
/// must neither block nor call code of a module.
package protocol Effects: AnyObject, Sendable {
  /// Carries out an action on a module or the application.
  func perform(_ action: Machine.Action)
  /// Does the work of a join that is reached.
  ///
  /// - Returns: The rest of the work, which takes time; nil if everything is done.
  func join(_ node: Int) -> (@concurrent @Sendable () async -> Void)?
  /// Logs an outcome. The order of these calls is not that of the effects.
  func log(_ node: Int, _ outcome: LaunchOutcome)
  func warn(_ warning: LaunchWarning)
}

/// Carries out a run: it guards the ``Machine``, passes in each event, and performs the actions.
///
/// Every call is one step of the machine under the lock. The actions of all steps go into one
/// outbox, and one thread at a time performs them, without the lock. So effects come in the order
/// of the decisions, and a body begins only after the effects of its dependencies. A call that
/// comes while another thread performs leaves its actions to that one.
///
/// Tasks of the main lane run on the main actor. Of all other tasks, those that block run on the
/// launch's own threads, and those that suspend run on the shared pool.
package final class Driver: Sendable {
  /// A body that is about to run, whose machine has let it go.
  struct Child: Sendable {
    let ticket: Ticket
    let body: LaunchBody
    let limit: Duration?
    /// The journal's marks, if there is one.
    let marks: LaunchMarks?
  }

  struct State {
    var machine: Machine
    /// The actions that no thread has performed yet, in the order of the decisions.
    var outbox: [Machine.Action] = []
    var isPerforming = false
    /// By node. Those of a module's tasks exist as long as the module.
    var bodies: [LaunchBody?]
    /// The tasks that run the bodies, by node, to cancel them.
    var tasks: [Task<Void, Never>?]
    /// The number of postponed bodies whose tasks are created, and aren't in ``tasks`` yet. Meanwhile
    /// no task runs a follower: it could be one of them, and would not be found to be cancelled.
    var unstoredTasks = 0
    /// The gates of idle tasks that have had their turn; opened when something asks for the task.
    var idleGates: [Ticket: Promise<Void>] = [:]
    /// The promises that waiting callers await.
    var promises: [Int: Promise<Machine.Resumption>] = [:]
    var lastWait = 0
    /// The journal's marks for tasks that are under way, which survive the process; nil marks
    /// nothing.
    var marks: LaunchMarks?
  }

  package let wiring: Wiring
  package let timer: LaunchTimer
  let workers: LaunchWorkers
  /// The main-actor watch; nil if there is none.
  let watch: MainActorWatch?
  let effects: (any Effects)?
  /// The event bus of the application, which stands for it; nil for a launch without modules.
  let application: ObjectIdentifier?
  /// Guards the machine and the values beside it. Nothing is called under this lock: no table, no
  /// module, no log, and no `deinit` of a user's value.
  let state: Mutex<State>

  /// Creates a driver of a run that has not begun. Its report counts time from the start of the
  /// timer, so that planning is a part of the launch.
  ///
  /// - Parameters:
  ///   - wiring: The plan and the modules.
  ///   - timer: The clock for times, timeouts and waits between attempts.
  ///   - workers: The largest number of blocking tasks at a time; nil takes the plan's number.
  ///   - watch: The main-actor watch.
  ///   - bodies: The body of each node, by position. A node without a body fails and says so. Joins
  ///     and skipped nodes need none.
  ///   - effects: Carries out the effects on modules.
  ///   - application: The event bus of the application.
  ///   - patience: The time that a thread sleeps before it ends.
  ///   - startThread: Starts a thread.
  init(
    _ wiring: Wiring, timer: LaunchTimer, workers: Int? = nil, watch: MainActorWatch? = nil,
    bodies: [LaunchBody?], effects: (any Effects)? = nil, application: ObjectIdentifier? = nil,
    patience: DispatchTimeInterval = .seconds(1),
    startThread: @escaping LaunchThread.Starter
  ) {
    self.wiring = wiring
    self.timer = timer
    self.watch = watch
    self.effects = effects
    self.application = application
    let places = max(1, workers ?? wiring.plan.workers)
    self.workers = LaunchWorkers(count: places, patience: patience, start: startThread)
    state = Mutex(
      State(
        machine: Machine(wiring, workers: places), bodies: bodies,
        tasks: Array(repeating: nil, count: bodies.count)))
    self.workers.onRefusal { [weak effects] in effects?.warn(.noThread(reason: $0)) }
    watch?.find(.task) { [weak self] node in self?.code(of: node) }
  }

  /// Creates a driver for the modules of an application.
  package convenience init(
    _ wiring: Wiring, timer: LaunchTimer, watch: MainActorWatch?, bodies: [LaunchBody?],
    effects: any Effects, application: ObjectIdentifier
  ) {
    self.init(
      wiring, timer: timer, watch: watch, bodies: bodies, effects: effects,
      application: application, startThread: LaunchThread.start)
  }

  deinit { workers.close() }

  /// One worker for each core except that of the main actor, but at least two.
  package static var defaultWorkers: Int {
    max(2, ProcessInfo.processInfo.activeProcessorCount - 1)
  }

  package var plan: LaunchPlan { wiring.plan }

  /// Returns a task as code that the main-actor watch can name.
  private func code(of node: Int) -> MainActorHeld.Code? {
    guard plan.tasks.indices.contains(node) else { return nil }
    let (name, place) = (plan.tasks[node].name.rawValue, plan.tasks[node].declaredAt)
    return MainActorHeld.Code(
      .task, module: plan.tasks[node].owner, name: name, declaredAt: place.isEmpty ? nil : place)
  }

  /// Passes an input to the machine, and performs the actions unless another thread does so.
  ///
  /// - Returns: The answer, which is decided when this returns. The actions may come later.
  @discardableResult
  package func take(_ input: Machine.Input) -> Machine.Answer {
    step { state, now in state.machine.handle(input, at: now, into: &state.outbox) }
  }

  /// Changes the state in one critical section, and performs the actions unless another thread does
  /// so.
  ///
  /// - Parameter body: Passes inputs to the machine, with the time since the start of the launch.
  func step<Result>(_ body: (inout State, _ now: Duration) -> Result) -> Result {
    let now = timer.now()
    var batch: [Machine.Action] = []
    let (result, performs) = state.withLock { state in
      let result = body(&state, now)
      return (result, state.beginPerforming(&batch))
    }
    if performs { performSoon(&batch) }
    return result
  }

  /// Records in a journal from now on which tasks are under way.
  package func record(in marks: LaunchMarks) { state.withLock { $0.marks = marks } }

  /// Reads the machine as it is now; the closure must be short, and call nothing.
  package func read<R>(_ body: (Machine) -> R) -> R { state.withLock { body($0.machine) } }

  /// Passes in the end of a body.
  ///
  /// - Parameters:
  ///   - ticket: The body.
  ///   - outcome: Its outcome.
  ///   - canFollow: Whether the same task may run a body that waited for this one.
  /// - Returns: The body that the task runs next.
  @inline(never)
  func finish(_ ticket: Ticket, _ outcome: LaunchOutcome, canFollow: Bool) -> Child? {
    let now = timer.now()
    var batch: [Machine.Action] = []
    var next: Child?
    var former: Task<Void, Never>?
    let (performs, canFollow) = state.withLock { state in
      state.machine.handle(.ended(ticket, outcome), at: now, into: &state.outbox)
      let canFollow = canFollow && state.unstoredTasks == 0
      guard canFollow, !state.isPerforming, state.outbox.count == 1,
        case .run(let follower) = state.outbox[0], isFollower(follower.node, of: ticket.node, state)
      else {
        let performs = state.beginPerforming(&batch)
        if !performs || !canFollow { former = state.forget(ticket) }
        return (performs, canFollow)
      }
      // The usual case in a chain: one critical section ends a body and begins the next one.
      state.outbox.removeAll(keepingCapacity: true)
      next = begin(follower, at: now, &state)
      state.tasks[follower.node] = exchange(&state.tasks[ticket.node], with: nil)
      return (state.beginPerforming(&batch), canFollow)
    }
    if performs {
      if canFollow, next == nil {
        next = perform(&batch, keeping: ticket)
        if next == nil { former = state.withLock { $0.forget(ticket) } }
      } else {
        performSoon(&batch)
      }
    }
    extendLifetime(former)
    return next
  }

  /// Begins a body, if the machine lets it go.
  @inline(never)
  func begin(_ ticket: Ticket) -> Child? { step { state, now in begin(ticket, at: now, &state) } }

  func begin(_ ticket: Ticket, at now: Duration, _ state: inout State) -> Child? {
    guard state.machine.handle(.began(ticket), at: now, into: &state.outbox) == .accepted,
      let body = state.bodies[ticket.node]
    else { return nil }
    return Child(
      ticket: ticket, body: body, limit: wiring.traits[ticket.node].timeout, marks: state.marks)
  }

  /// Whether a task may run in the child of a task that it waited for. It must belong on the same
  /// threads, have no delay, and wait for no idle time.
  func isFollower(_ next: Int, of node: Int, _ state: State) -> Bool {
    guard startsAtOnce(next), !wiring.traits[next].isJoin else { return false }
    return switch (state.bodies[node], state.bodies[next]) {
    case (.worker, .worker), (.background, .background), (.callback, .background): true
    default: false
    }
  }
}

extension Driver.State {
  /// Returns the task of a body that has ended, to release it without the lock.
  mutating func forget(_ ticket: Ticket) -> Task<Void, Never>? {
    guard machine.nodes[ticket.node].attempt == ticket.attempt else { return nil }
    return exchange(&tasks[ticket.node], with: nil)
  }

  /// Lets the calling thread perform all actions that wait; false if another thread does so, or if
  /// there is nothing to do.
  mutating func beginPerforming(_ batch: inout [Machine.Action]) -> Bool {
    guard !isPerforming, !outbox.isEmpty else { return false }
    isPerforming = true
    swap(&batch, &outbox)
    return true
  }
}
