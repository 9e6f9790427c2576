// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit
import UserNotifications

extension AppDelegateTests {
  /// Delegates of the app's own, which forward calls to the host.
  @MainActor
  @Suite(.serialized) struct Forwarding {
    let app = StandInApp()
    let scene = UIWindowScene(UISceneSession("main"))
    let url = URL.of("shop://order/1")
    var host: AppHost { app.delegate.host }

    /// A call of the host, and the event that modules hear, with its scene.
    struct Row: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let event: String
      let call: @MainActor @Sendable (AppHost, UIWindowScene, Answers) -> Void
    }

    /// The answers that completion handlers got, as texts.
    final class Answers {
      var all: [String] = []
      func add(_ answer: some Any) { all.append("\(answer)") }
    }

    nonisolated static let rows = [
      Row(testDescription: "openURL", event: "OpenURL") { host, _, answers in
        answers.add(host.openURL(.of("shop://order/1"), options: [.sourceApplication: "mail"]))
      },
      Row(testDescription: "openURLs", event: "OpenURL") { host, scene, _ in
        host.openURLs([UIOpenURLContext(url: .of("shop://order/1"), from: "mail")], in: scene)
      },
      Row(testDescription: "continueActivity", event: "ContinueActivity") { host, _, answers in
        let activity = NSUserActivity(activityType: "reading")
        answers.add(host.continueActivity(activity) { answers.add("\($0?.count ?? 0) objects") })
      },
      Row(testDescription: "continueActivity in a scene", event: "ContinueActivity") {
        host, scene, _ in
        host.continueActivity(NSUserActivity(activityType: "reading"), in: scene)
      },
      Row(testDescription: "updateActivity", event: "DidUpdateActivity") { host, scene, _ in
        host.updateActivity(NSUserActivity(activityType: "reading"), in: scene)
      },
      Row(testDescription: "performQuickAction", event: "PerformQuickAction") {
        host, scene, answers in
        host.performQuickAction(UIApplicationShortcutItem(type: "new", title: "New"), in: scene) {
          answers.add($0)
        }
      },
      Row(testDescription: "receiveRemoteNotification", event: "DidReceiveRemoteNotification") {
        host, _, answers in
        host.receiveRemoteNotification(["aps": 1]) { answers.add($0.rawValue) }
      },
      Row(testDescription: "performFetch", event: "PerformBackgroundFetch") { host, _, answers in
        host.performFetch { answers.add($0.rawValue) }
      },
      Row(testDescription: "handleBackgroundURLSession", event: "HandleBackgroundURLSession") {
        host, _, answers in
        host.handleBackgroundURLSession("photos") { answers.add("done") }
      },
      Row(testDescription: "handleWatchRequest", event: "HandleWatchRequest") { host, _, answers in
        host.handleWatchRequest(["page": 1]) { answers.add($0?.count ?? 0) }
      },
      Row(testDescription: "restorationActivity", event: "SceneRestorationActivity") {
        host, scene, answers in
        answers.add(host.restorationActivity(for: scene)?.activityType ?? "none")
      },
      Row(testDescription: "restoreInteraction", event: "RestoreSceneInteraction") {
        host, scene, _ in
        host.restoreInteraction(of: scene, from: NSUserActivity(activityType: "reading"))
      },
      Row(testDescription: "supportedOrientations", event: "SupportedOrientations") {
        host, scene, answers in
        answers.add(host.supportedOrientations(in: scene).rawValue)
      },
      Row(testDescription: "presentNotification", event: "WillPresentNotification") {
        host, _, answers in
        host.presentNotification(notification) { answers.add($0.rawValue) }
      },
      Row(testDescription: "respondToNotification", event: "DidRespondToNotification") {
        host, _, answers in
        host.respondToNotification(
          UNTextInputNotificationResponse(notification, action: "order", text: "two")
        ) { answers.add("done") }
      },
      Row(testDescription: "openNotificationSettings", event: "OpenNotificationSettings") {
        host, _, _ in
        host.openNotificationSettings(for: notification)
      },
    ]

    static var notification: UNNotification {
      UNNotification(
        "1", UNNotificationContent(title: "Tea", category: "drinks", userInfo: ["id": 1]))
    }

    /// What completion handlers and calls return while a module answers each event.
    nonisolated static let answered: [String: [String]] = [
      "openURL": ["true"], "continueActivity": ["0 objects", "true"],
      "performQuickAction": ["true"], "receiveRemoteNotification": ["0"], "performFetch": ["0"],
      "handleBackgroundURLSession": ["done"], "handleWatchRequest": ["1"],
      "restorationActivity": ["reading"], "supportedOrientations": ["2"],
      "presentNotification": ["2"], "respondToNotification": ["done"],
    ]

    @Test(arguments: rows)
    func `a call that a delegate forwards reaches modules as its event, and answers the system`(
      row: Row
    ) async {
      let events = app.events
      let tokens = [
        events.answer(OpenURL.self) { _ in true },
        events.answer(ContinueActivity.self) { _ in true }, events.hear(DidUpdateActivity.self),
        events.answer(PerformQuickAction.self) { _ in true },
        events.answer(DidReceiveRemoteNotification.self) { _ in .newData },
        events.answer(PerformBackgroundFetch.self) { _ in .newData },
        events.hear(HandleBackgroundURLSession.self),
        events.answer(HandleWatchRequest.self) { $0.message },
        events.answer(SceneRestorationActivity.self) { _ in UserActivity(type: "reading") },
        events.hear(RestoreSceneInteraction.self),
        events.answer(SupportedOrientations.self) { _ in .portrait },
        events.answer(WillPresentNotification.self) { _ in [.sound] },
        events.hear(DidRespondToNotification.self), events.hear(OpenNotificationSettings.self),
      ]
      await app.launch()
      let answers = Answers()
      host.connect(scene, options: UIScene.ConnectionOptions())
      await host.idle()
      row.call(host, scene, answers)
      await host.idle()
      #expect(app.sent.names.filter { $0 == row.event } == [row.event])
      #expect(answers.all == Self.answered[row.testDescription] ?? [])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a scene that a delegate connects by hand brings its items once, after the launch`()
      async
    {
      let tokens = [
        app.events.answer(OpenURL.self) { _ in true }, app.events.hear(PerformQuickAction.self),
      ]
      let options = UIScene.ConnectionOptions()
      options.urlContexts = [UIOpenURLContext(url: url, from: "mail")]
      options.shortcutItem = UIApplicationShortcutItem(type: "new", title: "New")
      host.connect(scene, options: options)
      host.connect(scene, options: options)
      await app.launch()
      await app.waits(for: "PerformQuickAction")
      #expect(app.sent.of(SceneWillConnect.self).map(\.scene) == ["main"])
      #expect(app.sent.of(OpenURL.self).map(\.scene) == ["main"])
      #expect(app.sent.of(PerformQuickAction.self).map(\.scene) == ["main"])
      tokens.forEach { $0.cancel() }
    }

    @Test func `state that a delegate saves by hand comes back`() async throws {
      let tokens = [
        app.events.answer(SaveState.self) { _ in SavedState(Data([7]), for: "Basket") },
        app.events.hear(RestoreState.self),
      ]
      await app.launch()
      let coder = NSKeyedArchiver(requiringSecureCoding: true)
      host.saveState(with: coder)
      let restorer = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
      restorer.requiresSecureCoding = true
      host.restoreState(with: restorer)
      #expect(app.sent.of(RestoreState.self).map { $0.state["Basket"] } == [Data([7])])
      tokens.forEach { $0.cancel() }
    }
  }
}
