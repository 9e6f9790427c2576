// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Router {
  /// Asks the interceptors, waits for the owner and runs the handler.
  func perform<T: Sendable>(
    _ call: RouteCall, as output: T.Type, _ passage: RoutePassage = RoutePassage()
  ) async throws(RouteError) -> T {
    try check(call, returns: output)
    if let ready = ready(for: call) { return try await run(ready, call) }
    let end = begin(call)
    var intercepted = InterceptedCall(call: call, passage)
    do throws(RouteError) {
      try await admit(&intercepted)
      try check(intercepted.call, returns: output)
      let value: T = try await run(body(for: intercepted.call), intercepted.call)
      end?(intercepted.call, .success(value))
      return value
    } catch {
      end?(intercepted.call, .failure(error))
      guard let url = intercepted.missed, let handler = notFoundHandler(for: error, url) else {
        throw error
      }
      return try await answer(url, call.origin, handler)
    }
  }

  private func run<T: Sendable>(
    _ body: RouteHandler.Body, _ call: RouteCall
  ) async throws(RouteError) -> T {
    guard !Task.isCancelled else { throw .cancelled(route: call.name) }
    return try await nested(call.name) {
      switch body {
      case .main(let body):
        return try await hold(call.index) { try Self.value(body(call), of: call) }
      case .anywhere(let body): return try await Self.leaving(body, call)
      case .background(let body): return try await Self.value(body(call), of: call)
      }
    }
  }

  /// Runs a handler that belongs to no actor, off the caller's actor.
  @concurrent
  private static func leaving<T: Sendable>(
    _ body: @Sendable (RouteCall) throws -> any Sendable, _ call: RouteCall
  ) async throws -> T {
    try value(body(call), of: call)
  }

  /// The code that handles a call; this waits for its owner.
  ///
  /// - Throws: `RouteError.unavailable`, `.cancelled`.
  private func body(for call: RouteCall) async throws(RouteError) -> RouteHandler.Body {
    let (route, owner) = (call.name, call.entry.declaration.owner)
    while true {
      if let body = try attached(call) { return body }
      if let reason = try await wait(for: owner, by: route) {
        throw .unavailable(route: route, owner: owner, reason: reason)
      }
    }
  }

  /// Waits until an owner has attached its handlers or is detached.
  ///
  /// - Returns: The reason why the call would wait forever; nil once the wait is over.
  /// - Throws: `RouteError.cancelled`.
  func wait(for owner: ModuleName, by route: String) async throws(RouteError) -> String? {
    let promise = Promise<Void>()
    // It waits from here on, so it also hears of a change during the demand.
    let waiter = state.withLock {
      state -> (number: Int, demand: @Sendable (ModuleName) -> RouteWait)? in
      guard state.owners[owner] == nil else { return nil }
      let number = state.nextNumber()
      state.waiters[owner, default: [:]][number] = promise
      return (number, state.demand)
    }
    guard let waiter else { return nil }
    switch waiter.demand(owner) {
    case .endless(let reason):
      state.withLock { $0.waiters[owner]?[waiter.number] = nil }
      return reason
    case .allowed(let end):
      await promise.value {
        state.withLock { $0.waiters[owner]?[waiter.number] = nil }
        promise.resolve()
      }
      end()
    }
    guard !Task.isCancelled else { throw .cancelled(route: route) }
    return nil
  }

  /// The code that handles a call at once; nil when an interceptor may be about it, and with hooks.
  func ready(for call: RouteCall) -> RouteHandler.Body? {
    state.withLock { $0.isUnattended(call.index) ? $0.bodies[call.index] : nil }
  }

  /// The code that handles a call by value at once.
  func ready<R: TypedRoute>(_ route: R.Type, at index: Int) -> TypedRouteBody<R>? {
    let body = state.withLock { $0.isUnattended(index) ? $0.typedBodies[index] : nil }
    return body as? TypedRouteBody<R>
  }

  /// The code that handles a call; nil while the call can wait for its owner.
  func attached(_ call: RouteCall) throws(RouteError) -> RouteHandler.Body? {
    let declaration = call.entry.declaration
    let (body, owner) = state.withLock { state in
      (state.bodies[call.index], state.owners[declaration.owner])
    }
    if let body { return body }
    switch owner {
    case nil: return nil
    case .attached:
      throw .unavailable(
        route: declaration.name, owner: declaration.owner, reason: "does not handle it")
    case .detached(let reason):
      throw .unavailable(route: declaration.name, owner: declaration.owner, reason: reason)
    }
  }
}
