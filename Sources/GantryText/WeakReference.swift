// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

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
