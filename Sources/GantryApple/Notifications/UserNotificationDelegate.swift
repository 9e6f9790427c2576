// SPDX-License-Identifier: Apache-2.0

#if canImport(UserNotifications) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  internal import GantryEvents
  internal import ObjectiveC
  #if canImport(UIKit)
    internal import UIKit
  #endif
  internal import UserNotifications

  /// The delegate of the user-notification center in an app that sets none.
  ///
  /// It responds to a method only if a module handles its event.
  @MainActor
  final class UserNotificationDelegate: NSObject, UNUserNotificationCenterDelegate {
    private weak let host: AppHost?
    private nonisolated let answers: MethodAnswers

    init(_ host: AppHost) {
      self.host = host
      answers = host.answers
      super.init()
    }

    nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard let aSelector, super.responds(to: aSelector) else { return false }
      guard let row = DelegateMethodRow.of(aSelector) else { return true }
      return answers.responds(to: row, isOverridden: false)
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler:
        @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      guard let host else { return completionHandler([]) }
      host.present(UserNotification(notification)) { completionHandler($0.options) }
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      guard let host else { return completionHandler() }
      host.respond(response) { completionHandler() }
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
      let event = OpenNotificationSettings(notification: notification.map { UserNotification($0) })
      host?.sendWithObject(event)
    }
  }

  /// The process's notification center.
  struct SystemNotificationCenter: UserNotificationCenter {
    var delegate: AnyObject? { UNUserNotificationCenter.current().delegate }

    func becomeDelegate(of host: AppHost) {
      let delegate = UserNotificationDelegate(host)
      host.notificationDelegate = delegate
      UNUserNotificationCenter.current().delegate = delegate
    }

    func resetDelegate() {
      let center = UNUserNotificationCenter.current()
      // Retained here, since the center does not retain it.
      let delegate = center.delegate
      center.delegate = nil
      center.delegate = delegate
    }

    func attach(_ host: AppHost, to delegate: AnyObject) throws(AttachError) {
      _ = try host.attach(to: delegate, Interposition.ofNotifications(host), LiveRuntime())
    }
  }

  extension Interposition {
    /// The methods of a notification center's delegate.
    @MainActor
    static func ofNotifications(_ host: AppHost) -> [Self] {
      [
        make(
          .willPresentNotification,
          share: { [weak host] words, hasOwn in
            guard let host, let notification = argument(words, 1, as: UNNotification.self) else {
              return nil
            }
            let handler = HandlerBlock.number(words, 2)
            let reply = host.present(UserNotification(notification), hasOwn: hasOwn) {
              handler($0.options.rawValue)
            }
            return HandlerBlock.replacing(
              words, 2,
              number: { options in
                let options = UNNotificationPresentationOptions(rawValue: options)
                reply.answer(NotificationPresentation(options), from: .delegate)
              })
          }, finish: { HandlerBlock.number($0, 2)(0) }),
        make(
          .didRespondToNotification,
          share: { [weak host] words, hasOwn in
            guard let host, let response = argument(words, 1, as: UNNotificationResponse.self)
            else { return nil }
            let handler = HandlerBlock.nothing(words, 2)
            let reply = host.respond(response, hasOwn: hasOwn) { handler() }
            return HandlerBlock.replacing(words, 2, nothing: { reply.answer((), from: .delegate) })
          }, finish: { HandlerBlock.nothing($0, 2)() }),
        make(.openNotificationSettings) { [weak host] words in
          let notification = argument(words, 1, as: UNNotification.self)
          host?.sendWithObject(
            OpenNotificationSettings(notification: notification.map { UserNotification($0) }))
          return .nothing
        },
      ].compactMap(\.self)
    }
  }

  extension UserNotification {
    @MainActor
    init(_ notification: UNNotification) {
      let content = notification.request.content
      self.init(
        id: notification.request.identifier, title: content.title, body: content.body,
        category: content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier,
        payload: content.userInfo.isEmpty ? nil : AppHost.json(content.userInfo))
      system = SystemReference(notification)
    }
  }

  extension UNNotificationResponse {
    /// The value of UNNotificationDefaultActionIdentifier: the person opened the notification.
    private static let opening = "com.apple.UNNotificationDefaultActionIdentifier"

    fileprivate var opensApp: Bool { actionIdentifier == Self.opening }

    /// The scene in which the app shows it.
    @MainActor
    fileprivate var scene: SceneID? {
      #if canImport(UIKit)
        targetScene.map { SceneID($0.session) }
      #else
        nil
      #endif
    }
  }

  extension AppHost {
    /// Tells modules of a response, once the scene that shows it has its window.
    @discardableResult
    func respond(
      _ response: UNNotificationResponse, hasOwn: Bool = false,
      _ handler: @escaping @MainActor () -> Void
    ) -> Reply<Void> {
      let system = SystemReference(response)
      let notification = UserNotification(response.notification)
      return respond(
        in: response.scene, opensApp: response.opensApp, hasOwn: hasOwn,
        { reply in
          var event = DidRespondToNotification(
            notification: notification, action: response.actionIdentifier,
            text: (response as? UNTextInputNotificationResponse)?.userText, scene: response.scene,
            reply: reply)
          event.system = system
          return event
        }, keeping: [system.beginAccess(), notification.system.beginAccess()], handler: handler)
    }
  }

  extension NotificationPresentation {
    private static let pairs: [(Self, UNNotificationPresentationOptions)] = [
      (.banner, .banner), (.list, .list), (.sound, .sound), (.badge, .badge),
    ]

    /// The alert, which meant banner and list before iOS 14 and macOS 11. Its constant is
    /// deprecated.
    private static let alert = UNNotificationPresentationOptions(rawValue: 1 << 2)

    init(_ options: UNNotificationPresentationOptions) {
      self = Self.pairs.reduce(into: []) { if options.contains($1.1) { $0.formUnion($1.0) } }
      if options.contains(Self.alert) { formUnion([.banner, .list]) }
    }

    /// The same as the system's set.
    var options: UNNotificationPresentationOptions {
      Self.pairs.reduce(into: []) { if contains($1.0) { $0.formUnion($1.1) } }
    }
  }
#endif
