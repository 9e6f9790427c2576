// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

@MainActor
@Suite struct DelegateMethodTests {
  /// Listens to the event of each method that the delegate answers for modules.
  static let listeners: [DelegateMethod: @MainActor (EventBus) -> EventSubscription] = [
    .openURL: { $0.hear(OpenURL.self) },
    .didRegisterForPush: { $0.hear(DidRegisterForRemoteNotifications.self) },
    .didFailToRegisterForPush: { $0.hear(DidFailToRegisterForRemoteNotifications.self) },
    .didReceivePush: { $0.hear(DidReceiveRemoteNotification.self) },
    .performFetch: { $0.hear(PerformBackgroundFetch.self) },
    .handleBackgroundURLSession: { $0.hear(HandleBackgroundURLSession.self) },
    .performQuickAction: { $0.hear(PerformQuickAction.self) },
    .handleWatchRequest: { $0.hear(HandleWatchRequest.self) },
    .shouldRequestHealthAuthorization: { $0.hear(ShouldRequestHealthAuthorization.self) },
    .willContinueActivity: { $0.hear(WillContinueActivity.self) },
    .continueActivity: { $0.hear(ContinueActivity.self) },
    .didFailToContinueActivity: { $0.hear(DidFailToContinueActivity.self) },
    .didUpdateActivity: { $0.hear(DidUpdateActivity.self) },
    .supportedOrientations: { $0.hear(SupportedOrientations.self) },
    .shouldAllowExtensionPoint: { $0.hear(ShouldAllowExtensionPoint.self) },
    .shouldSaveState: { $0.hear(SaveState.self) },
    .shouldRestoreState: { $0.hear(RestoreState.self) },
    .willEncodeState: { $0.hear(SaveState.self) },
    .didDecodeState: { $0.hear(RestoreState.self) },
    .didDiscardScenes: { $0.hear(DidDiscardScenes.self) },
    .sceneOpenURLs: { $0.hear(OpenURL.self) },
    .sceneRestorationActivity: { $0.hear(SceneRestorationActivity.self) },
    .restoreSceneInteraction: { $0.hear(RestoreSceneInteraction.self) },
    .sceneWillContinueActivity: { $0.hear(WillContinueActivity.self) },
    .sceneContinueActivity: { $0.hear(ContinueActivity.self) },
    .sceneDidFailToContinueActivity: { $0.hear(DidFailToContinueActivity.self) },
    .sceneDidUpdateActivity: { $0.hear(DidUpdateActivity.self) },
    .sceneDidUpdateCoordinateSpace: { $0.hear(SceneDidChangeGeometry.self) },
    .sceneDidUpdateGeometry: { $0.hear(SceneDidChangeGeometry.self) },
    .scenePerformQuickAction: { $0.hear(PerformQuickAction.self) },
    .sceneSupportedOrientations: { $0.hear(SupportedOrientations.self) },
    .configureScene: { $0.hear(FakeSystemEvent.self) },
    .handlerForIntent: { $0.hear(FakeSystemEvent.self) },
    .handleIntent: { $0.hear(FakeSystemEvent.self) },
    .didAcceptShare: { $0.hear(FakeSystemEvent.self) },
    .sceneDidAcceptShare: { $0.hear(FakeSystemEvent.self) },
    .viewControllerForRestoration: { $0.hear(FakeSystemEvent.self) },
    .preferredWindowingControlStyle: { $0.hear(FakeSystemEvent.self) },
    .shouldLocalizeKeyCommands: { $0.hear(ShouldLocalizeKeyCommands.self) },
    .willPresentNotification: { $0.hear(WillPresentNotification.self) },
    .didRespondToNotification: { $0.hear(DidRespondToNotification.self) },
    .openNotificationSettings: { $0.hear(OpenNotificationSettings.self) },
    .shouldTerminate: { $0.hear(ShouldTerminate.self) },
    .shouldOpenUntitledFile: { $0.hear(ShouldOpenUntitledFile.self) },
    .openUntitledFile: { $0.hear(OpenUntitledFile.self) },
    .shouldTerminateAfterLastWindow: { $0.hear(ShouldTerminateAfterLastWindow.self) },
    .shouldReopen: { $0.hear(ShouldReopen.self) },
    .dockMenu: { $0.hear(FakeSystemEvent.self) },
    .printFiles: { $0.hear(FakeSystemEvent.self) },
    .willPresentError: { $0.hear(WillPresentError.self) },
    .supportsSecureState: { $0.hear(SaveState.self) },
  ]

  /// Each method of each kit.
  nonisolated static let methods = DelegateKit.allCases.flatMap { kit in
    DelegateMethodRow.all(of: kit).map { (kit, $0.method) }
  }

  @Test func `every method is in a kit's table, at most once`() {
    #expect(Set(Self.methods.map(\.1)) == Set(DelegateMethod.allCases))
    for kit in DelegateKit.allCases {
      let rows = DelegateMethodRow.all(of: kit)
      #expect(Set(rows.map(\.method)).count == rows.count)
      #expect(Set(rows.map(\.selector)).count == rows.count)
    }
    #expect(DelegateMethodRow.all(of: .uiKit).count == 75)
    #expect(DelegateMethodRow.all(of: .appKit).count == 48)
    #expect(DelegateMethod.shouldTerminate.selector == "applicationShouldTerminate:")
  }

  @Test(arguments: methods)
  func `each method is in the table, and its selector matches its argument count`(
    kit: DelegateKit, method: DelegateMethod
  ) throws {
    let row = try #require(DelegateMethodRow.of(method, in: kit))
    // Result, receiver, selector, and one for each colon; a block is `@?`, a struct in braces.
    let places = row.encoding.replacing(/\{.*\}/, with: "@").split(separator: /[0-9]+/)
    #expect(places.count - 3 == row.selector.count { $0 == ":" })
    #expect(row.encoding.hasPrefix("v") == (places.first == "v"))
  }

  @Test(.tags(.b1, .b2), arguments: methods)
  func `the delegate responds to a handled method from the start`(
    kit: DelegateKit, method: DelegateMethod
  ) throws {
    let system = FakeSystem(kit: kit)
    let row = try #require(DelegateMethodRow.of(method, in: kit))
    let rule = row.rule
    if row.heard.isEmpty, rule == .handled {
      system.host.answers.add(FakeSystemEvent.self, for: method)
    }
    #expect(system.host.answers.responds(to: method, isOverridden: false) == (rule == .always))
    #expect(system.host.answers.responds(to: method, isOverridden: true))
    let listen = Self.listeners[method]
    let isForModules = rule != .always && rule != .notified && rule != .overridden
    #expect((listen != nil) == isForModules)
    let token = listen?(system.events)
    #expect(
      system.host.answers.responds(to: method, isOverridden: false)
        == (rule == .always || isForModules))
    let explanation = system.host.explain(method)
    #expect(explanation.isAnswered == (rule == .always || isForModules))
    #expect(explanation.isNotified == (rule == .notified))
    let head =
      switch (explanation.isNotified, explanation.isAnswered) {
      case (true, _): "\(method.selector) reaches modules through a system notification"
      case (_, true): "the delegate responds to \(method.selector)"
      case (_, false): "the delegate does not respond to \(method.selector)"
      }
    #expect("\(explanation)".hasPrefix(head), "\(explanation)")
    token?.cancel()
    #expect(system.host.answers.responds(to: method, isOverridden: false) == (rule == .always))
  }

  @Test(arguments: methods)
  func `a method's answers merge as those of its event`(
    kit: DelegateKit, method: DelegateMethod
  ) throws {
    let row = try #require(DelegateMethodRow.of(method, in: kit))
    // Whether there is state is a separate question; the events provide the state.
    let questions: [DelegateMethod] = [.shouldSaveState, .shouldRestoreState, .supportsSecureState]
    guard !questions.contains(method) else { return #expect(row.merge == .any) }
    for event in row.heard where event.merge != "eachUnderItsName" {
      #expect(event.merge == row.merge.rawValue)
    }
  }

  @Test func `the delegate responds to state methods if a module hears either event`() {
    for listen in [
      { $0.hear(SaveState.self) }, { $0.hear(EncodeState.self) },
    ] as [@MainActor (EventBus) -> EventSubscription] {
      let system = FakeSystem()
      #expect(!system.host.answers.responds(to: .willEncodeState, isOverridden: false))
      system.keep(listen(system.events))
      #expect(system.host.answers.responds(to: .willEncodeState, isOverridden: false))
      #expect(system.host.explain(.shouldSaveState).handlers.map(\.handlers.count).max() == 1)
    }
  }

  @Test(.tags(.b2)) func `a module's handlers count before it launches`() {
    let system = FakeSystem([Opener.self])
    #expect(system.host.answers.responds(to: .sceneOpenURLs, isOverridden: false))
    #expect(!system.host.answers.responds(to: .continueActivity, isOverridden: false))
  }

  @Test(.tags(.b1, .b3), arguments: 1...20)
  func `the delegate's answers follow the event bus after each change`(seed: UInt64) {
    let system = FakeSystem([Opener.self])
    var state = seed
    var tokens: [EventSubscription] = []
    for _ in 0..<100 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      switch state >> 60 {
      case 0..<5: tokens.append(system.events.hear(ContinueActivity.self))
      case 5..<8: tokens.append(system.events.hear(SupportedOrientations.self))
      case 8..<14 where !tokens.isEmpty:
        tokens.remove(at: Int(state >> 32 & 0xFF) % tokens.count).cancel()
      case 15: system.host.answers.add(FakeSystemEvent.self, for: .configureScene)
      default: system.keep(system.events.hear(FakeSystemEvent.self))
      }
      let answers = system.host.answers
      #expect(answers.isHandled(.openURL))
      #expect(
        answers.isHandled(.continueActivity) == system.events.isHandled(ContinueActivity.self))
      #expect(
        answers.isHandled(.supportedOrientations)
          == system.events.isHandled(SupportedOrientations.self))
      #expect(
        answers.isHandled(.configureScene)
          == (!answers.heard(.configureScene).isEmpty
            && system.events.isHandled(FakeSystemEvent.self)))
    }
    system.events.close()
    #expect(!system.host.answers.isHandled(.openURL))
    tokens.forEach { $0.cancel() }
  }

  @Test(.tags(.b5))
  func `the delegate responds to URLs if the router takes them`() {
    let system = FakeSystem(schemes: ["shop"])
    #expect(system.host.answers.responds(to: .openURL, isOverridden: false))
    #expect(!FakeSystem().host.answers.responds(to: .openURL, isOverridden: false))
  }

  @Test func `the delegate responds to a superseded method only on older systems`() {
    for (version, isAnswered) in [(18, true), (25, true), (26, false), (27, false)] {
      let system = FakeSystem(version: version)
      system.keep(system.events.hear(SceneDidChangeGeometry.self))
      let answers = system.host.answers
      #expect(
        answers.responds(to: .sceneDidUpdateCoordinateSpace, isOverridden: false) == isAnswered)
      #expect(answers.responds(to: .sceneDidUpdateGeometry, isOverridden: false))
    }
  }

  @Test(.tags(.b3))
  func `the delegate is reset once per batch of changed answers`() {
    let system = FakeSystem()
    var count = 0
    system.host.resetDelegate = { count += 1 }
    system.host.refresh()
    #expect(count == 0)
    system.keep(system.events.hear(OpenURL.self))
    system.keep(system.events.hear(ContinueActivity.self))
    system.host.refresh()
    system.host.refresh()
    #expect(count == 1)
  }

  @Test(.tags(.b9)) func `a delegate configures scenes only if a module handles the event`() {
    let system = FakeSystem()
    system.host.answers.add(FakeSystemEvent.self, for: .configureScene)
    #expect(!system.host.answers.responds(to: .configureScene, isOverridden: false))
    for name in ["Phone", "Car"] as [ModuleName] {
      system.keep(system.events.hear(FakeSystemEvent.self, as: name))
    }
    #expect(system.host.answers.responds(to: .configureScene, isOverridden: false))
    #expect(system.host.check().isEmpty)
  }

  @Test func `an explanation lists the handlers and whether the delegate responds`() {
    let system = FakeSystem([Opener.self])
    #expect(
      "\(system.host.explain(.openURL))".hasPrefix(
        "the delegate responds to application:openURL:options:\nOpenURL:\n  - Opener.open"))
    #expect(
      "\(system.host.explain(.continueActivity))" == """
        the delegate does not respond to application:continueUserActivity:restorationHandler:
        ContinueActivity: no listeners
        """)
    #expect(
      "\(system.host.explain(.didBecomeActive))".hasPrefix(
        "applicationDidBecomeActive: reaches modules through a system notification\n"))
    #expect(
      "\(system.host.explain(.handlerForIntent))"
        == "the delegate does not respond to application:handlerForIntent:")
    #expect(system.host.explain(.handlerForIntent).handlers.isEmpty)
  }

  @Test(.tags(.b6))
  func `handling a method without its background mode is a warning with the key's name`() {
    var bundle = BundleFacts()
    #expect(bundle.warnings { _ in false }.isEmpty)
    let warning = bundle.warnings { $0 == .performFetch }
    #expect(warning.count == 1)
    #expect(warning.first?.contains("'fetch' in UIBackgroundModes") == true)
    bundle.backgroundModes = ["fetch"]
    #expect(bundle.warnings { $0 == .performFetch }.isEmpty)
  }

  @Test func `a fetch that the background tasks' key disables is a warning`() {
    let info: [String: Any] = [
      "UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": [String](),
    ]
    let bundle = BundleFacts(info, path: "/Shop.app")
    let warning = bundle.warnings { $0 == .performFetch }
    #expect(warning.count == 1)
    #expect(warning.first?.contains("BGTaskSchedulerPermittedIdentifiers") == true)
    #expect(bundle.warnings { $0 == .didReceivePush }.count == 1)
  }

  @Test(.tags(.b19, .b20)) func `missing keys of the property list have defaults`() {
    #expect(BundleFacts([:], path: "/Shop.app") == BundleFacts())
    let info: [String: Any] = [
      "UIBackgroundModes": ["fetch"], "UIApplicationSceneManifest": [String: String](),
      BundleFacts.attachingKey: false,
    ]
    let facts = BundleFacts(info, path: "/Shop.app/PlugIns/Share.appex")
    #expect(facts.isExtension && facts.hasScenes && !facts.mayAttach)
    #expect(facts.backgroundModes == ["fetch"])
  }
}

/// Stands for events whose types belong to the app's frameworks.
struct FakeSystemEvent: LifecycleEvent {}

@Module(name: "Opener")
final class Opener {
  @On func open(_ event: OpenURL) -> Bool { true }
}
