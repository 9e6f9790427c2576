// SPDX-License-Identifier: Apache-2.0

import GantrySupport

/// Follows the calls of a router, in their context.
///
/// It is called with the origin of each call that reaches a route, when the call begins. The closure
/// that it returns is called when the call has ended.
package typealias RouteHook = @Sendable (RouteOrigin) -> (RouteEnd) -> Void

/// The end of a call.
package struct RouteEnd {
  /// The route that was called; after a redirect by an interceptor, its target.
  package let route: RouteDeclaration
  /// The handler's result, or the reason why the call failed.
  package let result: Result<Any, RouteError>
}

extension Router {
  /// Adds a hook; without any, calls cost nothing extra.
  ///
  /// - Returns: The number with which to remove it.
  package func addHook(_ hook: @escaping RouteHook) -> Int {
    state.withLock { state in
      let number = state.nextNumber()
      state.hooks[number] = hook
      return number
    }
  }

  /// Removes a hook, which is still told the end of calls in progress.
  package func removeHook(_ number: Int) {
    // Released after the lock, because releasing it may call the router.
    let removed = state.withLock { $0.hooks.removeValue(forKey: number) }
    extendLifetime(removed)
  }

  /// Tells the hooks that a call begins.
  ///
  /// - Returns: A closure to call at its end; nil without a hook.
  func begin(_ call: RouteCall) -> ((RouteCall, Result<Any, RouteError>) -> Void)? {
    let hooks = state.withLock { Array($0.hooks.values) }
    guard !hooks.isEmpty else { return nil }
    let ends = hooks.map { $0(call.origin) }
    return { call, result in
      let end = RouteEnd(route: call.entry.declaration, result: result)
      for tell in ends { tell(end) }
    }
  }
}
