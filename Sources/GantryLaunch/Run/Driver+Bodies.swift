// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Driver {
  /// The task's number in the main-actor watch.
  private func number(_ ticket: Ticket) -> UInt64 { MainActorWatch.number(.task, ticket.node) }

  /// Starts the task that runs a body, on its lane.
  func start(_ ticket: Ticket, _ body: LaunchBody?) -> Task<Void, Never> {
    switch body {
    case nil:
      return Task.detached { [self] in
        let name = wiring.name(of: ticket.node)
        if begin(ticket) == nil { take(.ended(ticket, .failed(message: "\(name) has no body"))) }
      }
    case .main(let body):
      if startsAtOnce(ticket.node) { watch?.wait(number(ticket)) }
      let child: @MainActor @Sendable () async -> Void = { [self] in await runMain(ticket, body) }
      return Task.detached(operation: child)
    case .worker:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        return Task.detached { [self] in await run(ticket) }
      }
      return Task.detached(executorPreference: workers) { [self] in await run(ticket) }
    case .background, .callback:
      return Task.detached { [self] in await run(ticket) }
    }
  }

  /// Whether a body that is told to run has neither a random delay nor to wait for idle time.
  func startsAtOnce(_ node: Int) -> Bool {
    wiring.delays.isEmpty && wiring.traits[node].stage != .idle
  }

  /// Waits if a body may not begin at once. It's rare, so it's apart from the frame of each task.
  @inline(never)
  private nonisolated(nonsending) func pause(_ ticket: Ticket) async {
    // If the clock throws, the task is cancelled, and the machine lets nothing begin.
    if !wiring.delays.isEmpty { try? await timer.sleep(wiring.delays[ticket.node]) }
    guard wiring.traits[ticket.node].stage == .idle else { return }
    let gate = Promise<Void>()
    let hasTurn = state.withLock { state in
      guard state.machine.hasIdleTurn(ticket.node) else { return false }
      state.idleGates[ticket] = gate
      return true
    }
    guard hasTurn else { return }
    await waitForIdleTime(or: gate)
    state.withLock { $0.idleGates[ticket] = nil }
  }

  /// Waits until the main actor answers promptly, or until the task is demanded or cancelled.
  private nonisolated func waitForIdleTime(or gate: Promise<Void>) async {
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
    _ ticket: Ticket, _ body: @MainActor @Sendable () throws -> Void
  ) async {
    if startsAtOnce(ticket.node) {
      watch?.endWait(number(ticket))
    } else {
      await pause(ticket)
    }
    guard let child = begin(ticket) else { return }
    let bound = bound(child)
    child.marks?.begin(ticket.node)
    let outer = watch?.enter(number(ticket))
    let outcome = Self.outcome(of: body)
    if let outer { watch?.leave(outer) }
    child.marks?.end(ticket.node)
    bound?.cancel()
    _ = finish(ticket, outcome, canFollow: false)
  }

  /// Runs a body, and then the bodies that waited for it, as long as the machine lets this task
  /// continue.
  ///
  /// Its frame and those of the functions that it awaits fit into the memory that the runtime gives
  /// each task, about a kilobyte. Any more is allocated for each task, so what it calls isn't
  /// inlined: `launch.task.wide` of the benchmarks counts that.
  private nonisolated(nonsending) func run(_ ticket: Ticket) async {
    if !startsAtOnce(ticket.node) { await pause(ticket) }
    var next = begin(ticket)
    while let child = next {
      let bound = bound(child)
      child.marks?.begin(child.ticket.node)
      let outcome = await outcome(of: child)
      child.marks?.end(child.ticket.node)
      bound?.cancel()
      // A task that was cancelled for its time limit runs no other body.
      next = finish(child.ticket, outcome, canFollow: child.limit == nil)
    }
  }

  private nonisolated(nonsending) func outcome(of child: Child) async -> LaunchOutcome {
    do {
      let ticket = child.ticket
      if let application {
        let inside = Inside.Kind.node(ticket.node, attempt: ticket.attempt)
        try await Inside.run(inside, of: application) { try await run(child) }
      } else {
        try await run(child)
      }
      return .succeeded
    } catch {
      return Self.outcome(of: error)
    }
  }

  private nonisolated(nonsending) func run(_ child: Child) async throws {
    let ticket = child.ticket
    let isWatched = watch != nil && wiring.traits[ticket.node].lane == 0
    // A body that suspends on the main actor.
    if isWatched { watch?.wait(number(ticket)) }
    defer { if isWatched { watch?.endWait(number(ticket)) } }
    switch child.body {
    case .main: break
    case .worker(let body), .background(let body): try await body()
    case .callback(let body): try await complete(wiring.name(of: ticket.node).rawValue, body)
    }
  }

  /// Waits for the token of a task without retaining it.
  @concurrent
  private func complete(
    _ name: String, _ body: @concurrent @Sendable (LaunchToken) async throws -> Void
  ) async throws {
    let completion = LaunchCompletion(task: name) { [weak self] in
      self?.effects?.warn(.completedTwice(task: name))
    }
    try await body(LaunchToken(completion))
    try await completion.wait()
  }

  /// Starts the clock of an attempt, which stops only when the body ends. So a body that ignores
  /// its cancellation still times out. The clock runs on the pool, since all workers may block.
  @inline(never)
  private func bound(_ child: Child) -> Task<Void, Never>? {
    guard let limit = child.limit else { return nil }
    return Task.detached { [timer, weak self] in
      guard (try? await timer.sleep(limit)) != nil else { return }
      self?.take(.timedOut(child.ticket))
    }
  }

  private static func outcome(
    of body: @MainActor @Sendable () throws -> Void
  ) -> LaunchOutcome {
    do {
      try MainActor.assumeIsolated { try body() }
      return .succeeded
    } catch {
      return outcome(of: error)
    }
  }

  private static func outcome(of error: any Error) -> LaunchOutcome {
    if error is CancellationError, Task.isCancelled { return .cancelled }
    return .failed(message: Wording.text(of: error))
  }
}
