// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The right to say, once, how a task has ended that goes on after its function returned.
///
/// The first call of ``complete()`` or ``fail(_:)`` counts; a second is ignored and reported. When
/// the last reference goes without either, the task fails and says so. Timeouts hold as for any task.
///
/// ```swift
/// module.launch("start", body: .callback { sdk, _, token in sdk.start { token.complete() } })
/// ```
public final class LaunchToken: Sendable {
  private let completion: LaunchCompletion

  init(_ completion: LaunchCompletion) { self.completion = completion }

  deinit { completion.end(.failure(LaunchCompletion.Dropped(task: completion.task))) }

  /// Says that the task has succeeded.
  public func complete() { completion.answer(.success(())) }

  /// Says that the task has failed.
  ///
  /// - Parameter error: The reason.
  public func fail(_ error: any Error) { completion.answer(.failure(error)) }
}
