// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

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
