// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryApplePush
import Testing
import UIKit

/// Serialized: the notifications are the process's.
@MainActor
@Suite(.serialized) struct AppDelegateTests {
  let app = StandInApp()
  var system: UIApplication { app.system }
  var delegate: TestDelegate { app.delegate }
  let url = URL.of("shop://order/1")

  private func activity() -> NSUserActivity {
    let activity = NSUserActivity(activityType: "reading")
    activity.title = "Tea"
    activity.userInfo = ["page": 7]
    return activity
  }

  @Test(.tags(.b10))
  func `an app launches its modules once, and the delegate's window can be asked`() async {
    await app.launch()
    await app.launch([.url: url])
    #expect(app.sent.of(WillFinishLaunching.self).count == 1)
    #expect(app.sent.of(DidFinishLaunching.self).count == 1)
    #expect(delegate.window == nil)
    let other = TestDelegate()
    #expect(AppHost.current === other.host)
    #expect(ModularAppDelegate.makeHostOptions().launch == .blocking(limit: .seconds(10)))
  }

  @Test
  func `the base class launches the modules in the first call, and ends the launch in the last`()
    async
  {
    #expect(delegate.application(system, willFinishLaunchingWithOptions: [.url: url]))
    await delegate.host.idle()
    #expect(delegate.host.application.report?.timeToReady != nil)
    #expect(app.sent.names == ["WillFinishLaunching"])
    #expect(delegate.application(system, didFinishLaunchingWithOptions: [.url: url]))
    #expect(app.sent.names == ["WillFinishLaunching", "DidFinishLaunching"])
  }

  @Test func `launch options say why the app was started`() async {
    let item = UIApplicationShortcutItem(type: "new", title: "New", userInfo: ["id": "1"])
    await app.launch([.remoteNotification: ["aps": 1], .shortcutItem: item])
    #expect(delegate.host.application.launchOptions.source == .push)
  }

  @Test(
    arguments: [
      (false, UIApplication.State.inactive, nil, LaunchSource.user),
      (false, .background, nil, .background),
      (true, .background, nil, .user), (true, .background, .location, .location),
      (true, .background, .bluetoothCentrals, .bluetooth),
      (false, .background, .bluetoothPeripherals, .bluetooth),
      (true, .background, .remoteNotification, .push),
    ] as [(Bool, UIApplication.State, UIApplication.LaunchOptionsKey?, LaunchSource)])
  func `an app with scenes is in the background only where the system says why`(
    hasScenes: Bool, state: UIApplication.State, key: UIApplication.LaunchOptionsKey?,
    source: LaunchSource
  ) {
    system.applicationState = state
    let options = key.map { [$0: ["aps": 1]] }
    #expect(LaunchFacts(options, system, hasScenes: hasScenes).source(in: [:]) == source)
  }

  @Test func `the system asks again when the answers have changed`() async {
    await app.launch()
    let asked = system.timesAsked
    let token = app.events.hear(OpenURL.self)
    delegate.host.refresh()
    delegate.host.refresh()
    #expect(system.timesAsked == asked + 1)
    #expect(system.delegate === delegate)
    token.cancel()
  }

  @Test func `each change of the app's state reaches modules once`() async {
    await app.launch()
    let changes: [(Notification.Name, (UIApplication) -> Void, String)] = [
      (
        UIApplication.didBecomeActiveNotification, delegate.applicationDidBecomeActive,
        "DidBecomeActive"
      ),
      (
        UIApplication.willResignActiveNotification, delegate.applicationWillResignActive,
        "WillResignActive"
      ),
      (
        UIApplication.didEnterBackgroundNotification, delegate.applicationDidEnterBackground,
        "DidEnterBackground"
      ),
      (
        UIApplication.willEnterForegroundNotification, delegate.applicationWillEnterForeground,
        "WillEnterForeground"
      ),
      (
        UIApplication.didReceiveMemoryWarningNotification,
        delegate.applicationDidReceiveMemoryWarning, "DidReceiveMemoryPressure"
      ),
      (
        UIApplication.significantTimeChangeNotification, delegate.applicationSignificantTimeChange,
        "SignificantTimeChange"
      ),
      (
        UIApplication.protectedDataWillBecomeUnavailableNotification,
        delegate.applicationProtectedDataWillBecomeUnavailable, "ProtectedDataWillBecomeUnavailable"
      ),
      (
        UIApplication.protectedDataDidBecomeAvailableNotification,
        delegate.applicationProtectedDataDidBecomeAvailable, "ProtectedDataDidBecomeAvailable"
      ),
    ]
    for (name, method, event) in changes {
      system.post(name)
      method(system)
      await app.waits(for: event)
      #expect(app.sent.names.count { $0 == event } == 1, "\(event)")
    }
    delegate.applicationWillTerminate(system)
    #expect(!app.sent.names.contains("WillTerminate"))
  }

  /// A delegate of an app with a module that saves in the background.
  final class SavingDelegate: ModularAppDelegate {
    static let gates = Gates()
    override class func makeApplication() -> Application {
      Application(modules: [Saver.self]) { $0.provide(gates, as: Gates.self) }
    }
    override class func makeHostOptions() -> AppHostOptions { AppHostOptions(launch: .concurrent) }
  }

  @Test func `the app asks for time while a handler runs in the background, and gives it back`()
    async
  {
    let delegate = SavingDelegate()
    EarlierHosts.end(except: delegate.host)
    system.delegate = delegate
    #expect(system.launch() == [true, true])
    await delegate.host.idle()
    system.post(UIApplication.didEnterBackgroundNotification)
    await SavingDelegate.gates.waitFor("app begins")
    await AppleTests.waits { system.timesInBackground.count == 1 }
    SavingDelegate.gates.open("app")
    await AppleTests.waits { system.timesInBackground.isEmpty }
    #expect(SavingDelegate.gates.journal.lines == ["app begins", "app ends"])
  }

  @Test(.tags(.b46)) func `URLs, quick actions and activities reach modules with their values`()
    async
  {
    await app.launch()
    let tokens = [
      app.events.answer(OpenURL.self) { _ in true },
      app.events.answer(PerformQuickAction.self) { _ in true },
      app.events.answer(ContinueActivity.self) { _ in true },
      app.events.answer(WillContinueActivity.self) { _ in true },
    ]
    #expect(delegate.application(system, open: url, options: [.sourceApplication: "mail"]))
    #expect(app.sent.of(OpenURL.self).first?.sourceApplication == "mail")
    var performed: [Bool] = []
    let item = UIApplicationShortcutItem(type: "new", title: "New", userInfo: ["id": "1"])
    delegate.application(system, performActionFor: item) { performed.append($0) }
    #expect(performed == [true])
    #expect(app.sent.of(PerformQuickAction.self).first?.userInfo == ["id": "1"])
    #expect(delegate.application(system, willContinueUserActivityWithType: "reading"))
    var restored = 0
    #expect(
      delegate.application(system, continue: activity()) { objects in
        restored += objects?.isEmpty == true ? 1 : 0
      })
    #expect(restored == 1)
    #expect(app.sent.of(ContinueActivity.self).first?.activity.title == "Tea")
    delegate.application(
      system, didFailToContinueUserActivityWithType: "reading", error: CancellationError())
    delegate.application(system, didUpdate: activity())
    #expect(app.sent.of(DidFailToContinueActivity.self).count == 1)
    #expect(app.sent.of(DidUpdateActivity.self).first?.activity.type == "reading")
    tokens.forEach { $0.cancel() }
  }

  @Test func `work in the background ends with what modules say`() async {
    await app.launch()
    let tokens = [
      app.events.answer(PerformBackgroundFetch.self) { _ in .newData },
      app.events.answer(DidReceiveRemoteNotification.self) { _ in .failed },
      app.events.answer(HandleWatchRequest.self) { $0.message },
    ]
    var fetched: [UIBackgroundFetchResult] = []
    delegate.application(system, performFetchWithCompletionHandler: { fetched.append($0) })
    delegate.application(
      system, didReceiveRemoteNotification: ["aps": ["alert": "tea"]],
      fetchCompletionHandler: { fetched.append($0) })
    tokens[0].cancel()
    delegate.application(system, performFetchWithCompletionHandler: { fetched.append($0) })
    #expect(fetched == [.newData, .failed, .noData])
    var ended = 0
    delegate.application(system, handleEventsForBackgroundURLSession: "photos") { ended += 1 }
    #expect(ended == 1)
    var replies: [[AnyHashable: Any]?] = []
    delegate.application(system, handleWatchKitExtensionRequest: ["ask": "tea"]) {
      replies.append($0)
    }
    #expect(replies.first??["ask"] as? String == "tea")
    delegate.applicationShouldRequestHealthAuthorization(system)
    #expect(app.sent.of(ShouldRequestHealthAuthorization.self).count == 1)
    delegate.application(system, didRegisterForRemoteNotificationsWithDeviceToken: Data([1]))
    delegate.application(
      system, didFailToRegisterForRemoteNotificationsWithError: CancellationError())
    #expect(app.sent.of(DidRegisterForRemoteNotifications.self).first?.deviceToken == Data([1]))
    #expect(app.sent.of(DidFailToRegisterForRemoteNotifications.self).count == 1)
    tokens.dropFirst().forEach { $0.cancel() }
  }

  @Test func `questions have the modules' answers, else the system's own`() async {
    await app.launch()
    let window = UIWindow(windowScene: UIWindowScene(UISceneSession("one")))
    #expect(delegate.application(system, supportedInterfaceOrientationsFor: window) == .portrait)
    #expect(
      delegate.application(
        system, shouldAllowExtensionPointIdentifier: .init(rawValue: "keyboard")))
    let session = UISceneSession("two")
    let options = UIScene.ConnectionOptions()
    let plain = delegate.application(
      system, configurationForConnecting: session, options: options)
    #expect(plain === session.configuration)
    let made = UISceneConfiguration(name: "Car")
    let tokens = [
      app.events.answer(SupportedOrientations.self) { _ in [.landscapeLeft, .landscapeRight] },
      app.events.answer(ShouldAllowExtensionPoint.self) { _ in false },
      app.events.answer(ConfigureScene.self) { event in
        event.session.persistentIdentifier == "two" ? made : nil
      },
    ]
    #expect(
      delegate.application(system, supportedInterfaceOrientationsFor: window)
        == [.landscapeLeft, .landscapeRight])
    #expect(
      !delegate.application(
        system, shouldAllowExtensionPointIdentifier: .init(rawValue: "keyboard")))
    #expect(
      delegate.application(system, configurationForConnecting: session, options: options) === made)
    delegate.application(system, didDiscardSceneSessions: [session, UISceneSession("one")])
    #expect(app.sent.of(DidDiscardScenes.self).first?.scenes == ["one", "two"])
    tokens.forEach { $0.cancel() }
  }
}
