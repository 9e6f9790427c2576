// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The state of a run: the phase of every node, the modules, and the open waits.
///
/// It is a value without threads, clock or effects. Each ``Input`` is one step: it is accepted or
/// refused at once, and returns the actions to carry out, in order. ``Driver`` guards a machine
/// with its lock, and carries out the actions. Nodes are known by their position in the plan, and
/// modules by their index in the ``Wiring``. A body is known by its ``Ticket``. A ticket that isn't
/// current changes nothing about its node. Only the return of a body that was left behind, by its
/// timeout or by the close, counts: it is recorded, and frees the slot that the body has kept.
///
/// The main lane has one slot, and the background lane has one for each worker. An asynchronous task
/// takes no slot. A synchronous one keeps its slot until it returns; in the background, only until
/// it times out, since another thread can then do the work of its own. A body that times out isn't
/// tried again. The plan decides which task gets a free slot (``LaunchPlan/Task/rank``).
///
/// ```swift
/// var machine = Machine(Wiring(plan))
/// var actions: [Machine.Action] = []
/// machine.handle(.start, at: .zero, into: &actions)
/// ```
package struct Machine: Sendable, Equatable {
  package let wiring: Wiring
  package internal(set) var nodes: [Node]
  package internal(set) var modules: [Module]
  package internal(set) var course = Course.waiting
  /// The bodies beyond their attempt: they have timed out, or a stop has left them behind.
  package internal(set) var lateBodies: [Ticket: LateBody] = [:]
  /// The names of the milestones that the app has reached.
  package internal(set) var reached: Set<String> = []
  /// When the app was ready, and when every node had settled.
  package internal(set) var readyAt: Duration?
  package internal(set) var finishedAt: Duration?
  /// Whether the run ended before the last node had settled, or because of it.
  package internal(set) var isCutShort = false
  /// The modules that the stop has yet to shut down; the last one is next.
  var leaving: [Int] = []
  /// The waits for the outcome of a node, by number, and those for anything else; each in the order
  /// in which they began.
  var outcomeWaits: [Int: [Int]] = [:]
  var waits: [Wait] = []
  /// What nodes currently wait for, apart from their dependencies: the providers of services that
  /// are used lazily and of routes, and *ready*, for which URLs from outside wait.
  var needs: [Int: [Need]] = [:]
  var lanes: Lanes
  /// The positions of idle tasks that wait only for their turn, or did so before a demand.
  var idleQueue = MinHeap()
  /// The number of nodes that are queued, resting or running.
  var active = 0
  /// The number of bodies that run, including late ones.
  package internal(set) var bodies = 0
  var unsettled: Int
  var unsettledBlocking: Int

  // The current step.
  var now = Duration.zero
  var out: [Action] = []
  /// The nodes that have settled in this step, whose dependents have not been told.
  private var settled: [Int] = []
  /// The nodes that begin to run in this step.
  private var starting: [Int] = []

  /// Whether all before-ready nodes have settled without the run being ended.
  package var isReady: Bool { readyAt != nil }
  /// Whether nodes can begin.
  package var isOpen: Bool { course == .open }
  /// Whether all modules are shut down, so that nothing happens any more.
  package var isClosed: Bool { course == .closed }
  /// Why the run ends; nil while it goes on.
  package internal(set) var ending: Ending?

  /// Creates a machine that has not started.
  ///
  /// - Parameters:
  ///   - wiring: The plan and the modules.
  ///   - workers: The number of synchronous background tasks that may run at a time, at least one;
  ///     nil takes the plan's number.
  /// - Complexity: O(V log V + E).
  package init(_ wiring: Wiring, workers: Int? = nil) {
    self.wiring = wiring
    lanes = Lanes(workers: workers ?? wiring.plan.workers)
    let count = wiring.traits.count
    nodes = wiring.waitsFor.map { Node(left: $0) }
    modules = wiring.modules.map { _ in Module() }
    unsettled = count
    unsettledBlocking = wiring.traits.count { $0.stage == .beforeReady }
    for node in 0..<count { openIfFollowing(node) }
    for node in 0..<count { queueIdle(node) }
  }

  /// Handles an input, and decides which actions to carry out, in order.
  ///
  /// An input that isn't current, for example the end of a body that isn't running, is refused and
  /// changes nothing. One exception: a body that begins after the run has ended is refused, and its
  /// node is cancelled.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - time: The time since the start of the launch.
  ///   - actions: The array to which the new actions are appended.
  /// - Returns: The answer for the caller alone.
  @discardableResult
  package mutating func handle(
    _ input: Input, at time: Duration, into actions: inout [Action]
  ) -> Answer {
    let answer = take(input, at: time, into: &actions)
    swap(&out, &actions)
    dispatch()
    swap(&out, &actions)
    return answer
  }

  /// Handles an input without giving away slots, so that several ends at the same time come first.
  mutating func take(
    _ input: Input, at time: Duration, into actions: inout [Action]
  ) -> Answer {
    swap(&out, &actions)
    now = time
    let answer = decide(input)
    propagate()
    advance()
    answerWaits()
    swap(&out, &actions)
    return answer
  }

  private mutating func decide(_ input: Input) -> Answer {
    switch input {
    case .start: start()
    case .began(let ticket): begin(ticket)
    case .ended(let ticket, let outcome): end(ticket, outcome)
    case .timedOut(let ticket): timeOut(ticket)
    case .rested(let ticket): wake(ticket)
    case .created(let ticket): create(ticket)
    case .gone(let module): recordShutdown(of: module)
    case .reached(let milestone): reach(milestone.name)
    case .demanded(let node): demand([node])
    case .needed(let need, let user): self.need(need, by: user)
    case .obtained(let need, let user): obtain(need, by: user)
    case .workFailed(let module, let reason): failWork(module, reason)
    case .awaited(let id, let goal, let caller): add(id, goal, caller)
    case .gaveUp(let id): giveUp(id)
    case .startCancelled: isReady ? .refused(.over) : end(.cancelled)
    case .startOverdue: isReady ? .refused(.over) : end(.overdue)
    case .stop: end(.stopped)
    case .close: close()
    }
  }
}

// MARK: - Nodes

extension Machine {
  private mutating func start() -> Answer {
    guard course == .waiting else { return .refused(.over) }
    course = .open
    for node in nodes.indices {
      if let outcome = outcomeWithoutRunning(node) { settle(node, outcome) }
    }
    for node in nodes.indices where wiring.traits[node].stage == .beforeReady {
      openStage(node, .start)
    }
    let early = nodes.indices.filter { nodes[$0].isDemanded }
    for node in early { nodes[node].isDemanded = false }
    if !early.isEmpty { _ = demand(early) }
    return .accepted
  }

  /// Returns the outcome of a task that the plan skips; nil for all other tasks.
  func outcomeWithoutRunning(_ node: Int) -> LaunchOutcome? {
    let chain = wiring.plan.tasks[node].skipped
    guard !chain.isEmpty else { return nil }
    return wiring.quarantined.contains(node) ? .quarantined : .skipped(because: chain)
  }

  private mutating func begin(_ ticket: Ticket) -> Answer {
    let node = ticket.node
    guard runs(ticket), !nodes[node].hasBegun else { return .refused(.stale) }
    guard isOpen else {
      endBody(of: node)
      settle(node, .cancelled)
      return .refused(.stale)
    }
    nodes[node].hasBegun = true
    if nodes[node].began == nil, !wiring.traits[node].isJoin { nodes[node].began = now }
    return .accepted
  }

  private mutating func end(_ ticket: Ticket, _ outcome: LaunchOutcome) -> Answer {
    guard runs(ticket) else { return endLate(ticket, outcome) }
    let node = ticket.node
    if case .failed(let message) = outcome, isOpen,
      nodes[node].attempt <= wiring.traits[node].retries
    {
      nodes[node].failure = message
      tryAgain(node)
      return .accepted
    }
    endBody(of: node)
    if case .failed = outcome, course != .open {
      settle(node, .cancelled)
    } else {
      settle(node, outcome)
    }
    return .accepted
  }

  private mutating func endLate(_ ticket: Ticket, _ outcome: LaunchOutcome) -> Answer {
    guard let body = lateBodies.removeValue(forKey: ticket) else { return .refused(.stale) }
    bodies -= 1
    if body == .holdsSlot { lanes.leave(Int(wiring.traits[ticket.node].lane)) }
    nodes[ticket.node].endLate(ticket.attempt, outcome)
    return .accepted
  }

  private mutating func timeOut(_ ticket: Ticket) -> Answer {
    guard runs(ticket) else { return .refused(.stale) }
    let node = ticket.node
    let isReplaced = nodes[node].holdsSlot && Int(wiring.traits[node].lane) == Lanes.background
    if isReplaced {
      nodes[node].holdsSlot = false
      lanes.leave(Lanes.background)
    }
    abandon(ticket)
    settle(node, .timedOut)
    out.append(.cancel(ticket))
    if isReplaced { out.append(.replaced(ticket)) }
    return .accepted
  }

  /// Lets the body of a running node go on without it.
  mutating func abandon(_ ticket: Ticket) {
    lateBodies[ticket] = nodes[ticket.node].holdsSlot ? .holdsSlot : .needsNone
    nodes[ticket.node].holdsSlot = false
  }

  private mutating func tryAgain(_ node: Int) {
    let wait = wiring.plan.tasks[node].retry.wait(before: Int(nodes[node].attempt))
    out.append(.retry(Ticket(node, nodes[node].attempt), after: wait))
    guard wait > .zero else {
      nodes[node].attempt += 1
      nodes[node].hasBegun = false
      return starting.append(node)
    }
    // Other tasks may use the slot in the meantime; then this task waits for a slot as they do.
    endBody(of: node)
    nodes[node].phase = .resting
  }

  private mutating func wake(_ ticket: Ticket) -> Answer {
    guard nodes.indices.contains(ticket.node), nodes[ticket.node].phase == .resting,
      nodes[ticket.node].attempt == ticket.attempt
    else { return .refused(.stale) }
    if wiring.traits[ticket.node].isAsynchronous { run(ticket.node) } else { enqueue(ticket.node) }
    return .accepted
  }

  /// Whether a ticket is that of a running attempt.
  package func runs(_ ticket: Ticket) -> Bool {
    nodes.indices.contains(ticket.node) && nodes[ticket.node].phase == .running
      && nodes[ticket.node].attempt == ticket.attempt
  }

  private mutating func endBody(of node: Int) {
    bodies -= 1
    if nodes[node].holdsSlot {
      nodes[node].holdsSlot = false
      lanes.leave(Int(wiring.traits[node].lane))
    }
  }

  private mutating func run(_ node: Int) {
    nodes[node].phase = .running
    nodes[node].attempt += 1
    nodes[node].hasBegun = false
    if nodes[node].queued == nil { nodes[node].queued = now }
    bodies += 1
    starting.append(node)
  }

  private mutating func enqueue(_ node: Int) {
    nodes[node].phase = .queued
    if nodes[node].queued == nil { nodes[node].queued = now }
    lanes.enqueue(node, wiring.traits[node], isDemanded: nodes[node].isDemanded)
  }

  /// Gives free slots to queued tasks, by the plan's rank, and starts all bodies.
  private mutating func dispatch() {
    for lane in 0..<Lanes.count {
      while let node = lanes.next(in: lane, of: nodes) {
        nodes[node].holdsSlot = true
        run(node)
      }
    }
    guard !starting.isEmpty else { return }
    if starting.count > 1 { starting.sort { wiring.traits[$0].rank < wiring.traits[$1].rank } }
    for node in starting where nodes[node].phase == .running {
      out.append(.run(Ticket(node, nodes[node].attempt)))
    }
    starting.removeAll(keepingCapacity: true)
  }

  /// Gives slots away after several inputs were taken.
  mutating func dispatch(into actions: inout [Action]) {
    swap(&out, &actions)
    dispatch()
    swap(&out, &actions)
  }

  /// Settles a node; its dependents are told before the step ends. If this ends the run, they are
  /// cancelled instead, and so are those that this step was about to tell to run.
  ///
  /// - Parameters:
  ///   - node: A node that has not settled.
  ///   - outcome: Its outcome.
  mutating func settle(_ node: Int, _ outcome: LaunchOutcome) {
    if nodes[node].phase != .waiting { active -= 1 }
    nodes[node].phase = .settled(outcome)
    nodes[node].ended = now
    unsettled -= 1
    let traits = wiring.traits[node]
    if traits.stage == .beforeReady { unsettledBlocking -= 1 }
    if traits.isToldOfSuccess || outcome != .succeeded {
      out.append(.settled(Ticket(node, nodes[node].attempt), outcome))
    }
    if let module = traits.module { settleModule(module, traits.part, node, outcome) }
    if !outcomeWaits.isEmpty { answerOutcome(node, outcome) }
    settled.append(node)
    if traits.isEssential, outcome.isFailure, isOpen {
      _ = end(.essential(node))
    }
  }

  /// Tells the dependents of the nodes that have settled in this step.
  private mutating func propagate() {
    var next = 0
    while next < settled.count {
      let node = settled[next]
      next += 1
      guard let outcome = nodes[node].outcome else { continue }
      for slot in wiring.range(of: node) {
        let arrow = wiring[slot]
        let later = Int(arrow.task)
        guard nodes[later].phase == .waiting else { continue }
        switch LaunchReaction(to: outcome, of: arrow.dependency) {
        case .proceed: release(later, .task(node))
        case .block: settle(later, blocked(by: node, outcome))
        case .skip: settle(later, .skipped(because: chain(of: later, requiring: node, outcome)))
        case .cancel: settle(later, .cancelled)
        }
      }
    }
    settled.removeAll(keepingCapacity: true)
  }

  /// Returns the outcome of a task that requires a task which has failed or was itself blocked.
  private func blocked(by node: Int, _ outcome: LaunchOutcome) -> LaunchOutcome {
    let name = wiring.name(of: node)
    guard case .blocked(let chain, let isShortened) = outcome else { return .blocked(by: [name]) }
    guard chain.count >= LaunchChain.limit, let root = chain.last else {
      return .blocked(by: [name] + chain, isShortened: isShortened)
    }
    return .blocked(by: [name] + chain.prefix(LaunchChain.limit - 2) + [root], isShortened: true)
  }

  /// Returns the reasons why a task is skipped that requires a skipped task.
  func chain(of node: Int, requiring first: Int, _ outcome: LaunchOutcome) -> [LaunchSkip] {
    guard case .skipped(let chain) = outcome else { return [] }
    let link = LaunchSkip(wiring.name(of: node), .requires(wiring.name(of: first)))
    return LaunchChain.links(link, before: chain)
  }

  /// Ends one wait of a task, and lets the task run if that was the last one.
  private mutating func release(_ node: Int, _ cause: Cause) {
    nodes[node].left -= 1
    guard nodes[node].left == 0 else { return queueIdle(node) }
    nodes[node].cause = cause
    let traits = wiring.traits[node]
    if traits.isJoin, traits.module == nil || traits.part == .task {
      return settle(node, .succeeded)
    }
    active += 1
    if traits.isJoin || traits.isAsynchronous { run(node) } else { enqueue(node) }
  }

  private mutating func openStage(_ node: Int, _ cause: Cause) {
    guard nodes[node].phase == .waiting, !nodes[node].isStageOpen else { return }
    nodes[node].isStageOpen = true
    release(node, cause)
  }

  /// Opens the stage of a node that only waits for the tasks of its module.
  mutating func openIfFollowing(_ node: Int) {
    guard wiring.traits[node].followsTasks else { return }
    nodes[node].isStageOpen = true
    nodes[node].left -= 1
  }

  /// Moves on from stage to stage as long as nothing holds the next stage back.
  private mutating func advance() {
    guard isOpen else {
      if unsettled == 0, finishedAt == nil, course != .waiting { finishedAt = now }
      return
    }
    if !isReady, unsettledBlocking == 0 {
      readyAt = now
      out.append(.ready)
      for node in nodes.indices where wiring.traits[node].stage == .afterReady {
        openStage(node, .ready)
      }
      propagate()
    }
    while isReady, active == 0, isOpen, let node = nextIdle() {
      openStage(node, .idle)
      propagate()
    }
    if unsettled == 0, finishedAt == nil { finishedAt = now }
  }

  /// Takes the first idle task that waits only for its turn.
  private mutating func nextIdle() -> Int? {
    while let node = idleQueue.pop()?.value {
      // A demand may have taken it.
      if nodes[node].phase == .waiting, !nodes[node].isStageOpen, nodes[node].left == 1 {
        return node
      }
    }
    return nil
  }

  /// Queues an idle task for its turn if it waits for nothing else.
  mutating func queueIdle(_ node: Int) {
    guard wiring.traits[node].stage == .idle, nodes[node].left == 1, !nodes[node].isStageOpen,
      nodes[node].phase == .waiting
    else { return }
    idleQueue.push(node, key: node)
  }

  /// Releases the tasks that wait for a milestone; refused if it was reached before or no task has it.
  private mutating func reach(_ milestone: String) -> Answer {
    guard let index = wiring.plan.milestones.firstIndex(where: { $0.name == milestone }),
      course == .waiting || isOpen, reached.insert(milestone).inserted
    else { return .refused(.over) }
    for node in nodes.indices
    where nodes[node].phase == .waiting && wiring.plan.tasks[node].milestones.contains(milestone) {
      release(node, .milestone(index))
    }
    return .accepted
  }

  /// Opens the stage of tasks and of all their dependencies. A milestone still holds them back.
  mutating func demand(_ demanded: [Int]) -> Answer {
    guard demanded.allSatisfy(nodes.indices.contains) else { return .refused(.stale) }
    guard isOpen else {
      // At the start, the demand is repeated.
      if course == .waiting { for node in demanded { nodes[node].isDemanded = true } }
      return course == .waiting ? .accepted : .refused(.over)
    }
    var open = demanded
    var seen: Set<Int> = []
    while let node = open.popLast() {
      switch nodes[node].phase {
      case .waiting:
        guard seen.insert(node).inserted else { continue }
        open += wiring.plan.tasks[node].dependencies.lazy.map(\.position)
      case .queued where !nodes[node].isDemanded:
        nodes[node].isDemanded = true
        enqueue(node)
      case .resting: nodes[node].isDemanded = true
      case .running:
        guard case .idle = nodes[node].cause, !nodes[node].isDemanded else { continue }
        nodes[node].isDemanded = true
        out.append(.endIdleWait(Ticket(node, nodes[node].attempt)))
      case .queued, .settled: break
      }
    }
    for node in seen { nodes[node].isDemanded = true }
    for node in seen.sorted() { openStage(node, .demand) }
    return .accepted
  }

  /// Whether a task runs because nothing else was left, rather than because it was demanded.
  package func hasIdleTurn(_ node: Int) -> Bool {
    guard nodes[node].phase == .running, case .idle = nodes[node].cause else { return false }
    return !nodes[node].isDemanded
  }
}

// MARK: - The run

extension Machine {
  /// Ends the run, in this order: the driver is told unless nothing had started, running bodies are
  /// cancelled, and all other nodes settle. ``close()`` then shuts the modules down.
  mutating func end(_ ending: Ending) -> Answer {
    switch course {
    case .waiting:
      self.ending = ending
      isCutShort = true
      course = .ending
    case .open:
      self.ending = ending
      isCutShort = finishedAt == nil
      course = .ending
      out.append(.stop(ending))
    case .ending, .closing, .closed: return .refused(.over)
    }
    out.append(.cancelAll)
    // Nodes that were to begin in this step are not told to run any more.
    for node in starting where nodes[node].phase == .running {
      endBody(of: node)
      settle(node, .cancelled)
    }
    starting.removeAll(keepingCapacity: true)
    for node in nodes.indices {
      switch nodes[node].phase {
      // The plan's own reasons come first, for the report.
      case .waiting, .queued, .resting: settle(node, outcomeWithoutRunning(node) ?? .cancelled)
      case .running, .settled: break
      }
    }
    return .accepted
  }
}
