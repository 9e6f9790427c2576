// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension Router {
  /// Calls a typed route without `await`; the result need not be `Sendable`.
  ///
  /// - Parameter route: The route with its parameters.
  /// - Returns: The handler's result.
  /// - Throws: `RouteError.needsAwait` for a handler or an interceptor that takes time,
  ///   `.unavailable` also for an owner that has not launched yet, and the errors of ``call(_:)``.
  @MainActor
  public func callSyncOnMain<R: TypedRoute>(_ route: R) throws(RouteError) -> R.Output {
    let index = try index(of: R.self)
    let name = table.entries[index].name
    switch ready(R.self, at: index)?.form {
    case .main(let body): return try nested(name) { try body(route) }
    case .anywhere(let body): return try nested(name) { try body(route) }
    case .background, nil: break
    }
    return try performNow(prepare(route, at: index), as: R.Output.self)
  }

  /// Calls the route of a path or URL from inside the app without `await`.
  ///
  /// - Parameters:
  ///   - url: The path with its query, or a URL of a declared scheme or host.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:)``; `RouteError.notFound` also where a not-found handler is.
  @MainActor
  public func callSyncOnMain<T>(_ url: String, as output: T.Type = T.self) throws(RouteError) -> T {
    let url = try RouteURL(parsing: url, schemes: schemes, limits: limits)
    return try performNow(resolve(url, from: .internal), as: output)
  }

  /// Calls the route of a URL that came from outside without `await`: only an external one answers.
  ///
  /// - Parameters:
  ///   - url: A URL of a declared scheme or host, or a path.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:as:)``, and `.refused` for an internal route.
  @MainActor
  public func openSyncOnMain<T>(_ url: String, as output: T.Type = T.self) throws(RouteError) -> T {
    let url = try RouteURL(parsing: url, schemes: schemes, limits: limits)
    let call: RouteCall
    do {
      call = try resolve(url, from: .external)
    } catch {
      note(error)
      throw error
    }
    return try performNow(call, as: output)
  }

  /// Calls a route by its name without `await`.
  ///
  /// - Parameters:
  ///   - name: The owner and the method: `orders/show`.
  ///   - arguments: Captures and query items by label.
  ///   - output: The type that the caller expects; `Void` takes anything and drops it.
  /// - Returns: The handler's result.
  /// - Throws: As ``callSyncOnMain(_:)``; also `.unknownName` and `.wrongLabels`.
  @MainActor
  public func callSyncOnMain<T>(
    named name: String, _ arguments: RouteArguments = [:], as output: T.Type = T.self
  ) throws(RouteError) -> T {
    try performNow(prepare(named: name, arguments), as: output)
  }

  @MainActor
  private func performNow<T>(_ call: RouteCall, as output: T.Type) throws(RouteError) -> T {
    let (body, call, mark) = try bodyNow(for: call, returns: output)
    do throws(RouteError) {
      let value: T = try nested(call.name) {
        switch body {
        case .main(let body):
          return try Self.hold(lane, call) { try Self.value(body(call), of: call) }
        case .anywhere(let body):
          return try Self.hold(lane, call) { try Self.value(body(call), of: call) }
        case .background: throw RouteError.needsAwait(route: call.name, because: Self.takesTime)
        }
      }
      mark?(.returned(value))
      return value
    } catch {
      mark?(.failed(error))
      throw error
    }
  }
}

/// An observer of handlers on the main actor, called there at the begin and the end of each.
package struct RouteLane: Sendable {
  /// Its result is passed to `leave` at the end.
  let enter: @Sendable (RouteDeclaration) -> UInt64
  let leave: @Sendable (UInt64) -> Void

  package init(
    enter: @escaping @Sendable (RouteDeclaration) -> UInt64,
    leave: @escaping @Sendable (UInt64) -> Void
  ) {
    self.enter = enter
    self.leave = leave
  }
}

extension Router {
  /// Adds an observer of handlers on the main actor; of several only the first is called.
  ///
  /// - Returns: The number to end it by.
  package func addLane(_ lane: RouteLane) -> Int {
    state.withLock { state in
      let number = state.nextNumber()
      state.lanes[number] = lane
      return number
    }
  }

  /// Removes the observer.
  package func removeLane(_ number: Int) {
    let removed = state.withLock { $0.lanes.removeValue(forKey: number) }
    _ = removed
  }

  /// The observer of handlers on the main actor; nil for none.
  var lane: RouteLane? { state.withLock { $0.lanes.values.first } }

  /// Runs a handler on the main actor, between the calls of the observer if there is one.
  @MainActor
  static func hold<T>(_ lane: RouteLane?, _ call: RouteCall, _ body: () throws -> T) rethrows -> T {
    guard let lane else { return try body() }
    let outer = lane.enter(call.entry.declaration)
    defer { lane.leave(outer) }
    return try body()
  }
}
