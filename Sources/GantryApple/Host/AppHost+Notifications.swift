// SPDX-License-Identifier: Apache-2.0

package import Gantry

/// The user-notification centre, as far as a host needs it.
@MainActor
package protocol UserNotificationCentre {
  /// Its delegate.
  var delegate: AnyObject? { get }
  /// Gives it a delegate that tells the host.
  func becomeDelegate(of host: AppHost)
  /// Has a delegate of the app's tell the host, too.
  func attach(_ host: AppHost, to delegate: AnyObject) throws(AttachError)
}

extension AppHost {
  /// Sets the delegate of the notification centre, if a module hears its events: before the launch
  /// ends, since the system hands over the answer that started the app then.
  func takeNotifications() {
    let methods: [DelegateMethod] = [
      .willPresentNotification, .didRespondToNotification, .openNotificationSettings,
    ]
    guard let notificationCentre, methods.contains(where: answers.isHandled) else { return }
    guard let delegate = notificationCentre.delegate else {
      return notificationCentre.becomeDelegate(of: self)
    }
    do throws(AttachError) {
      try notificationCentre.attach(self, to: delegate)
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
