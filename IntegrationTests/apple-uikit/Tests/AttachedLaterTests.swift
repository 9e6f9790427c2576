// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Testing
import UIKit
import UserNotifications

extension AppDelegateTests.Attached {
  @Test func `the system asks a delegate again that was attached after it was set`() async throws {
    final class Late: UIResponder, UIApplicationDelegate {}
    let delegate = Late()
    let method = DelegateMethod.openURL.selector
    let token = events.answer(OpenURL.self) { _ in true }
    system.delegate = delegate
    let attachment = try host.attach(to: delegate)
    #expect(!system.knows(method))
    #expect(host.launch(nil, in: system))
    await host.idle()
    #expect(system.knows(method))
    #expect(system.delegate === delegate)
    attachment.detach()
    token.cancel()
  }

  @Test func `scenes and the notification center ask again, too, when what modules hear changes`()
    async throws
  {
    final class AppDelegate: UIResponder, UIApplicationDelegate {}
    final class SceneDelegate: UIResponder, UISceneDelegate {}
    final class Foreign: UIResponder, UISceneDelegate {}
    let center = UNUserNotificationCenter.current()
    let (app, delegate, other) = (AppDelegate(), SceneDelegate(), Foreign())
    let (ours, foreign) = (UIScene(UISceneSession("ours")), UIScene(UISceneSession("foreign")))
    system.delegate = app
    scene.delegate = delegate
    ours.delegate = ModularSceneDelegate()
    foreign.delegate = other
    let attachments = [try host.attach(to: app), try host.attach(to: delegate)]
    system.connectedScenes = [scene, ours, foreign]
    #expect(host.launch(nil, in: system))
    await host.idle()
    let tokens = [
      events.hear(PerformQuickAction.self), events.hear(WillPresentNotification.self),
    ]
    let method = DelegateMethod.scenePerformQuickAction.selector
    #expect(!scene.knows(method))
    host.refresh()
    #expect(scene.knows(method))
    #expect(scene.delegate === delegate && foreign.delegate === other)
    #expect(center.delegate is UserNotificationDelegate)
    let times = center.timesSet
    tokens[0].cancel()
    host.refresh()
    #expect(center.timesSet == times + 1)
    #expect(center.delegate != nil)
    center.delegate = nil
    attachments.forEach { $0.detach() }
    tokens[1].cancel()
  }
}
