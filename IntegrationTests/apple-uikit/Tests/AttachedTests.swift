// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing
import UIKit
import UserNotifications

extension AppDelegateTests {
  /// A host that is attached to delegates of classes that are not the library's.
  @MainActor
  @Suite(.serialized) struct Attached {
    final class PlainDelegate: UIResponder, UIApplicationDelegate {}
    final class BusyDelegate: UIResponder, UIApplicationDelegate {}
    final class AnsweringDelegate: UIResponder, UIApplicationDelegate {}
    final class SceneDelegate: UIResponder, UISceneDelegate {}
    final class BusySceneDelegate: UIResponder, UISceneDelegate {}

    let host = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
    let sent = SentEvents()
    let system = UIApplication()
    let scene = UIWindowScene(UISceneSession("main"))
    let url = URL.of("shop://order/1")
    private let token: EventSubscription
    var events: EventBus { host.application.events }

    init() {
      EarlierHosts.end(except: host)
      token = host.application.events.observeAll { [sent] in sent.add($0) }
    }

    @Test func `modules hear the methods of a delegate that has none`() async throws {
      let delegate = PlainDelegate()
      let tokens = [
        events.answer(OpenURL.self) { _ in true }, events.hear(ContinueActivity.self),
        events.answer(WillContinueActivity.self) { _ in true },
        events.answer(ShouldAllowExtensionPoint.self) { _ in false },
        events.answer(SupportedOrientations.self) { _ in .portrait },
        events.hear(DidDiscardScenes.self),
      ]
      let attachment = try host.attach(to: delegate)
      #expect(try host.attach(to: delegate) === attachment)
      #expect(attachment.methods.count == 6)
      _ = host.launch(nil, in: system)
      await host.idle()
      let messages = Messages(delegate)
      let app = messages.word(system)
      let options: [UIApplication.OpenURLOptionsKey: Any] = [.sourceApplication: "mail"]
      #expect(
        messages.send(.openURL, [app, messages.word(url), messages.word(options)]) == .bool(true))
      #expect(sent.of(OpenURL.self).first?.sourceApplication == "mail")
      #expect(messages.send(.openURL, [app, app, app]) == .bool(false))
      let activity = NSUserActivity(activityType: "reading")
      #expect(
        messages.send(.continueActivity, [app, messages.word(activity), 0]) == .bool(false))
      #expect(messages.send(.continueActivity, [app, 0, 0]) == .bool(false))
      #expect(sent.of(ContinueActivity.self).map(\.activity.type) == ["reading"])
      #expect(
        messages.send(.willContinueActivity, [app, messages.word("reading")]) == .bool(true))
      #expect(messages.send(.willContinueActivity, [app, app]) == .bool(false))
      #expect(
        messages.send(.shouldAllowExtensionPoint, [app, messages.word("keyboard")])
          == .bool(false))
      #expect(messages.send(.shouldAllowExtensionPoint, [app, app]) == .bool(true))
      let window = UIWindow(windowScene: scene)
      #expect(
        messages.send(.supportedOrientations, [app, messages.word(window)])
          == .word(UIInterfaceOrientationMask.portrait.rawValue))
      messages.send(.didDiscardScenes, [app, messages.word(Set([scene.session]))])
      #expect(sent.of(DidDiscardScenes.self).first?.scenes == ["main"])
      attachment.detach()
      #expect(messages.send(.openURL, [app, messages.word(url), 0]) == .bool(false))
      // Modules have none in common, or hear no more: those of the stand-in's Info.plist.
      #expect(
        messages.send(.supportedOrientations, [app, 0])
          == .word(UIInterfaceOrientationMask.portrait.rawValue))
      tokens.forEach { $0.cancel() }
    }

    @Test func `answers of modules and of the delegate's own methods merge`() throws {
      let delegate = AnsweringDelegate()
      OwnMethods.addAnswers(to: AnsweringDelegate.self)
      let masks: [InterfaceOrientations: UIInterfaceOrientationMask] = [
        .all: .portrait, .portrait: .portrait, .landscape: .portrait,
      ]
      let tokens = [
        events.answer(OpenURL.self) { _ in false },
        events.answer(ShouldAllowExtensionPoint.self) { _ in false },
        events.hear(SupportedOrientations.self),
      ]
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let app = messages.word(system)
      #expect(messages.send(.openURL, [app, messages.word(url), 0]) == .bool(true))
      #expect(
        messages.send(.shouldAllowExtensionPoint, [app, messages.word("keyboard")])
          == .bool(false))
      for (modules, mask) in masks {
        let token = events.answer(SupportedOrientations.self, as: "Camera") { _ in modules }
        #expect(messages.send(.supportedOrientations, [app, 0]) == .word(mask.rawValue))
        token.cancel()
      }
      attachment.detach()
      tokens.forEach { $0.cancel() }
    }

    @Test func `a scene without a delegate, and calls without a handler, change nothing`()
      async throws
    {
      let delegate = PlainDelegate()
      let tokens = answered()
      let attachment = try host.attach(to: delegate)
      UIWindowScene(UISceneSession("other")).connect()
      await waits { sent.of(SceneWillConnect.self).count == 1 }
      let messages = Messages(delegate)
      let app = messages.word(system)
      messages.send(.performFetch, [app, 0])
      messages.send(.didReceivePush, [app, 0, 0])
      messages.send(.performQuickAction, [app, 0, 0])
      messages.send(.handleBackgroundURLSession, [app, 0, 0])
      messages.send(.handleWatchRequest, [app, 0, 0])
      #expect(sent.of(PerformBackgroundFetch.self).count == 1)
      #expect(sent.of(PerformQuickAction.self).isEmpty)
      attachment.detach()
      messages.send(.handleBackgroundURLSession, [app, 0, 0])
      messages.send(.performQuickAction, [app, 0, 0])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a delegate without a method for remote notifications is launched all the same`()
      async
    {
      let delegate = PlainDelegate()
      system.delegate = delegate
      let token = events.hear(DidReceiveRemoteNotification.self)
      #expect(host.launch(nil, in: system))
      await host.idle()
      #expect(sent.of(DidFinishLaunching.self).count == 1)
      token.cancel()
    }

    @Test func `modules hear the registration for remote notifications`() throws {
      let delegate = PlainDelegate()
      let tokens = [
        events.hear(DidRegisterForRemoteNotifications.self),
        events.hear(DidFailToRegisterForRemoteNotifications.self),
      ]
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let app = messages.word(system)
      messages.send(.didRegisterForPush, [app, messages.word(Data([1]))])
      messages.send(.didRegisterForPush, [app, app])
      #expect(sent.of(DidRegisterForRemoteNotifications.self).map(\.deviceToken) == [Data([1])])
      let error = NSError(domain: "network", code: 1)
      messages.send(.didFailToRegisterForPush, [app, messages.word(error)])
      messages.send(.didFailToRegisterForPush, [app, app])
      #expect(sent.of(DidFailToRegisterForRemoteNotifications.self).count == 1)
      attachment.detach()
      tokens.forEach { $0.cancel() }
    }

    private func answered() -> [EventSubscription] {
      [
        events.answer(PerformBackgroundFetch.self) { _ in .noData },
        events.answer(DidReceiveRemoteNotification.self) { _ in .newData },
        events.answer(PerformQuickAction.self) { _ in false },
        events.hear(HandleBackgroundURLSession.self),
        events.answer(HandleWatchRequest.self) { $0.message },
      ]
    }

    /// The answers that the system hears of a delegate's methods.
    private func heard(of delegate: any UIApplicationDelegate) async -> [String] {
      let messages = Messages(delegate)
      let app = messages.word(system)
      let item = UIApplicationShortcutItem(type: "new", title: "New")
      var heard: [String] = []
      func name(_ number: UInt) -> String {
        UIBackgroundFetchResult(rawValue: number).map { "\($0)" } ?? "?"
      }
      messages.send(.performFetch, [app, messages.block(number: { heard.append(name($0)) })])
      await waits { heard.count == 1 }
      messages.send(
        .didReceivePush,
        [app, messages.word(["aps": 1]), messages.block(number: { heard.append(name($0)) })])
      await waits { heard.count == 2 }
      messages.send(
        .performQuickAction,
        [app, messages.word(item), messages.block(flag: { heard.append("\($0)") })])
      await waits { heard.count == 3 }
      messages.send(
        .handleBackgroundURLSession,
        [app, messages.word("photos"), messages.block { heard.append("ended") }])
      await waits { heard.count == 4 }
      messages.send(
        .handleWatchRequest,
        [
          app, messages.word(["ask": "tea"]),
          messages.block(number: { word in
            let object = UnsafeRawPointer(bitPattern: word).map {
              Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            }
            let keys = (object as? [AnyHashable: Any])?.keys.map { "\($0)" }
            heard.append(keys?.sorted().joined(separator: " ") ?? "nothing")
          }),
        ])
      await waits { heard.count == 5 }
      // They keep the host, which would attach to the scenes of other tests.
      host.sessions = [:]
      return heard
    }

    @Test func `a completion handler is called once, with the answers of modules`() async throws {
      let delegate = PlainDelegate()
      let tokens = answered()
      let attachment = try host.attach(to: delegate)
      // What the system hands over waits for the launch.
      _ = host.launch(nil, in: system)
      await host.idle()
      #expect(await heard(of: delegate) == ["noData", "newData", "false", "ended", "ask"])
      attachment.detach()
      #expect(await heard(of: delegate) == ["noData", "noData", "false", "ended", "nothing"])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a completion handler is called once, with the delegate's answer merged`()
      async throws
    {
      let delegate = BusyDelegate()
      OwnMethods.add(to: BusyDelegate.self)
      let tokens = answered()
      let attachment = try host.attach(to: delegate)
      // What the system hands over waits for the launch.
      _ = host.launch(nil, in: system)
      await host.idle()
      #expect(
        await heard(of: delegate).prefix(4) == ["newData", "newData", "true", "ended"])
      attachment.detach()
      #expect(
        await heard(of: delegate) == ["newData", "failed", "true", "ended", "own"])
      tokens.forEach { $0.cancel() }
    }

    @Test func `delegates of scenes follow when their scenes connect`() async throws {
      let (delegate, app) = (SceneDelegate(), PlainDelegate())
      let tokens = [
        events.answer(OpenURL.self) { _ in true }, events.hear(ContinueActivity.self),
        events.answer(PerformQuickAction.self) { _ in true },
      ]
      // Something still holds the host of an earlier test.
      let earlier = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
      defer { withExtendedLifetime(earlier) {} }
      try earlier.attach(to: PlainDelegate())
      EarlierHosts.add(earlier)
      EarlierHosts.end(except: host)
      _ = host.launch(LaunchFacts())
      await host.idle()
      try host.attach(to: app)
      scene.delegate = delegate
      scene.connect()
      let messages = Messages(delegate)
      let words = (scene: messages.word(scene), wrong: messages.word("nothing"))
      await waits {
        Classes.method("scene:openURLContexts:", of: Classes.word(of: SceneDelegate.self)) != nil
      }
      await waits { !sent.of(SceneWillConnect.self).isEmpty }
      // It had asked its delegate before the host attached.
      #expect(scene.knows("scene:openURLContexts:"))
      let context = UIOpenURLContext(url: url, from: "mail")
      messages.send(.sceneOpenURLs, [words.scene, messages.word(Set([context]))])
      messages.send(.sceneOpenURLs, [words.wrong, 0])
      await waits { !sent.of(OpenURL.self).isEmpty }
      #expect(sent.of(OpenURL.self).map(\.scene) == ["main"])
      let activity = messages.word(NSUserActivity(activityType: "reading"))
      messages.send(.sceneContinueActivity, [words.scene, activity])
      messages.send(.sceneContinueActivity, [words.wrong, activity])
      #expect(sent.of(ContinueActivity.self).map(\.scene) == ["main"])
      let options = UIScene.ConnectionOptions()
      options.userActivities = [NSUserActivity(activityType: "drawing")]
      messages.send(
        .sceneWillConnect,
        [words.scene, messages.word(scene.session), messages.word(options)])
      messages.send(.sceneWillConnect, [words.wrong, 0, 0])
      await waits { sent.of(ContinueActivity.self).count == 2 }
      #expect(sent.of(SceneWillConnect.self).map(\.scene) == ["main"])
      var performed: [Bool] = []
      let item = messages.word(UIApplicationShortcutItem(type: "new", title: "New"))
      let block = messages.block(flag: { performed.append($0) })
      messages.send(.scenePerformQuickAction, [words.scene, item, block])
      #expect(performed == [true])
      #expect(sent.of(PerformQuickAction.self).map(\.scene) == ["main"])
      tokens.forEach { $0.cancel() }
    }

    @Test func `a scene's delegate is attached by itself, and detached`() async throws {
      let delegate = BusySceneDelegate()
      OwnMethods.add(to: BusySceneDelegate.self)
      let token = events.answer(PerformQuickAction.self) { _ in false }
      let attachment = try host.attach(to: delegate)
      // What the system hands over waits for the launch.
      _ = host.launch(nil, in: system)
      await host.idle()
      let messages = Messages(delegate)
      var performed: [Bool] = []
      let words = [
        messages.word(scene), messages.word(UIApplicationShortcutItem(type: "new", title: "New")),
        messages.block(flag: { performed.append($0) }),
      ]
      messages.send(.scenePerformQuickAction, words)
      await waits { performed.count == 1 }
      attachment.detach()
      messages.send(.scenePerformQuickAction, words)
      #expect(performed == [true, true])
      token.cancel()
    }
  }
}
