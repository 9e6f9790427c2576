// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import Foundation
internal import Synchronization

/// One observer of a notification center, until it is ended.
package final class NotificationObservation: Sendable {
  private let center: NotificationCenter
  /// Written once; a lock only because the center's token is not Sendable.
  private let token: Mutex<any NSObjectProtocol>

  /// Observes from now on; the body runs where the notification is posted.
  package init(
    of name: Notification.Name, in center: NotificationCenter,
    _ body: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    token = Mutex(center.addObserver(forName: name, object: nil, queue: nil, using: body))
  }

  /// Ends it.
  package func end() { token.withLock { center.removeObserver($0) } }
}
