// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Gantry
@testable import GantryApple
import Intents
import Testing
import UIKit

extension AppDelegateTests {
  /// Shares, intents and questions about the interface, by the delegates of the library.
  @MainActor
  @Suite(.serialized) struct Requests {
    let app = StandInApp()
    let scene = UIWindowScene(UISceneSession("main"))
    var system: UIApplication { app.system }
    var delegate: TestDelegate { app.delegate }

    @Test(.tags(.b31)) func `a share reaches modules from the app, a scene and its connection`()
      async
    {
      let token = app.events.hear(AcceptShare.self)
      let shares = [CKShare.Metadata(), CKShare.Metadata(), CKShare.Metadata()]
      let own = TestSceneDelegate()
      scene.delegate = own
      let options = UIScene.ConnectionOptions()
      options.cloudKitShareMetadata = shares[0]
      scene.connect(options)
      await app.launch()
      delegate.application(system, userDidAcceptCloudKitShareWith: shares[1])
      own.windowScene(scene, userDidAcceptCloudKitShareWith: shares[2])
      let heard = app.sent.of(AcceptShare.self)
      #expect(heard.map(\.scene) == ["main", nil, "main"])
      #expect(zip(heard, shares).allSatisfy { $0.metadata === $1 })
      token.cancel()
    }

    @Test func `an entry that no property list can hold does not take the others with it`() async {
      await app.launch()
      let entries: [AnyHashable: Any] = [
        "page": 7, "chapters": [1, 2], "link": URL.of("shop://a"),
        "nested": ["link": URL.of("shop://a")],
        8: "eight",
      ]
      let activity = NSUserActivity(activityType: "reading")
      activity.userInfo = entries
      let tokens = [
        app.events.hear(ContinueActivity.self),
        app.events.answer(HandleWatchRequest.self) { $0.message },
      ]
      _ = delegate.application(system, continue: activity) { _ in }
      let list = app.sent.of(ContinueActivity.self).first?.activity.userInfo
      let kept = list.flatMap { UserActivity.dictionary(of: $0) }
      #expect(kept?.keys.map { "\($0)" }.sorted() == ["chapters", "page"])
      #expect(kept?["page"] as? Int == 7)
      delegate.application(system, handleWatchKitExtensionRequest: entries) { reply in
        #expect(reply?.keys.map { "\($0)" }.sorted() == ["chapters", "page"])
      }
      #expect(UserActivity.propertyList(of: ["link": URL.of("shop://a")]) == nil)
      #expect(UserActivity.propertyList(of: [:]) == nil)
      tokens.forEach { $0.cancel() }
    }

    @Test(.tags(.b43)) func `intents have the first answer, else an empty one`() async {
      await app.launch()
      #expect(delegate.application(system, handlerFor: INIntent()) == nil)
      let (handler, response) = (UIResponder(), INIntentResponse())
      var responses: [INIntentResponse] = []
      delegate.application(system, handle: INIntent()) { responses.append($0) }
      let tokens = [
        app.events.answer(HandlerForIntent.self) { _ in IntentHandler(handler) },
        app.events.answer(HandleIntent.self) { _ in IntentResponse(response) },
      ]
      let given = delegate.application(system, handlerFor: INIntent())
      #expect(given.map { $0 as AnyObject } === handler)
      delegate.application(system, handle: INIntent()) { responses.append($0) }
      #expect(responses.map { $0 === response } == [false, true])
      tokens.forEach { $0.cancel() }
    }

    @Test(.tags(.b43)) func `questions about the interface have the modules' answers`() async {
      await app.launch()
      let own = TestSceneDelegate()
      let coder = NSKeyedArchiver(requiringSecureCoding: true)
      let controller = UIViewController()
      #expect(delegate.applicationShouldAutomaticallyLocalizeKeyCommands(system))
      #expect(
        delegate.application(
          system, viewControllerWithRestorationIdentifierPath: ["tabs"], coder: coder) == nil)
      #expect(
        own.preferredWindowingControlStyle(for: scene)
          === UIWindowScene.WindowingControlStyle.automatic)
      let minimal = UIWindowScene.WindowingControlStyle.minimal
      let tokens = [
        app.events.answer(ShouldLocalizeKeyCommands.self) { _ in false },
        app.events.answer(RestoreViewController.self) { $0.path == ["tabs"] ? controller : nil },
        app.events.answer(PreferredWindowingControlStyle.self) {
          $0.scene == "main" ? minimal : nil
        },
      ]
      #expect(!delegate.applicationShouldAutomaticallyLocalizeKeyCommands(system))
      #expect(
        delegate.application(
          system, viewControllerWithRestorationIdentifierPath: ["tabs"], coder: coder)
          === controller)
      #expect(own.preferredWindowingControlStyle(for: scene) === minimal)
      tokens.forEach { $0.cancel() }
    }

    @Test func `answers of the events of UIKit's types merge as the table says`() throws {
      let rows = DelegateMethodRow.all(of: .uiKit).filter {
        $0.heard.isEmpty && $0.rule == .handled
      }
      #expect(rows.count == 7)
      for row in rows {
        let merges = delegate.host.answers.heard(row.method).map(\.merge)
        #expect(merges == [row.merge.rawValue], "\(row.method)")
      }
    }
  }
}
