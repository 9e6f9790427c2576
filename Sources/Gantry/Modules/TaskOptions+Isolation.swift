// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension TaskOptions {
  /// States that a task which suspends belongs where a function does: to the main actor, or not.
  ///
  /// The task runs there anyway, as its body calls the function; plan and report say so then, and the
  /// main actor is watched meanwhile. Expansions say it of every function they cannot see through.
  ///
  /// ```swift
  /// let options = TaskOptions(.afterReady).isolated(like: type(of: OrdersModule.prefetch))
  /// module.launch("prefetch", options, body: .background { orders, _ in await orders.prefetch() })
  /// ```
  ///
  /// - Parameter function: The function's type.
  /// - Returns: These options with the isolation.
  public func isolated(like function: Any.Type) -> TaskOptions {
    var options = self
    options.isOnMainActor = MacroSupport.isMainActor(function)
    return options
  }
}
