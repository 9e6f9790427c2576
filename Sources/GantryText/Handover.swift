// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

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
