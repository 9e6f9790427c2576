// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

extension LaunchRun {
  /// Waits until the app is ready.
  ///
  /// - Throws: ``LaunchError/stopped(task:outcome:)`` if an essential task did not succeed,
  ///   ``LaunchError/cancelled`` if the launch was cancelled first.
  package func ready() async throws(LaunchError) {
    await readyGate.value()
    try checkReady()
  }

  /// Waits for a limited time until the app is ready. The launch goes on after that time.
  ///
  /// - Parameter limit: The longest wait, by the clock of the launch.
  /// - Throws: ``LaunchError/overdue(limit:waiting:)``, or the errors of ``ready()``.
  package func ready(within limit: Duration) async throws(LaunchError) {
    let isReady = await readyGate.wait(for: limit, by: timer)
    guard isReady else { throw overdue(limit) { task, _ in task.stage == .beforeReady } }
    try checkReady()
  }

  /// Blocks the main thread until the app is ready, and serves the main actor meanwhile.
  ///
  /// Use it in hosts whose entry point is synchronous. Another task must run ``execute()``. The
  /// tasks of the main lane run on this thread, which sleeps while nothing needs it.
  ///
  /// ```swift
  /// let launch = Task.detached { await run.execute() }
  /// try run.blockUntilReady(within: .seconds(10))
  /// ```
  ///
  /// - Parameter limit: The longest wait, by the clock of the launch.
  /// - Throws: ``LaunchError/faults(_:)`` if a before-ready task suspends on the main lane;
  ///   ``LaunchError/notBlockable`` off the main thread, in a task, or in a block of the main
  ///   queue; and the errors of ``ready(within:)``.
  @MainActor
  package func blockUntilReady(within limit: Duration) throws(LaunchError) {
    let faults = plan.faultsOfBlocking
    guard faults.isEmpty else { throw .faults(faults) }
    guard MainThread.canBlock() else { throw .notBlockable }
    let result = MainThread.block { [self] () -> Result<Void, LaunchError> in
      do throws(LaunchError) {
        return .success(try await ready(within: limit))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Waits until nothing runs, and all tasks that are left need a milestone or a demand.
  ///
  /// This includes tasks that ``reach(_:)`` or ``demand(_:)`` started before this call.
  package func waitUntilIdle() async { await askForQuiet()?.value() }

  /// Waits as ``waitUntilIdle()`` does, but returns early if the waiting task is cancelled.
  package func quietUnlessCancelled() async { _ = await askForQuiet()?.valueUnlessCancelled() }

  /// Waits as ``waitUntilIdle()`` does, for a limited time. The launch goes on after that time.
  ///
  /// - Parameter limit: The longest wait, by the clock of the launch.
  /// - Throws: ``LaunchError/overdue(limit:waiting:)``.
  package func waitUntilIdle(within limit: Duration) async throws(LaunchError) {
    guard let gate = askForQuiet() else { return }
    let isQuiet = await gate.wait(for: limit, by: timer)
    guard !isQuiet else { return }
    throw overdue(limit) { !$1.isDormant }
  }

  /// Waits until everything has settled. Tasks that wait for a milestone or a demand are skipped.
  ///
  /// - Returns: The report of the whole launch.
  package func finish() async -> LaunchReport {
    mailbox.post(.input(.closed))
    await finishedGate.value()
    return report()
  }

  /// Waits for the end of the launch for a limited time. The launch goes on after that time.
  ///
  /// - Parameter limit: The longest wait, by the clock of the launch.
  /// - Returns: The report of the whole launch.
  /// - Throws: ``LaunchError/overdue(limit:waiting:)``.
  package func finish(within limit: Duration) async throws(LaunchError) -> LaunchReport {
    mailbox.post(.input(.closed))
    let isFinished = await finishedGate.wait(for: limit, by: timer)
    guard isFinished else { throw overdue(limit) { _, _ in true } }
    return report()
  }

  /// Finds the cause of a task's wait.
  ///
  /// - Parameter name: The name of the task.
  /// - Returns: The wait; nil if there is no such task, or if it has settled.
  package func wait(for name: String) -> LaunchWait? { look { $0.wait(for: name, elapsed: $1) } }

  /// The waits of all tasks that have not returned, including tasks that timed out and still run.
  package var openWaits: [LaunchWait] {
    look { machine, elapsed in
      machine.plan.tasks.enumerated().compactMap { position, task in
        if let wait = machine.wait(at: position, elapsed: elapsed) { return wait }
        guard machine.outcomes[position] == .timedOut, machine.lateEnds[position] == nil,
          let time = elapsed(position)
        else { return nil }
        return LaunchWait(chain: [task.name], state: .running, lane: task.lane, elapsed: time)
      }
    }
  }

  private func checkReady() throws(LaunchError) {
    let failure = state.withLock { $0.machine.isReady ? nil : $0.failure ?? .cancelled }
    if let failure { throw failure }
  }

  /// Asks the loop to report when the launch is idle; nil if the launch is over.
  private func askForQuiet() -> LaunchGate? {
    let gate = LaunchGate()
    let isOver = state.withLock { state in
      if !state.isOver { state.quietGates.append(gate) }
      return state.isOver
    }
    guard !isOver else { return nil }
    mailbox.post(.quietAsked(by: gate))
    return gate
  }

  /// Returns the error with the wait of each task that has not settled.
  private func overdue(
    _ limit: Duration, _ isWaitedFor: (LaunchPlan.Task, LaunchWait) -> Bool
  ) -> LaunchError {
    let waits = look { machine, elapsed in
      machine.plan.tasks.enumerated().compactMap { position, task in
        machine.wait(at: position, elapsed: elapsed).flatMap { isWaitedFor(task, $0) ? $0 : nil }
      }
    }
    return .overdue(limit: limit, waiting: waits)
  }

  /// Reads the machine of this moment, with how long each task has been running.
  private func look<Result>(
    _ read: (_ machine: LaunchMachine, _ elapsed: (Int) -> Duration?) -> Result
  ) -> Result {
    let machine = state.withLock(\.machine)
    let began = mailbox.began
    let now = timer.now()
    return read(machine) { task in began[task].map { now - $0 } }
  }
}

extension LaunchWait {
  /// Whether the wait is for something that may never happen.
  fileprivate var isDormant: Bool {
    switch state {
    case .milestone, .stage(.onDemand): true
    case .running, .resting, .settling, .queued, .stage, .notStarted: false
    }
  }
}

extension LaunchPlan {
  /// The faults of a launch that blocks the main thread: tasks that suspend there could not run.
  var faultsOfBlocking: [LaunchFault] {
    tasks.filter { $0.stage == .beforeReady && $0.lane == .main && $0.isAsynchronous }
      .map { .suspendsOnMain(node: $0.name, declaredAt: $0.declaredAt) }
  }
}

extension LaunchRun {
  /// Returns the tasks that a milestone releases, in launch order.
  ///
  /// These wait for the milestone, directly or through another task, and need no other milestone
  /// and no demand.
  ///
  /// - Parameters:
  ///   - milestone: The milestone that the app reaches.
  ///   - others: The milestones reached before.
  ///   - caller: The task that reaches the milestone, if any; tasks that wait for it are left out.
  /// - Returns: The names of the tasks, without idle tasks, which start only when nothing else is
  ///   left.
  /// - Complexity: O(V + E).
  package func tasks(
    behind milestone: Milestone, after others: Set<Milestone>, reachedBy caller: String?
  ) -> [String] {
    // The machine may not have handled the latest milestones.
    let reached = Set((others.union([milestone])).map(\.name))
    return state.withLock(\.machine)
      .tasks(behind: milestone.name, reached: reached, reachedBy: caller)
  }
}

extension LaunchMachine {
  func tasks(
    behind milestone: String, reached: Set<String>, reachedBy caller: String?
  ) -> [String] {
    let source = caller.flatMap { name in plan.tasks.firstIndex { $0.name == name } }
    // Nothing after a milestone runs before *ready*, and *ready* waits for this caller.
    if let source, !isReady, plan.tasks[source].stage == .beforeReady { return [] }
    var isBehind = Array(repeating: false, count: plan.tasks.count)
    var isHeld = isBehind
    for (position, task) in plan.tasks.enumerated() where phases[position] != .settled {
      isBehind[position] = task.milestones.contains(milestone)
      isHeld[position] =
        position == source || task.stage == .idle
        || task.stage == .onDemand && !stageIsOpen[position]
        || !task.milestones.allSatisfy(reached.contains)
      for dependency in task.dependencies {
        isBehind[position] = isBehind[position] || isBehind[dependency.position]
        isHeld[position] = isHeld[position] || isHeld[dependency.position]
      }
    }
    return plan.tasks.indices.filter { isBehind[$0] && !isHeld[$0] }.map { plan.tasks[$0].name }
  }
}

/// A gate that opens once, and the tasks that wait for it.
typealias LaunchGate = Promise<Void>

extension LaunchGate {
  /// Waits for a limited time; false if the time was over first.
  ///
  /// Cancelling the caller doesn't shorten the wait.
  func wait(for limit: Duration, by timer: LaunchTimer) async -> Bool {
    let waiting = Task.detached { await self.valueUnlessCancelled() }
    let bound = Task.detached {
      if (try? await timer.sleep(limit)) != nil { waiting.cancel() }
    }
    _ = await waiting.value
    bound.cancel()
    await bound.value
    return isResolved
  }
}

/// A clock of any type, reduced to what a launch needs: the time since its start, and sleeping.
package struct LaunchTimer: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a timer that counts from now.
  package init(_ clock: some Clock<Duration>) {
    now = clock.stopwatch()
    sleep = { try await clock.wait(for: $0) }
  }
}
