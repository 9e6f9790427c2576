// SPDX-License-Identifier: Apache-2.0

package import Gantry

/// The user-notification centre, as far as a host needs it.
@MainActor
package protocol UserNotificationCentre {
  /// Its delegate.
  var delegate: AnyObject? { get }
  /// Gives it a delegate that tells the host.
  func becomeDelegate(of host: AppHost)
  /// Takes the delegate from the centre and gives it back: the centre asks then which methods it has.
  func resetDelegate()
  /// Has a delegate of the app's tell the host, too.
  func attach(_ host: AppHost, to delegate: AnyObject) throws(AttachError)
}

extension AppHost {
  /// Sets the delegate of the notification centre, if a module hears its events: before the launch
  /// ends, since the system hands over the answer that started the app then. Later it has the centre ask
  /// the delegate again.
  func takeNotifications() {
    let methods: [DelegateMethod] = [
      .willPresentNotification, .didRespondToNotification, .openNotificationSettings,
    ]
    guard let notificationCentre else { return }
    let isHandled = methods.contains(where: answers.isHandled)
    guard let delegate = notificationCentre.delegate else {
      if isHandled { notificationCentre.becomeDelegate(of: self) }
      return
    }
    let isKnown = delegate === notificationDelegate || isAttached(to: delegate)
    guard isKnown || isHandled else { return }
    do throws(AttachError) {
      if !isKnown { try notificationCentre.attach(self, to: delegate) }
      notificationCentre.resetDelegate()
    } catch {
      warn("modules hear nothing of the user-notification centre: \(error)")
    }
  }

  /// Asks modules how a notification is to be shown; the handler is called once.
  @discardableResult
  package func present(
    _ notification: UserNotification, hasOwn: Bool = false,
    _ handler: @escaping @MainActor (NotificationPresentation) -> Void
  ) -> Reply<NotificationPresentation> {
    share(hasOwn, { _ in WillPresentNotification(notification: notification) }, handler: handler)
  }
}
