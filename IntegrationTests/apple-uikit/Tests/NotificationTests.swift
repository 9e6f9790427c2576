// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit
import UserNotifications

extension AppDelegateTests {
  /// The user-notification center and background tasks.
  @MainActor
  @Suite(.serialized) struct Center {
    final class OwnDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
          @escaping (UNNotificationPresentationOptions) -> Void
      ) {}
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {}
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
      ) {}
    }

    let app = StandInApp()
    let center = UNUserNotificationCenter.current()
    let notification = UNNotification(
      "1", UNNotificationContent(title: "Tea", category: "drinks", userInfo: ["id": 1]))

    init() {
      center.delegate = nil
      Classes.declare(
        DelegateMethodRow.all(of: .uiKit).filter { $0.owner == .notifications }.map(\.selector),
        of: UserNotificationDelegate.self)
    }

    @Test func `the host is the center's delegate if a module hears of notifications`() async throws
    {
      let tokens = [
        app.events.answer(WillPresentNotification.self) { _ in [.banner, .sound] },
        app.events.hear(DidRespondToNotification.self),
      ]
      await app.launch()
      let delegate = try #require(center.delegate as? UserNotificationDelegate)
      #expect(delegate.responds(to: Selector(DelegateMethod.willPresentNotification.selector)))
      #expect(!delegate.responds(to: Selector(DelegateMethod.openNotificationSettings.selector)))
      #expect(!delegate.responds(to: Selector("description")))
      var shown: [UNNotificationPresentationOptions] = []
      delegate.userNotificationCenter(center, willPresent: notification) { shown.append($0) }
      #expect(shown == [[.banner, .sound]])
      let event = try #require(app.sent.of(WillPresentNotification.self).first)
      #expect(event.notification.title == "Tea")
      #expect(event.notification.category == "drinks")
      var count = 0
      let response = UNTextInputNotificationResponse(notification, action: "order", text: "two")
      response.scene = UIWindowScene(UISceneSession("main"))
      delegate.userNotificationCenter(center, didReceive: response) { count += 1 }
      #expect(count == 1)
      #expect(app.sent.of(DidRespondToNotification.self).map(\.text) == ["two"])
      #expect(app.sent.of(DidRespondToNotification.self).map(\.scene) == ["main"])
      delegate.userNotificationCenter(center, openSettingsFor: notification)
      #expect(app.sent.of(OpenNotificationSettings.self).count == 1)
      tokens.forEach { $0.cancel() }
    }

    @Test func `the host attaches to a delegate that the app has given the center`() async throws {
      let delegate = OwnDelegate()
      OwnMethods.add(to: OwnDelegate.self)
      center.delegate = delegate
      let tokens = [
        app.events.answer(WillPresentNotification.self) { _ in .banner },
        app.events.hear(DidRespondToNotification.self),
        app.events.hear(OpenNotificationSettings.self),
      ]
      await app.launch()
      #expect(center.delegate === delegate)
      let messages = Messages(delegate)
      let words = (center: messages.word(center), notification: messages.word(notification))
      var shown: [UInt] = []
      messages.send(
        .willPresentNotification,
        [words.center, words.notification, messages.block(number: { shown.append($0) })])
      await waits { !shown.isEmpty }
      // The delegate's own method answers with a badge and a sound that it has no name for.
      #expect(UNNotificationPresentationOptions(rawValue: shown[0]).contains(.banner))
      var count = 0
      let response = UNNotificationResponse(notification, action: "order")
      messages.send(
        .didRespondToNotification,
        [words.center, messages.word(response), messages.block { count += 1 }])
      await waits { count == 1 }
      #expect(app.sent.of(DidRespondToNotification.self).map(\.action) == ["order"])
      messages.send(.openNotificationSettings, [words.center, words.notification])
      messages.send(.openNotificationSettings, [words.center, 0])
      #expect(app.sent.of(OpenNotificationSettings.self).map(\.notification?.id) == ["1", nil])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a delegate that the app sets after the launch is attached to, and hears once`()
      async
    {
      EarlierHosts.end(except: app.delegate.host)
      let delegate = OwnDelegate()
      OwnMethods.add(to: OwnDelegate.self)
      let token = app.events.hear(DidRespondToNotification.self)
      await app.launch()
      #expect(center.delegate is UserNotificationDelegate)
      center.delegate = delegate
      app.system.post(UIApplication.didBecomeActiveNotification)
      await app.waits(for: "DidBecomeActive")
      #expect(center.delegate === delegate)
      let messages = Messages(delegate)
      var count = 0
      let response = UNNotificationResponse(notification, action: "order")
      messages.send(
        .didRespondToNotification,
        [messages.word(center), messages.word(response), messages.block { count += 1 }])
      await waits { count == 1 }
      #expect(app.sent.of(DidRespondToNotification.self).map(\.action) == ["order"])
      token.cancel()
    }

    @Test(
      arguments: [
        (0, []), (1, .badge), (2, .sound), (4, [.banner, .list]), (6, [.banner, .list, .sound]),
        (24, [.banner, .list]),
      ] as [(UInt, NotificationPresentation)])
    func `a delegate that answers with an alert has banner and list`(
      options: UInt, presentation: NotificationPresentation
    ) {
      #expect(
        NotificationPresentation(UNNotificationPresentationOptions(rawValue: options))
          == presentation)
    }

    @Test func `one object may be the delegate of the app and of the center`() throws {
      let delegate = OwnDelegate()
      let token = app.events.hear(OpenNotificationSettings.self)
      let attachment = try delegate.attached(to: app.delegate.host)
      #expect(attachment.methods == [.openNotificationSettings])
      attachment.detach()
      token.cancel()
    }

    @Test func `a background task runs by the scheduler, and ends once`() async {
      let token = app.events.answer(PerformBackgroundTask.self) { _ in true }
      let task = BGTask("shop.sync")
      let handler: BackgroundTask.Handler = { [host = app.delegate.host] task in
        let reply = host.ask({ PerformBackgroundTask(identifier: task.identifier, reply: $0) }) {
          task.complete($0)
        }
        task.onExpiration { reply.expire() }
      }
      #expect(AppHost.registerWithSystem("shop.sync", handler))
      #expect(!AppHost.registerWithSystem("shop.sync", handler))
      #expect(BGTaskScheduler.shared.run(task))
      #expect(!BGTaskScheduler.shared.run(BGTask("shop.other")))
      await waits { !task.results.isEmpty }
      #expect(task.results == [true])
      token.cancel()
    }
  }
}

extension UIApplicationDelegate {
  func attached(to host: AppHost) throws -> DelegateAttachment { try host.attach(to: self) }
}
