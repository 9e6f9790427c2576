// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A decision that a call waits for.
struct PendingDecision: Sendable {
  /// The ways in which the wait ends.
  enum End: Sendable {
    case decided(RouteDecision)
    case cancelled
    case overdue
    /// A module of the call has gone, or goes; the reason follows its name.
    case withdrawn(ModuleName, because: String)
    /// Another request that the interceptor was asking a person about has been decided.
    case askAgain
  }

  /// A question to a person, which other requests of the scene wait for.
  struct Question: Hashable, Sendable {
    /// The number of the interceptor.
    let interceptor: Int
    let scene: SceneID?

    /// The questions that the running task is a part of. Its own calls don't wait for them.
    @TaskLocal static var open: Set<Question> = []
  }

  /// The modules of the route and of the interceptor.
  let owners: [ModuleName]
  /// The question that is asked; nil for an interceptor that asks no person, and for a request that
  /// waits for the answer to another.
  let question: Question?
  let end: Promise<End>
}

extension Router {
  /// How long an interceptor may decide before the log names it.
  static let patience = Duration.seconds(5)

  /// Waits until the module of an interceptor has launched.
  ///
  /// - Throws: `RouteError.interceptorUnavailable`, `.cancelled`.
  func body(
    of interceptor: RouteInterceptor, for call: RouteCall
  ) async throws(RouteError) -> InterceptorCall {
    while true {
      if let body = try attachedBody(of: interceptor, for: call) { return body }
      guard let owner = interceptor.declaration?.owner,
        let reason = try await wait(for: owner, by: call.name)
      else { continue }
      throw unavailable(interceptor, call, because: reason)
    }
  }

  /// The code of an interceptor; nil while its module may still launch.
  ///
  /// - Throws: `RouteError.interceptorUnavailable`, if the module has failed or left, so that the
  ///   path stays closed.
  func attachedBody(
    of interceptor: RouteInterceptor, for call: RouteCall
  ) throws(RouteError) -> InterceptorCall? {
    guard let declaration = interceptor.declaration else { return interceptor.body }
    let (body, owner) = state.withLock { state in
      (state.declaredBodies[interceptor.number], state.owners[declaration.owner])
    }
    if let body { return body }
    switch owner {
    case nil: return nil
    case .attached: throw unavailable(interceptor, call, because: "does not answer")
    case .detached(let reason): throw unavailable(interceptor, call, because: reason)
    }
  }

  private func unavailable(
    _ interceptor: RouteInterceptor, _ call: RouteCall, because reason: String
  ) -> RouteError {
    .interceptorUnavailable(
      interceptor.name, owner: interceptor.declaration?.owner ?? call.owner, reason: reason,
      route: call.name)
  }

  /// Asks one interceptor. A decision that takes time ends with the caller, with the stop, with a
  /// module of the call, or with the caller's own limit, even if the interceptor goes on.
  func decide(
    _ interceptor: RouteInterceptor, _ body: InterceptorCall, _ request: RouteRequest,
    _ intercepted: inout InterceptedCall
  ) async throws(RouteError) -> RouteDecision {
    let work: @concurrent @Sendable () async -> RouteDecision
    switch body {
    case .anywhere(let body): return try nested(interceptor.name) { body(request) }
    case .main(let body): work = { await body(request) }
    case .background(let body): work = { await body(request) }
    }
    let depth: CallDepth
    do throws(RouteError) { depth = try .next(limit: limits.callDepth) } catch {
      throw Self.wrap(error, interceptor.name)
    }
    intercepted.passage.onAsk?(interceptor.options.asksPerson)
    let route = intercepted.call.name
    while true {
      let elapsed = clock.stopwatch()
      let end = await end(of: work, at: depth, interceptor, intercepted)
      intercepted.passage.limit = intercepted.passage.limit.map { max(.zero, $0 - elapsed()) }
      switch end {
      case .decided(let decision): return decision
      case .askAgain: continue
      case .cancelled: throw .cancelled(route: route)
      case .overdue: throw .undecided(by: interceptor.name, route: route)
      case .withdrawn(let owner, let reason) where owner == interceptor.declaration?.owner:
        throw .interceptorUnavailable(interceptor.name, owner: owner, reason: reason, route: route)
      case .withdrawn(let owner, let reason):
        throw .unavailable(route: route, owner: owner, reason: reason)
      }
    }
  }

  private func end(
    of work: @escaping @concurrent @Sendable () async -> RouteDecision, at depth: CallDepth,
    _ interceptor: RouteInterceptor, _ intercepted: InterceptedCall
  ) async -> PendingDecision.End {
    let end = Promise<PendingDecision.End>()
    let owners = [intercepted.call.owner] + [interceptor.declaration?.owner].compactMap(\.self)
    let (number, question, other) = note(interceptor, of: intercepted.call, owners, end)
    // In a task of its own, since an interceptor that ignores its cancellation can't hold the call.
    let task = Task {
      guard let other else {
        let open = PendingDecision.Question.open.union([question].compactMap(\.self))
        await PendingDecision.Question.$open.withValue(open) {
          _ = end.resolve(.decided(await depth.deepening(work)))
        }
        return
      }
      // A person who says no doesn't want to be asked again for the next link.
      if case .decided(.veto(let reason)) = await other.valueUnlessCancelled() {
        end.resolve(.decided(.veto(reason)))
      } else {
        end.resolve(.askAgain)
      }
    }
    let timer = timer(of: end, interceptor, intercepted)
    defer {
      task.cancel()
      timer?.cancel()
      // Released after the lock.
      extendLifetime(state.withLock { $0.decisions.removeValue(forKey: number) })
    }
    let reached = await end.value { end.resolve(.cancelled) }
    // Until the task is over, it retains the captures of the interceptor.
    if case .decided = reached { await task.value }
    return reached
  }

  /// Notes that a call waits for a decision.
  ///
  /// - Returns: Its number. Also the question to ask a person, or the end of the one that the
  ///   interceptor is asking for another request of the same scene.
  private func note(
    _ interceptor: RouteInterceptor, of call: RouteCall, _ owners: [ModuleName],
    _ end: Promise<PendingDecision.End>
  ) -> (Int, PendingDecision.Question?, Promise<PendingDecision.End>?) {
    let asked = PendingDecision.Question(interceptor: interceptor.number, scene: call.scene)
    let isJoinable =
      interceptor.options.asksPerson && !PendingDecision.Question.open.contains(asked)
    return state.withLock { state in
      let number = state.nextNumber()
      let open = state.decisions.values.first { $0.question == asked && !$0.end.isResolved }
      let other = isJoinable ? open?.end : nil
      let question = isJoinable && other == nil ? asked : nil
      state.decisions[number] = PendingDecision(owners: owners, question: question, end: end)
      return (number, question, other)
    }
  }

  /// Names an interceptor that takes long, and ends the wait at the caller's limit.
  private func timer(
    of end: Promise<PendingDecision.End>, _ interceptor: RouteInterceptor,
    _ intercepted: InterceptedCall
  ) -> Task<Void, Never>? {
    let limit = intercepted.passage.limit
    let patience = interceptor.options.asksPerson ? nil : Self.patience
    guard limit != nil || patience != nil else { return nil }
    let warning = RouteWarning.undecided(by: interceptor.name, route: intercepted.call.name)
    return Task { [clock, report] in
      let elapsed = clock.stopwatch()
      if let patience, patience < limit ?? .seconds(Int64.max) {
        guard (try? await clock.wait(for: patience)) != nil, !end.isResolved else { return }
        report(warning)
      }
      guard let limit, (try? await clock.wait(for: max(.zero, limit - elapsed()))) != nil else {
        return
      }
      end.resolve(.overdue)
    }
  }

  /// Ends the decisions that calls wait for, because the application stops.
  package func endDecisions(because reason: String) {
    let ended = state.withLock { Array($0.decisions.values) }
    for decision in ended {
      decision.end.resolve(.withdrawn(decision.owners.last ?? "", because: reason))
    }
  }

  /// The number of calls that wait for a decision, for tests.
  package var waitingDecisions: Int { state.withLock { $0.decisions.count } }
}
