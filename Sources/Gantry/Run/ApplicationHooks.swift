// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch

/// Changes of a test host in an application, and its observers.
package struct ApplicationHooks: Sendable {
  /// Gives the body of a launch task in place of its own, by the task's name.
  package var replaceBody: (@Sendable (_ task: String, _ body: LaunchBody) -> LaunchBody)?
  /// Told of each error that a handler throws, beside the log.
  package var onHandlerFailure: (@Sendable (HandlerFailure) -> Void)?
  /// Whether stopped objects are remembered, for a test that asks for ``Application/leaking``.
  package var remembersStopped = false

  /// Makes hooks that change nothing.
  package init() {}
}
