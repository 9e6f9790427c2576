// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A value that comes once, and the tasks that wait for it.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  /// Invariant: with a value, nothing waits.
  private let state = Mutex(State())

  package init() {}

  /// Gives the value; only the first one counts.
  package func resolve(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// Waits for the value, also when the waiting task is cancelled.
  ///
  /// - Parameter onCancel: Called when the waiting task is cancelled; it may resolve the promise.
  /// - Returns: The value.
  package func value(onCancel: @Sendable () -> Void = {}) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiting.append(continuation) }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      onCancel()
    }
  }
}

extension Clock<Duration> {
  /// Sleeps in steps, each as long as all before it, so that a cancelled wait leaves nothing behind.
  ///
  /// A clock of the system keeps a cancelled sleep, about a kilobyte, until its time is over: code
  /// that bounds everything by ten seconds would pile them up for ten seconds.
  ///
  /// - Parameter duration: How long.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(for duration: Duration) async throws {
    let start = now
    var passed = Duration.zero
    while passed < duration {
      let end = min(duration, max(passed * 2, .milliseconds(10)))
      try await sleep(until: start.advanced(by: end), tolerance: nil)
      passed = start.duration(to: now)
    }
  }
}

/// An object of any type that this does not keep alive.
package final class WeakReference: Sendable {
  private struct Held {
    weak var object: AnyObject?
  }

  /// Guards the reference: an object that isn't a module need not be known as `Sendable` here.
  private let held = Mutex(Held())
  /// The identity of the object; another one may have the same once this one is gone.
  package let id: ObjectIdentifier
  /// The type of the object.
  package let type: Any.Type

  /// Refers to a value that is an object; nil for any other, which has no life of its own.
  package init?<Value: Sendable>(_ value: Value) {
    guard Swift.type(of: value as Any) is AnyClass else { return nil }
    id = ObjectIdentifier(value as AnyObject)
    type = Swift.type(of: value as Any)
    held.withLock { $0.object = value as AnyObject }
  }

  /// Whether the object exists.
  package var isAlive: Bool { held.withLock { $0.object != nil } }
}
