// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Keeps a subscription, a tap or an observation alive.
///
/// It ends with ``cancel()``, and also when the last reference to this token goes away: store the
/// token for as long as the closure shall be called. Events accepted for it and not yet handled are
/// dropped then. The closure of a lifecycle event goes when the main actor is free.
public final class EventSubscription: Sendable {
  // Invariant: the closure is taken out before it is called, so that it runs once.
  private let ending: Mutex<(@Sendable () -> Void)?>

  /// Makes a token of the closure that ends the subscription.
  package init(ending: @escaping @Sendable () -> Void) { self.ending = Mutex(ending) }

  deinit { cancel() }

  /// Ends the subscription; a second call does nothing.
  public func cancel() {
    let ending = self.ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    ending?()
  }
}
