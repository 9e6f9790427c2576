// SPDX-License-Identifier: Apache-2.0

/// A value that one thread leaves for another to take, once.
package struct LockedBox<Value: Sendable>: ~Copyable, Sendable {
  /// Guards the value; no other code is called, and nothing is released, under the lock.
  private let held: Mutex<Value?>

  /// Creates a box, with a value or empty.
  package init(_ value: Value? = nil) { held = Mutex(value) }

  /// The current value, which stays.
  package var value: Value? { held.withLock { $0 } }

  /// Leaves a value, replacing the current one.
  package func put(_ value: Value) {
    extendLifetime(held.withLock { held in exchange(&held, with: value) })
  }

  /// Takes the value; nil if there is none, or if another caller has taken it.
  package func take() -> Value? {
    held.withLock { $0.take() }
  }
}
