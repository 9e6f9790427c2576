// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// An object of the system that an event was made from.
///
/// Handlers read it on the main actor while somebody has a loan of it. After the last loan it is gone,
/// so that an event that someone keeps doesn't give access to an object that the system has taken back.
package final class SystemObject: Sendable {
  @MainActor private let object: Any
  private let state = Mutex((loans: 0, isReturned: false))

  /// Creates an object; without a loan, it stays.
  @MainActor
  package init(_ object: Any) { self.object = object }

  /// The object; nil after the last loan.
  @MainActor
  package var value: Any? { state.withLock(\.isReturned) ? nil : object }

  /// Lends the object until the loan is released.
  package func lend() -> SystemLoan {
    state.withLock { $0.loans += 1 }
    return SystemLoan(self)
  }

  fileprivate func giveBack() {
    state.withLock { state in
      state.loans -= 1
      if state.loans == 0 { state.isReturned = true }
    }
  }
}

/// Keeps an object of the system readable for as long as it exists.
package final class SystemLoan: Sendable {
  private let object: SystemObject

  fileprivate init(_ object: SystemObject) { self.object = object }

  deinit { object.giveBack() }
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

  /// The object, if it is of this type and has not been given back.
  @MainActor
  package func value<Value>(as type: Value.Type = Value.self) -> Value? { object?.value as? Value }

  /// Lends the object; nil if there is none.
  package func lend() -> SystemLoan? { object?.lend() }

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
