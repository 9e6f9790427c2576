// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Router {
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

  /// The reason why a call can't be answered at once, as far as that can be told before any
  /// interceptor is asked.
  func delay(of call: RouteCall) -> String? {
    guard !call.entry.declaration.isAsync else { return Self.takesTime }
    return state.withLock { state in
      guard state.owners[call.owner] != nil else { return Self.isLate(call.owner) }
      for interceptor in state.interceptors where interceptor.mayBeAbout(call.entry.pattern) {
        if interceptor.takesTime { return Self.takesTime(interceptor) }
        if let owner = interceptor.declaration?.owner, state.owners[owner] == nil {
          return Self.isLate(interceptor)
        }
      }
      return nil
    }
  }

  static func isLate(_ interceptor: RouteInterceptor) -> String {
    "the interceptor \(interceptor.name) is asked first, and its module has not launched yet"
  }

  static func takesTime(_ interceptor: RouteInterceptor) -> String {
    "the interceptor \(interceptor.name) is asynchronous"
  }

  static func isLate(_ owner: ModuleName) -> String { "\(owner) has not launched yet" }

  static var takesTime: String {
    """
    its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or `@MainActor`
    """
  }
}

extension Router {
  /// Runs a handler on the main actor, under its number if the main actor is watched.
  @MainActor
  func hold<T>(_ index: Int, _ body: @MainActor () throws -> T) rethrows -> T {
    guard let watch else { return try body() }
    let outer = watch.enter(MainActorWatch.number(.route, index))
    defer { watch.leave(outer) }
    return try body()
  }

  /// A route, as the watch over the main actor names it.
  func code(of index: Int) -> MainActorHeld.Code? {
    let entries = table.entries
    guard entries.indices.contains(index) else { return nil }
    let route = entries[index].declaration
    return MainActorHeld.Code(
      .route, module: route.owner, name: route.name, declaredAt: route.declaredAt)
  }
}
