// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit
import UserNotifications

extension AppDelegateTests {
  /// The objects that the system hands over, as modules get them.
  @MainActor
  @Suite(.serialized) struct HandedObjects {
    /// What handlers have seen.
    final class Seen {
      var objects: [AnyObject?] = []
      var payloads: [[AnyHashable: Any]?] = []
    }

    let app = StandInApp()
    let scene = UIWindowScene(UISceneSession("main"))
    let seen = Seen()
    var host: AppHost { app.delegate.host }

    init() { EarlierHosts.end(except: app.delegate.host) }

    private func expect(_ object: AnyObject, after deliver: () -> Void) {
      seen.objects = []
      deliver()
      #expect(seen.objects.map { $0 === object } == [true])
    }

    @Test func `modules get the system's activities, with everything that a value can't hold`()
      async
    {
      await app.launch()
      let tokens = [
        app.events.answer(ContinueActivity.self) { [seen] in
          seen.objects.append($0.systemActivity)
          return true
        },
        app.events.hear(DidUpdateActivity.self) { [seen] in seen.objects.append($0.systemActivity)
        },
        app.events.hear(RestoreSceneInteraction.self) { [seen] in
          seen.objects.append($0.systemActivity)
        },
      ]
      host.connect(scene, options: UIScene.ConnectionOptions())
      await host.idle()
      let activity = NSUserActivity(activityType: "reading")
      let token = UUID()
      activity.userInfo = ["token": token]
      expect(activity) { host.continueActivity(activity, in: scene) }
      expect(activity) { _ = host.continueActivity(activity) { _ in } }
      expect(activity) { host.updateActivity(activity, in: scene) }
      expect(activity) { host.restoreInteraction(of: scene, from: activity) }
      #expect((seen.objects[0] as? NSUserActivity)?.userInfo?["token"] as? UUID == token)
      for event in app.sent.of(ContinueActivity.self) { #expect(event.systemActivity == nil) }
      tokens.forEach { $0.cancel() }
    }

    @Test func `the activity that a module answers with is the system's own`() async {
      await app.launch()
      let activity = NSUserActivity(activityType: "reading")
      let token = app.events.answer(SceneRestorationActivity.self) { _ in UserActivity(activity) }
      #expect(host.restorationActivity(for: scene) === activity)
      token.cancel()
    }

    @Test func `modules get the system's contexts of URLs and its quick actions`() async {
      await app.launch()
      let tokens = [
        app.events.answer(OpenURL.self) { [seen] in
          seen.objects.append($0.systemContext)
          return true
        },
        app.events.answer(PerformQuickAction.self) { [seen] in
          seen.objects.append($0.systemItem)
          return true
        },
      ]
      host.connect(scene, options: UIScene.ConnectionOptions())
      await host.idle()
      let context = UIOpenURLContext(url: .of("shop://order/1"))
      expect(context) { host.openURLs([context], in: scene) }
      let item = UIApplicationShortcutItem(type: "new", title: "New")
      expect(item) { host.performQuickAction(item, in: scene) { _ in } }
      for event in app.sent.of(OpenURL.self) { #expect(event.systemContext == nil) }
      for event in app.sent.of(PerformQuickAction.self) { #expect(event.systemItem == nil) }
      tokens.forEach { $0.cancel() }
    }

    @Test func `modules get the system's notifications, responses and payloads`() async {
      await app.launch()
      let tokens = [
        app.events.answer(WillPresentNotification.self) { [seen] in
          seen.objects.append($0.systemNotification)
          return .banner
        },
        app.events.hear(DidRespondToNotification.self) { [seen] in
          seen.objects.append($0.systemResponse)
        },
        app.events.hear(OpenNotificationSettings.self) { [seen] in
          seen.objects.append($0.systemNotification)
        },
        app.events.answer(DidReceiveRemoteNotification.self) { [seen] in
          seen.payloads.append($0.systemPayload)
          return .newData
        },
      ]
      let notification = Forwarding.notification
      let response = UNNotificationResponse(notification, action: "order")
      expect(notification) { host.presentNotification(notification) { _ in } }
      expect(response) { host.respondToNotification(response) {} }
      expect(notification) { host.openNotificationSettings(for: notification) }
      let date = Date()
      host.receiveRemoteNotification(["aps": ["badge": 1], "date": date]) { _ in }
      #expect(seen.payloads.count == 1 && seen.payloads[0]?["date"] as? Date == date)
      for event in app.sent.of(DidReceiveRemoteNotification.self) {
        #expect(event.systemPayload == nil)
      }
      tokens.forEach { $0.cancel() }
    }

    @Test func `modules get the launch options`() async {
      let token = app.events.observe(answering: DidFinishLaunching.self) { [seen] event in
        seen.payloads.append(event.systemOptions)
        return true
      }
      await app.launch([.location: true])
      #expect(seen.payloads.count == 1)
      #expect(seen.payloads[0]?[UIApplication.LaunchOptionsKey.location] as? Bool == true)
      for event in app.sent.of(DidFinishLaunching.self) { #expect(event.systemOptions == nil) }
      token.cancel()
    }

    @Test func `a host that is attached hands the same activity to all questions`() async throws {
      final class Delegate: UIResponder, UIApplicationDelegate {}
      let delegate = Delegate()
      await app.launch()
      let tokens = [
        app.events.answer(ContinueActivity.self) { [seen] in
          seen.objects.append($0.systemActivity)
          return true
        },
        app.events.answer(RestorableObjects.self) { [seen] in
          seen.objects.append($0.systemActivity)
          return []
        },
      ]
      let attachment = try host.attach(to: delegate)
      let (messages, activity) = (Messages(delegate), NSUserActivity(activityType: "reading"))
      messages.send(.continueActivity, [messages.word(app.system), messages.word(activity), 0])
      #expect(seen.objects.map { $0 === activity } == [true, true])
      attachment.detach()
      tokens.forEach { $0.cancel() }
    }

    @Test func `a test sets what a module should get`() async {
      let activity = NSUserActivity(activityType: "reading")
      var event = ContinueActivity(activity: UserActivity(type: "reading"))
      event.systemActivity = activity
      var update = DidUpdateActivity(activity: UserActivity(type: "reading"))
      update.systemActivity = activity
      var restore = RestoreSceneInteraction(scene: "main", activity: UserActivity(type: "reading"))
      restore.systemActivity = activity
      var objects = RestorableObjects(activity: UserActivity(type: "reading"))
      objects.systemActivity = activity
      var url = OpenURL(url: .of("shop://order/1"))
      url.systemContext = UIOpenURLContext(url: url.url)
      var action = PerformQuickAction(type: "new")
      action.systemItem = UIApplicationShortcutItem(type: "new", title: "New")
      var (will, did) = (WillFinishLaunching(), DidFinishLaunching())
      will.systemOptions = [.location: true]
      did.systemOptions = [.location: true]
      var push = DidReceiveRemoteNotification(
        payload: Data(), reply: .init(.fetch, deadline: nil) { _ in })
      push.systemPayload = ["aps": 1]
      let value = UserNotification(id: "1")
      var present = WillPresentNotification(notification: value)
      present.systemNotification = Forwarding.notification
      var settings = OpenNotificationSettings(notification: value)
      settings.systemNotification = Forwarding.notification
      var respond = DidRespondToNotification(
        notification: value, action: "order", reply: .init(.none, deadline: nil) { _ in })
      respond.systemResponse = UNNotificationResponse(Forwarding.notification, action: "order")
      #expect(
        [
          event.systemActivity, update.systemActivity, restore.systemActivity,
          objects.systemActivity,
        ].allSatisfy { $0 === activity })
      #expect(url.systemContext?.url == url.url && action.systemItem?.type == "new")
      #expect(will.systemOptions?.count == 1 && did.systemOptions?.count == 1)
      #expect(push.systemPayload?.count == 1)
      #expect(present.systemNotification != nil && settings.systemNotification != nil)
      #expect(respond.systemResponse?.actionIdentifier == "order")
      respond.systemResponse = nil
      #expect(respond.systemResponse == nil)
    }
  }
}
