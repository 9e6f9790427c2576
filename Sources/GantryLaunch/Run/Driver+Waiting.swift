// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Driver {
  /// Waits for a goal, even if the waiting task is cancelled.
  ///
  /// - Parameters:
  ///   - goal: The goal.
  ///   - caller: The node whose body waits, if any.
  /// - Returns: The result of the wait.
  package func wait(
    for goal: Machine.Goal, by caller: Int? = nil
  ) async -> Machine.Resumption {
    await begin(goal, caller).promise.value()
  }

  /// Waits for a goal; if the waiting task is cancelled first, returns
  /// ``Machine/Resumption/nothing``.
  package func waitUnlessCancelled(
    for goal: Machine.Goal, by caller: Int? = nil
  ) async -> Machine.Resumption {
    let (id, promise) = begin(goal, caller)
    return await promise.value { self.take(.gaveUp(id)) }
  }

  private func begin(
    _ goal: Machine.Goal, _ caller: Int?
  ) -> (id: Int, promise: Promise<Machine.Resumption>) {
    step { state, now in state.wait(for: goal, by: caller, at: now) }
  }

  /// Waits for the outcome of a node; nil if the waiting task is cancelled first, or the run is
  /// over.
  package func outcome(of node: Int) async -> LaunchOutcome? {
    if case .outcome(let outcome) = await waitUnlessCancelled(for: .outcome(node)) {
      outcome
    } else {
      nil
    }
  }

  /// Waits until the app is ready.
  ///
  /// - Throws: ``LaunchError/stopped(task:outcome:)`` if an essential task did not succeed,
  ///   ``LaunchError/cancelled`` if the launch was cancelled first.
  package func ready() async throws(LaunchError) { try check(await wait(for: .ready)) }

  /// Waits for a limited time until the app is ready. The launch goes on after that time.
  ///
  /// - Parameter limit: The longest wait, by the clock of the launch.
  /// - Throws: ``LaunchError/overdue(limit:waiting:)``, or the errors of ``ready()``.
  package func ready(within limit: Duration) async throws(LaunchError) {
    guard let answer = await wait(for: .ready, within: limit) else {
      throw overdue(limit) { task, _ in task.stage <= .beforeReady }
    }
    try check(answer)
  }

  /// Waits for a limited time until nothing runs, and all tasks that are left need a milestone or a
  /// demand, or the waiting task is cancelled. The launch goes on after that time.
  ///
  /// - Parameters:
  ///   - limit: The longest wait, by the clock of the launch.
  ///   - caller: The node whose body waits, if any.
  /// - Throws: ``LaunchError/overdue(limit:waiting:)``.
  package func waitUntilIdle(
    within limit: Duration, by caller: Int? = nil
  ) async throws(LaunchError) {
    let answer = await wait(for: .quiet, by: caller, within: limit, hearsCancellation: true)
    guard answer == nil, !Task.isCancelled else { return }
    throw overdue(limit) { !$1.isDormant }
  }

  /// Waits for a limited time; nil if the time was over first.
  private func wait(
    for goal: Machine.Goal, by caller: Int? = nil, within limit: Duration,
    hearsCancellation: Bool = false
  ) async -> Machine.Resumption? {
    let (id, promise) = begin(goal, caller)
    let bound = Task.detached { [timer, weak self] in
      if (try? await timer.sleep(limit)) != nil { self?.take(.gaveUp(id)) }
    }
    let answer =
      hearsCancellation ? await promise.value { self.take(.gaveUp(id)) } : await promise.value()
    bound.cancel()
    await bound.value
    return answer == .nothing ? nil : answer
  }

  private func check(_ answer: Machine.Resumption) throws(LaunchError) {
    switch answer {
    case .done: break
    case .ended(let ending): throw error(of: ending)
    case .outcome, .nothing: throw .cancelled
    }
  }

  /// Returns why the app is not ready, in the words of the launch.
  package func error(of ending: Machine.Ending) -> LaunchError {
    switch ending {
    case .essential(let node):
      .stopped(
        task: wiring.name(of: node), outcome: read { $0.nodes[node].outcome } ?? .cancelled)
    case .workFailed(let module, let reason):
      .stopped(task: wiring.modules[module].name, outcome: .failed(message: reason))
    case .stopped, .cancelled, .overdue: .cancelled
    }
  }

  /// The waits of all tasks that have not returned, including bodies that have timed out and still
  /// run.
  package var openWaits: [LaunchWait] {
    let now = timer.now()
    return read { $0 }.openWaits(at: now)
  }

  /// Returns the error with the wait of each task that has not settled.
  private func overdue(
    _ limit: Duration, _ isWaitedFor: (LaunchPlan.Task, LaunchWait) -> Bool
  ) -> LaunchError {
    let waits = read { $0 }.waits(at: timer.now())
    return .overdue(
      limit: limit,
      waiting: plan.tasks.indices.compactMap { node in
        waits[node].flatMap { isWaitedFor(plan.tasks[node], $0) ? $0 : nil }
      })
  }

  /// Reaches a milestone.
  ///
  /// - Parameters:
  ///   - milestone: The milestone.
  ///   - caller: The node that reaches it, if any.
  /// - Returns: The tasks that only waited for this milestone, in launch order.
  package func reach(_ milestone: Milestone, by caller: Int?) -> [Int] {
    // In one step, so that no task settles in between.
    step { state, now in
      let tasks = state.machine.tasks(behind: milestone.name, reachedBy: caller)
      state.machine.handle(.reached(milestone), at: now, into: &state.outbox)
      return tasks
    }
  }
}

extension Driver.State {
  /// Begins a wait.
  ///
  /// - Returns: The number of the wait, and what it awaits.
  fileprivate mutating func wait(
    for goal: Machine.Goal, by caller: Int?, at now: Duration
  ) -> (id: Int, promise: Promise<Machine.Resumption>) {
    let promise = Promise<Machine.Resumption>()
    lastWait += 1
    promises[lastWait] = promise
    machine.handle(.awaited(lastWait, goal, by: caller), at: now, into: &outbox)
    return (lastWait, promise)
  }
}

extension Driver {
  /// Installs the bodies of a module's tasks, as long as the node that creates it runs.
  ///
  /// - Parameters:
  ///   - node: The node whose body has created the module.
  ///   - bodies: The bodies, by node.
  /// - Returns: Whether the module counts; if not, it came too late and must be shut down.
  package func created(by node: Int, _ bodies: [(node: Int, body: LaunchBody)]) -> Bool {
    let now = timer.now()
    // Creating a module has no other action.
    return state.withLock { state in
      let ticket = Ticket(node, state.machine.nodes[node].attempt)
      let answer = state.machine.handle(.created(ticket), at: now, into: &state.outbox)
      guard answer == .accepted else { return false }
      for (node, body) in bodies { state.bodies[node] = body }
      return true
    }
  }

  /// Passes in the end of a module, and releases its bodies.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - nodes: The nodes whose bodies were installed.
  package func gone(_ module: Int, _ nodes: [Int]) {
    extendLifetime(
      state.withLock { state in nodes.map { exchange(&state.bodies[$0], with: nil) } })
    take(.gone(module))
  }
}

// MARK: - Launches without modules

extension Driver {
  /// Creates a driver for a launch without modules.
  ///
  /// - Parameters:
  ///   - plan: The plan to carry out.
  ///   - clock: The clock for times, timeouts and waits between attempts.
  ///   - workers: The largest number of blocking tasks at a time; nil takes the plan's number.
  ///   - bodies: The body of each task, by name. A task without a body fails and says so. Joins and
  ///     skipped tasks need none.
  ///   - effects: Hears of outcomes and warnings.
  package convenience init(
    _ plan: LaunchPlan, clock: any Clock<Duration> = ContinuousClock(), workers: Int? = nil,
    bodies: [String: LaunchBody], effects: (any Effects)? = nil
  ) {
    self.init(
      Wiring(plan, tellsSuccess: effects != nil), timer: LaunchTimer(clock), workers: workers,
      bodies: plan.tasks.indices.map { bodies[plan.tasks[$0].name.rawValue] }, effects: effects,
      startThread: LaunchThread.start)
  }

  /// Carries out the launch until nothing runs any more, without milestones and demands; then it is
  /// over. Cancelling the caller stops it.
  ///
  /// - Returns: The report.
  package func run() async -> LaunchReport {
    take(.start)
    await withTaskCancellationHandler {
      _ = await wait(for: .quiet)
      _ = await wait(for: .bodies)
    } onCancel: {
      take(.stop)
    }
    let report = report()
    take(.close)
    return report
  }
}
