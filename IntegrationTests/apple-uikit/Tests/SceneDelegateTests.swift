// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit

extension AppDelegateTests {
  @MainActor
  @Suite(.serialized) struct Scenes {
    final class Space: UICoordinateSpace {}

    let app = StandInApp()
    let scene = UIWindowScene(UISceneSession("main"))
    let delegate: TestSceneDelegate
    let url = URL.of("shop://order/1")

    init() {
      delegate = TestSceneDelegate()
      scene.delegate = delegate
    }

    @Test func `a scene brings its URLs, activities and quick action, once, and gets its window`()
      async
    {
      let tokens = [
        app.events.answer(OpenURL.self) { _ in true }, app.events.hear(ContinueActivity.self),
        app.events.hear(PerformQuickAction.self),
      ]
      let options = UIScene.ConnectionOptions()
      options.urlContexts = [UIOpenURLContext(url: url, from: "mail")]
      options.userActivities = [NSUserActivity(activityType: "reading")]
      options.shortcutItem = UIApplicationShortcutItem(type: "new", title: "New")
      scene.connect(options)
      await app.waits(for: "SceneWillConnect")
      #expect(delegate.window == nil)
      var isMade: [Bool] = []
      let order = app.events.hear(OpenURL.self) { [delegate] _ in
        isMade.append(delegate.window != nil)
      }
      await app.launch()
      await app.waits(for: "PerformQuickAction")
      #expect(delegate.window?.isKeyAndVisible == true)
      #expect(isMade == [true])
      order.cancel()
      #expect(app.sent.of(SceneWillConnect.self).map(\.scene) == ["main"])
      #expect(app.sent.of(OpenURL.self).map(\.scene) == ["main"])
      #expect(app.sent.of(OpenURL.self).first?.sourceApplication == "mail")
      #expect(app.sent.of(ContinueActivity.self).count == 1)
      #expect(app.sent.of(PerformQuickAction.self).first?.scene == "main")
      tokens.forEach { $0.cancel() }
    }

    @Test func `a scene goes on with the activity that brings it back, once and first`() async {
      await app.launch()
      let token = app.events.hear(ContinueActivity.self)
      let saved = NSUserActivity(activityType: "basket")
      saved.userInfo = ["items": ["tea"]]
      scene.session.stateRestorationActivity = saved
      let options = UIScene.ConnectionOptions()
      options.userActivities = [NSUserActivity(activityType: "reading")]
      scene.connect(options)
      delegate.scene(scene, willConnectTo: scene.session, options: options)
      await app.waits(for: "ContinueActivity")
      let heard = app.sent.of(ContinueActivity.self)
      #expect(heard.map(\.activity.type) == ["basket", "reading"])
      #expect(heard.map(\.scene) == ["main", "main"])
      #expect(heard.first?.activity.userInfo == UserActivity(saved, nil).userInfo)
      token.cancel()
    }

    @Test func `each change of a scene reaches modules once, with its identifier`() async {
      await app.launch()
      let changes: [(Notification.Name, (UIScene) -> Void, String)] = [
        (UIScene.didActivateNotification, delegate.sceneDidBecomeActive, "SceneDidBecomeActive"),
        (
          UIScene.willDeactivateNotification, delegate.sceneWillResignActive,
          "SceneWillResignActive"
        ),
        (
          UIScene.didEnterBackgroundNotification, delegate.sceneDidEnterBackground,
          "SceneDidEnterBackground"
        ),
        (
          UIScene.willEnterForegroundNotification, delegate.sceneWillEnterForeground,
          "SceneWillEnterForeground"
        ),
        (UIScene.didDisconnectNotification, delegate.sceneDidDisconnect, "SceneDidDisconnect"),
      ]
      scene.connect()
      for (name, method, event) in changes {
        NotificationCenter.default.post(name: name, object: scene)
        method(scene)
        await app.waits(for: event)
        #expect(app.sent.names.count { $0 == event } == 1, "\(event)")
      }
      NotificationCenter.default.post(name: UIScene.didActivateNotification, object: nil)
      #expect(app.sent.of(SceneDidBecomeActive.self).map(\.scene) == ["main"])
    }

    @Test func `things handed to a scene reach modules with its identifier`() async {
      await app.launch()
      let activity = NSUserActivity(activityType: "reading")
      let tokens = [
        app.events.answer(OpenURL.self) { _ in true },
        app.events.answer(PerformQuickAction.self) { _ in true },
        app.events.answer(SceneRestorationActivity.self) { _ in
          UserActivity(
            type: "reading", title: "Tea", userInfo: UserActivity.propertyList(of: ["page": 7]))
        },
        app.events.answer(SupportedOrientations.self) { _ in [.portrait, .portraitUpsideDown] },
      ]
      delegate.scene(scene, openURLContexts: [UIOpenURLContext(url: url)])
      await app.waits(for: "OpenURL")
      var performed: [Bool] = []
      delegate.windowScene(
        scene, performActionFor: UIApplicationShortcutItem(type: "new", title: "New")
      ) { performed.append($0) }
      #expect(performed == [true])
      delegate.scene(scene, willContinueUserActivityWithType: "reading")
      delegate.scene(scene, continue: activity)
      delegate.scene(
        scene, didFailToContinueUserActivityWithType: "reading", error: CancellationError())
      delegate.scene(scene, didUpdate: activity)
      delegate.scene(scene, restoreInteractionStateWith: activity)
      delegate.windowScene(
        scene, didUpdate: Space(), interfaceOrientation: .portrait, traitCollection: .init())
      delegate.windowScene(scene, didUpdateEffectiveGeometry: UIWindowScene.Geometry())
      #expect(
        app.sent.names.suffix(6) == [
          "ContinueActivity", "DidFailToContinueActivity", "DidUpdateActivity",
          "RestoreSceneInteraction", "SceneDidChangeGeometry", "SceneDidChangeGeometry",
        ])
      #expect(app.sent.of(ContinueActivity.self).map(\.scene) == ["main"])
      let saved = delegate.stateRestorationActivity(for: scene)
      #expect(saved?.title == "Tea")
      #expect(saved?.userInfo?["page"] as? Int == 7)
      #expect(
        delegate.supportedInterfaceOrientations(for: scene) == [.portrait, .portraitUpsideDown])
      tokens.forEach { $0.cancel() }
      // Those of the stand-in's Info.plist.
      #expect(delegate.supportedInterfaceOrientations(for: scene) == .portrait)
      #expect(delegate.stateRestorationActivity(for: scene) == nil)
    }

    @Test func `a scene without a window connects, and makes none`() async {
      let car = UIScene(
        UISceneSession("car", role: "CPTemplateApplicationSceneSessionRoleApplication"))
      let plain = ModularSceneDelegate()
      #expect(plain.makeWindow(in: scene) == nil)
      car.delegate = plain
      car.connect()
      await app.waits(for: "SceneWillConnect")
      await app.launch()
      #expect(plain.window == nil)
      #expect(app.sent.of(SceneWillConnect.self).map(\.scene) == ["car"])
    }
  }
}
