// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// An object of the system that an event was made from.
///
/// Handlers read it on the main actor until the last ``SystemAccess`` ends. Then it is gone, so that
/// nobody who keeps an event reads an object that the system has taken back.
package final class SystemObject: Sendable {
  @MainActor private let object: Any
  private let state = Mutex((accesses: 0, isEnded: false))

  /// Creates an object; until the first access begins, it stays.
  @MainActor
  package init(_ object: Any) { self.object = object }

  /// The object; nil once the last access has ended.
  @MainActor
  package var value: Any? { state.withLock(\.isEnded) ? nil : object }

  /// Keeps the object readable until the access is released.
  package func beginAccess() -> SystemAccess {
    state.withLock { $0.accesses += 1 }
    return SystemAccess(self)
  }

  fileprivate func endAccess() {
    state.withLock { state in
      state.accesses -= 1
      if state.accesses == 0 { state.isEnded = true }
    }
  }
}

/// Keeps an object of the system readable for as long as it exists.
package final class SystemAccess: Sendable {
  private let object: SystemObject

  fileprivate init(_ object: SystemObject) { self.object = object }

  deinit { object.endAccess() }
}

/// A value's link to the system's object that it was made from.
///
/// It is no part of the value: all links are equal.
package struct SystemReference: Hashable, Sendable {
  private let object: SystemObject?

  /// Creates a link to nothing.
  package init() { object = nil }

  /// Creates a link to an object; nil for none.
  @MainActor
  package init(_ object: Any?) { self.object = object.map { SystemObject($0) } }

  /// The object, if it is of this type and can still be read.
  @MainActor
  package func value<Value>(as type: Value.Type = Value.self) -> Value? { object?.value as? Value }

  /// Keeps the object readable; nil if there is none.
  package func beginAccess() -> SystemAccess? { object?.beginAccess() }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// An event with a link to the system's object that it was made from.
package protocol SystemDelivered: LifecycleEvent {
  /// The link.
  var system: SystemReference { get set }
}

extension SystemDelivered {
  /// The same event without the object.
  package var withoutObject: Self {
    var event = self
    event.system = SystemReference()
    return event
  }
}
