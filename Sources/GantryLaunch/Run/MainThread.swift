// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Foundation
internal import Synchronization

/// Lets synchronous code on the main thread wait for asynchronous work that needs the main actor.
package enum MainThread {
  private final class Answer<Value: Sendable>: Sendable {
    /// Invariant: set once, by the work.
    let value = Mutex<Value?>(nil)
  }

  /// Whether the caller may block: on the main thread, and not in a task, which would keep the main
  /// actor for itself.
  package static var canBlock: Bool {
    Thread.isMainThread && withUnsafeCurrentTask { $0 == nil }
  }

  /// Returns when the work has ended; meanwhile the main run loop runs, which serves the main actor.
  ///
  /// - Parameter work: What to wait for.
  /// - Returns: What the work returned.
  @MainActor
  package static func block<Value: Sendable>(
    on work: @escaping @concurrent @Sendable () async -> Value
  ) -> Value {
    let answer = Answer<Value>()
    // Owned by this call, which returns when it has ended.
    Task.detached(priority: .userInitiated) {
      let value = await work()
      answer.value.withLock { $0 = value }
      // The main queue wakes the run loop, after the answer is there.
      DispatchQueue.main.async {}
    }
    // A run loop without anything to wait for would return at once, again and again.
    let rest = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.main.add(rest, forMode: .default)
    defer { rest.invalidate() }
    while true {
      if let value = answer.value.withLock({ $0 }) { return value }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}
