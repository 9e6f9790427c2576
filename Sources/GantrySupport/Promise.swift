// SPDX-License-Identifier: Apache-2.0

/// A value that arrives once, and the tasks that wait for it.
///
/// Every task that waits for another part of the program waits for a promise. A state with many
/// different waiters keeps a promise for each, and resolves it outside its lock.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
    var lastNumber = 0
  }

  /// Invariant: once there is a value, no task waits.
  private let state = Mutex(State())

  package init() {}

  /// Whether the value has arrived.
  package var isResolved: Bool { state.withLock { $0.value != nil } }

  /// The value; nil until it has arrived.
  package var current: Value? { state.withLock { $0.value } }

  /// Provides the value; only the first call counts.
  ///
  /// - Returns: Whether this was the first call.
  @discardableResult
  package func resolve(_ value: Value) -> Bool {
    let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>]? in
      guard state.value == nil else { return nil }
      state.value = value
      // A key path would be made anew by each call, which takes longer than all the rest.
      return exchange(&state.waiting, with: []).map { $0.continuation }
    }
    guard let waiting else { return false }
    for continuation in waiting { continuation.resume(returning: value) }
    return true
  }

  /// Waits for the value, even if the waiting task is cancelled.
  ///
  /// - Parameter onCancel: A closure to call when the waiting task is cancelled; it may resolve the
  ///   promise.
  /// - Returns: The value.
  package func value(onCancel: @Sendable () -> Void = {}) async -> Value {
    await withTaskCancellationHandler {
      while true {
        if let value = await wait(number(), unlessCancelled: false) { return value }
      }
    } onCancel: {
      onCancel()
    }
  }

  /// Waits for the value unless the waiting task is cancelled.
  ///
  /// - Returns: The value; nil if the task is cancelled first.
  package func valueUnlessCancelled() async -> Value? {
    let number = number()
    return await withTaskCancellationHandler {
      await wait(number, unlessCancelled: true)
    } onCancel: {
      let cancelled = state.withLock { state in
        let position = state.waiting.firstIndex { $0.number == number }
        return position.map { state.waiting.remove(at: $0).continuation }
      }
      cancelled?.resume(returning: nil)
    }
  }

  private func number() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  private func wait(_ number: Int, unlessCancelled: Bool) async -> Value? {
    await withCheckedContinuation { continuation in
      let (isOver, value) = state.withLock { state -> (Bool, Value?) in
        if let value = state.value { return (true, value) }
        // On a later cancellation the handler finds the continuation, since it needs this lock.
        if unlessCancelled, Task.isCancelled { return (true, nil) }
        state.waiting.append((number, continuation))
        return (false, nil)
      }
      if isOver { continuation.resume(returning: value) }
    }
  }
}

extension Promise<Void> {
  /// Resumes all waiting tasks.
  package func resolve() { resolve(()) }
}

extension Clock<Duration> {
  /// Sleeps in steps, each as long as all steps before it, so that a cancelled wait leaves little
  /// behind.
  ///
  /// A system clock keeps a cancelled sleep, about a kilobyte, until its time is over. Code that
  /// bounds everything by ten seconds would pile these up for ten seconds.
  ///
  /// - Parameter duration: The time to sleep.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func wait(for duration: Duration) async throws {
    let start = now
    var passed = Duration.zero
    while passed < duration {
      let end = min(duration, max(passed * 2, .milliseconds(10)))
      try await sleep(until: start.advanced(by: end), tolerance: nil)
      passed = start.duration(to: now)
    }
  }

  /// Measures the time from now on.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

/// A weak reference to an object of any type.
package final class WeakReference: Sendable {
  private struct Held {
    weak var object: AnyObject?
  }

  /// Guards the reference, whose object isn't statically known to be `Sendable`.
  private let held = Mutex(Held())
  /// The identity of the object; another object may reuse it once this one is gone.
  package let id: ObjectIdentifier
  /// The type of the object.
  package let type: Any.Type

  /// Creates a reference to an object; nil for any other value, which has no lifetime of its own.
  package init?<Value: Sendable>(_ value: Value) {
    guard Swift.type(of: value as Any) is AnyClass else { return nil }
    id = ObjectIdentifier(value as AnyObject)
    type = Swift.type(of: value as Any)
    held.withLock { $0.object = value as AnyObject }
  }

  /// Whether the object still exists.
  package var isAlive: Bool { held.withLock { $0.object != nil } }
}

/// A cache of values that are created once for each key.
package struct Memo<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  /// Guards the values. The lock is held while a value is created, so that none is created twice.
  private let values = Mutex<[Key: Value]>([:])

  package init() {}

  /// Returns the value for a key, and creates it if there is none. The closure must not use this
  /// memo. After an error, the next caller tries again.
  package func value<Failure>(
    of key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try values.withLock { (values) throws(Failure) in
      if let value = values[key] { return value }
      let value = try make()
      values[key] = value
      return value
    }
  }
}
