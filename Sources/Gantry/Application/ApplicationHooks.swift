// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What a test host changes in an application, and hears from it.
package struct ApplicationHooks: Sendable {
  /// Gives what a launch task does in place of its own body, by the task's name.
  package var replaceBody: (@Sendable (_ task: String, _ body: LaunchBody) -> LaunchBody)?
  /// Told of each error that a handler throws, beside the log.
  package var onHandlerFailure: (@Sendable (HandlerFailure) -> Void)?
  /// Whether what has stopped is remembered, for a test that asks for ``Application/leaking``.
  package var remembersStopped = false

  /// Makes hooks that change nothing.
  package init() {}
}
