// SPDX-License-Identifier: Apache-2.0

internal import GantryText

extension LaunchRun {
  /// An attempt of a task that is about to start.
  struct Try {
    let task: Int
    let attempt: Int
    /// A gate for a task that has its turn only because nothing else is left; opens when something
    /// asks for the task.
    let idleGate: LaunchGate?
    let table: LaunchTable
    /// Whether the journal records it, as it does until the task is taken back.
    let isNoted: Bool

    var body: LaunchBody? { table.bodies[task] }
    var limit: Duration? { table.limits[task] }
    var name: String { table.plan.tasks[task].name }
    /// The task's number in the main-actor watch.
    var number: UInt64 { MainActorWatch.number(.task, task) }
  }

  /// Starts an attempt in a child task of its lane.
  func run(_ next: Try, in group: inout DiscardingTaskGroup) {
    switch next.body {
    case nil:
      end(next, .failed(message: "\(next.name) has no body"))
    case .main(let body):
      if next.table.delays.isEmpty, next.idleGate == nil { watch?.wait(next.number) }
      let child: @MainActor @Sendable () async -> Void = { [self] in
        await runMain(next, body)
      }
      group.addTask(operation: child)
    case .worker(let body):
      group.addTask(executorPreference: workers) { [self] in await runWorkers(next, body) }
    case .background(let body):
      group.addTask { [self] in await runChain(next, body) }
    case .callback(let body):
      group.addTask { [self] in
        await runChain(next) { try await self.complete(next.name, body) }
      }
    }
  }

  /// Waits if an attempt may not begin at once; false if the launch was cancelled first.
  @inline(__always)
  private nonisolated(nonsending) func pause(_ next: Try) async -> Bool {
    // If the clock throws, the task is cancelled, which is checked next.
    if !next.table.delays.isEmpty { try? await timer.sleep(next.table.delays[next.task]) }
    if let gate = next.idleGate { await waitForIdleTime(or: gate) }
    guard !Task.isCancelled else {
      end(next, .cancelled)
      return false
    }
    mailbox.begin(next.task, at: timer.now())
    if next.isNoted { marks?.begin(next.task) }
    return true
  }

  /// Waits until the main actor answers promptly, or until the task is demanded or cancelled.
  private nonisolated func waitForIdleTime(or gate: LaunchGate) async {
    // This isn't awaited: a busy main actor answers late, and a demanded task must not wait for
    // that.
    let looking = Task.detached { [timer] in
      await MainLanePromptness(now: timer.now).wait()
      gate.resolve()
    }
    await gate.value { gate.resolve() }
    looking.cancel()
  }

  /// Runs a synchronous body, which can't be stopped: its clock runs alongside it, and it may end
  /// late.
  @MainActor private func runMain(
    _ next: Try, _ body: @MainActor @Sendable () throws -> Void
  ) async {
    watch?.endWait(next.number)
    guard await pause(next) else { return }
    guard let limit = next.limit else {
      end(next, outcome(of: next, body))
      return
    }
    let bound = bound(next, limit)
    end(next, outcome(of: next, body))
    bound.cancel()
    await bound.value
  }

  /// Runs a task on a thread of the launch, and then the tasks that waited for it.
  private nonisolated(nonsending) func runWorkers(
    _ first: Try, _ body: @concurrent @Sendable () async throws -> Void
  ) async {
    var following = await runWorker(first, body)
    while let next = following, case .worker(let body)? = next.body {
      following = await runWorker(next, body)
    }
  }

  /// Runs one task as on the main actor, and returns the attempt that the same thread runs next.
  private nonisolated(nonsending) func runWorker(
    _ next: Try, _ body: @concurrent @Sendable () async throws -> Void
  ) async -> Try? {
    guard await pause(next) else { return nil }
    guard let limit = next.limit else {
      return follow(next, await outcome(of: body))
    }
    let bound = bound(next, limit)
    end(next, await outcome(of: body))
    bound.cancel()
    await bound.value
    return nil
  }

  /// Runs a task on the pool, and then the tasks that waited for it, as long as this child may
  /// decide.
  private nonisolated(nonsending) func runChain(
    _ first: Try, _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async {
    var following = await runBackground(first, watched(first, body))
    while let next = following, case .background(let body)? = next.body {
      following = await runBackground(next, watched(next, body))
    }
  }

  /// Runs one task of a chain, and returns the next attempt.
  @inline(__always)
  private nonisolated(nonsending) func runBackground(
    _ next: Try, _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> Try? {
    guard await pause(next) else { return nil }
    guard let limit = next.limit else {
      return follow(next, await outcome(of: body))
    }
    let bound = bound(next, limit)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        end(next, await outcome(of: body))
        bound.cancel()
      }
      group.addTask { await bound.value }
      // The first to end stops the other: the body in time, or the bound with a timeout.
      await group.next()
      group.cancelAll()
    }
    return nil
  }

  /// Runs a body that suspends on the main actor, and tells the watch while it is under way.
  private nonisolated func watched(
    _ next: Try, _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> @concurrent @Sendable () async throws -> Void {
    guard let watch, next.table.plan.tasks[next.task].lane == .main else { return body }
    return {
      watch.wait(next.number)
      defer { watch.endWait(next.number) }
      try await body()
    }
  }

  /// Waits for the token of a task without retaining it.
  @concurrent
  private func complete(
    _ name: String, _ body: @concurrent @Sendable (LaunchToken) async throws -> Void
  ) async throws {
    let completion = LaunchCompletion(task: name) { [onWarning = hooks.onWarning] in
      onWarning?(.completedTwice(task: name))
    }
    try await body(LaunchToken(completion))
    try await completion.wait()
  }

  /// Starts the clock of an attempt, which stops only when the body ends. So a body that ignores
  /// the cancellation of the launch still times out. The clock runs on the pool, since all workers
  /// may block.
  private nonisolated func bound(_ next: Try, _ limit: Duration) -> Task<Void, Never> {
    Task.detached { [timer, mailbox] in
      guard (try? await timer.sleep(limit)) != nil else { return }
      mailbox.post(.input(.timedOut(task: next.task, attempt: next.attempt)))
    }
  }

  private nonisolated func end(_ ended: Try, _ outcome: LaunchOutcome) {
    if ended.isNoted { marks?.end(ended.task) }
    mailbox.post(
      .ended(task: ended.task, attempt: ended.attempt, outcome, at: timer.now()))
  }

  @MainActor private func outcome(
    of next: Try, _ body: @MainActor @Sendable () throws -> Void
  ) -> LaunchOutcome {
    let outer = watch?.enter(next.number)
    defer { if let outer { watch?.leave(outer) } }
    do {
      try body()
      return .succeeded
    } catch {
      return outcome(of: error)
    }
  }

  private nonisolated(nonsending) func outcome(
    of body: @concurrent @Sendable () async throws -> Void
  ) async -> LaunchOutcome {
    do {
      try await body()
      return .succeeded
    } catch {
      return outcome(of: error)
    }
  }

  private nonisolated func outcome(of error: any Error) -> LaunchOutcome {
    if error is CancellationError, Task.isCancelled { return .cancelled }
    if let refused = error as? LaunchRefusal { return refused.outcome }
    return .failed(message: String(describing: error))
  }
}
