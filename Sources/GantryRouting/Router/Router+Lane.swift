// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

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
