// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value that comes once, and the tasks that wait for it.
///
/// Every wait of a task for another part of the program is one of these. A state that many wait for in
/// different ways keeps a promise for each of them, and resolves it outside its lock.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
    var lastNumber = 0
  }

  /// Invariant: with a value, nothing waits.
  private let state = Mutex(State())

  package init() {}

  /// Whether the value is there.
  package var isResolved: Bool { state.withLock { $0.value != nil } }

  /// Gives the value; only the first one counts.
  ///
  /// - Returns: Whether it is the first.
  @discardableResult
  package func resolve(_ value: Value) -> Bool {
    let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>]? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting.map(\.continuation)
    }
    guard let waiting else { return false }
    for continuation in waiting { continuation.resume(returning: value) }
    return true
  }

  /// Waits for the value, also when the waiting task is cancelled.
  ///
  /// - Parameter onCancel: Called when the waiting task is cancelled; it may resolve the promise.
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

  /// Waits for the value, as long as the waiting task isn't cancelled.
  ///
  /// - Returns: Nil when it is cancelled first.
  package func valueUnlessCancelled() async -> Value? {
    let number = number()
    return await withTaskCancellationHandler {
      await wait(number, unlessCancelled: true)
    } onCancel: {
      let cancelled = state.withLock { state in
        let place = state.waiting.firstIndex { $0.number == number }
        return place.map { state.waiting.remove(at: $0).continuation }
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
        // Cancelled later, the handler finds the continuation: it needs this lock.
        if unlessCancelled, Task.isCancelled { return (true, nil) }
        state.waiting.append((number, continuation))
        return (false, nil)
      }
      if isOver { continuation.resume(returning: value) }
    }
  }
}

extension Promise<Void> {
  /// Lets all go on that wait.
  package func resolve() { resolve(()) }
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

  /// Measures the time from now on.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
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

/// Values that are made once for each key.
package struct Memo<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, Sendable {
  /// Guards the values that were made. Held while one is made, so that nobody makes it twice.
  private let values = Mutex<[Key: Value]>([:])

  package init() {}

  /// The value of a key; makes it where there is none, without asking this memo. After an error the next
  /// caller makes it.
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

/// A value that one thread leaves for another, which may take it away: once.
package struct Handover<Value: Sendable>: ~Copyable, Sendable {
  /// Guards the value; nothing is called or released under it.
  private let held: Mutex<Value?>

  /// Makes a place for a value, which may be there already.
  package init(_ value: Value? = nil) { held = Mutex(value) }

  /// The value that is there; it stays.
  package var value: Value? { held.withLock(\.self) }

  /// Leaves a value, in place of the one that was there.
  package func put(_ value: Value) {
    let former = held.withLock { held in
      defer { held = value }
      return held
    }
    withExtendedLifetime(former) {}
  }

  /// Takes the value away; nil where none is there, or another caller has taken it.
  package func take() -> Value? {
    held.withLock { $0.take() }
  }
}
