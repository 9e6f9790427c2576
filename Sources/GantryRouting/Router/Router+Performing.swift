// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

// Calls with and without `await` take the same steps. They differ where a step may have to wait: for
// the launch, for an interceptor, for the owner, and for a handler off the main actor.
extension Router {
  /// Calls the route of an address; a call from outside first waits for the launch.
  func perform<T: Sendable>(
    _ address: RouteAddress, as output: T.Type, _ passage: RoutePassage = RoutePassage()
  ) async throws(RouteError) -> T {
    var passage = passage
    if address.context.origin == .external, !passage.isAdmitted {
      passage.arrival = passage.arrival ?? arrive()
      try await admit(address, passage)
    }
    defer { passage.pass() }
    let call: RouteCall
    do {
      call = try find(address)
    } catch {
      guard let handler = notFoundHandler(for: error, address) else { throw error }
      return try await answer(address, handler)
    }
    return try await perform(call, as: output, passage)
  }

  /// The same without `await`.
  @MainActor
  func performNow<T>(_ address: RouteAddress, as output: T.Type) throws(RouteError) -> T {
    if address.context.origin == .external { try admitNow(address) }
    return try performNow(find(address), as: output)
  }

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
      guard let address = intercepted.missed, let handler = notFoundHandler(for: error, address)
      else { throw error }
      return try await answer(address, handler)
    }
  }

  /// The same without `await`, on the main actor.
  @MainActor
  func performNow<T>(_ call: RouteCall, as output: T.Type) throws(RouteError) -> T {
    try check(call, returns: output)
    if let ready = ready(for: call) { return try runNow(ready, call) }
    let end = begin(call)
    var intercepted = InterceptedCall(call: call)
    do throws(RouteError) {
      try admitNow(&intercepted)
      try check(intercepted.call, returns: output)
      let value: T = try runNow(bodyNow(for: intercepted.call), intercepted.call)
      end?(intercepted.call, .success(value))
      return value
    } catch {
      end?(intercepted.call, .failure(error))
      throw error
    }
  }

  private func run<T: Sendable>(
    _ body: RouteHandler.Body, _ call: RouteCall
  ) async throws(RouteError) -> T {
    guard !Task.isCancelled else { throw .cancelled(route: call.name) }
    return try await nested(call.name) {
      switch body {
      case .main(let body):
        return try await hold(call.index) { try Self.valueOnMain(body(call), of: call) }
      case .anywhere(let body): return try await Self.leaving(body, call)
      case .background(let body): return try await Self.value(body(call), of: call)
      }
    }
  }

  @MainActor
  private func runNow<T>(_ body: RouteHandler.Body, _ call: RouteCall) throws(RouteError) -> T {
    switch body {
    case .main(let body):
      try nested(call.name) { try hold(call.index) { try Self.valueOnMain(body(call), of: call) } }
    case .anywhere(let body):
      try nested(call.name) { try hold(call.index) { try Self.value(body(call), of: call) } }
    case .background: throw .needsAwait(route: call.name, because: Self.takesTime)
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

  /// The code that handles a call without waiting for its owner.
  private func bodyNow(for call: RouteCall) throws(RouteError) -> RouteHandler.Body {
    // A route whose owner is gone never answers, whether it takes time or not.
    let body = try attached(call)
    guard !call.entry.declaration.isAsync else {
      throw .needsAwait(route: call.name, because: Self.takesTime)
    }
    if let body { return body }
    throw .needsAwait(route: call.name, because: Self.isLate(call.owner))
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
