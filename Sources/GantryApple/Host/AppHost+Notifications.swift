// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
package import GantryEvents
internal import Logging

/// The parts of the user-notification center that a host needs.
@MainActor
package protocol UserNotificationCenter {
  /// Its delegate.
  var delegate: AnyObject? { get }
  /// Sets a delegate that reports to the host.
  func becomeDelegate(of host: AppHost)
  /// Removes the delegate and sets it again, so that the center asks for its methods.
  func resetDelegate()
  /// Attaches the host to the app's own delegate.
  func attach(_ host: AppHost, to delegate: AnyObject) throws(AttachError)
}

extension AppHost {
  /// Sets the notification center's delegate if a module handles its events. This happens before
  /// the launch ends, since the system then delivers the response that started the app. Later calls
  /// make the center ask the delegate for its methods again.
  func takeNotifications() {
    defer { knownNotificationDelegate = notificationCenter?.delegate }
    let methods: [DelegateMethod] = [
      .willPresentNotification, .didRespondToNotification, .openNotificationSettings,
    ]
    guard let notificationCenter else { return }
    let isHandled = methods.contains(where: answers.isHandled)
    guard let delegate = notificationCenter.delegate else {
      if isHandled { notificationCenter.becomeDelegate(of: self) }
      return
    }
    let isOwn = delegate === notificationDelegate
    guard isOwn || isHandled || attachment(to: delegate) != nil else { return }
    do throws(AttachError) {
      if !isOwn { try notificationCenter.attach(self, to: delegate) }
      notificationCenter.resetDelegate()
    } catch {
      warn("modules receive nothing from the user-notification center: \(error)")
    }
  }

  /// Attaches to a delegate that the center was given after the host had looked, or becomes its
  /// delegate again.
  func takeLaterDelegate() {
    guard let notificationCenter else { return }
    let delegate = notificationCenter.delegate
    guard delegate == nil || delegate !== knownNotificationDelegate else { return }
    takeNotifications()
    guard let delegate, attachment(to: delegate) != nil else { return }
    application.logger.notice(
      "\(type(of: delegate)) is now the delegate of the user-notification center, and the host is attached to it"
    )
  }

  /// Asks modules how to show a notification; the handler is called once.
  @discardableResult
  package func present(
    _ notification: UserNotification, hasOwn: Bool = false,
    _ handler: @escaping @MainActor (NotificationPresentation) -> Void
  ) -> Reply<NotificationPresentation> {
    let access = notification.system.beginAccess()
    return share(hasOwn, { _ in WillPresentNotification(notification: notification) }) { answer in
      handler(answer)
      extendLifetime(access)
    }
  }

  /// Tells modules of a person's response to a notification; the handler is called once.
  ///
  /// - Parameters:
  ///   - scene: The scene in which the app shows it; nil if the system names none.
  ///   - opensApp: Whether the response opens the app, and so a scene.
  ///   - hasOwn: Whether the app's own delegate answers as well.
  ///   - make: Makes the event with the reply that modules answer.
  ///   - accesses: Keep the system's objects readable meanwhile.
  ///   - handler: The completion handler of the system.
  @discardableResult
  package func respond(
    in scene: SceneID?, opensApp: Bool, hasOwn: Bool = false,
    _ make: (Reply<Void>) -> DidRespondToNotification, keeping accesses: [SystemAccess?] = [],
    handler: @escaping @MainActor () -> Void
  ) -> Reply<Void> {
    let target = SystemItem.Target(
      scene: scene, needsScene: hasScenes && (opensApp || scene != nil))
    let item = AskedItem(name: "a response to a notification", target: target)
    return share(hasOwn, for: item, make) { _ in
      handler()
      extendLifetime(accesses)
    }
  }
}
