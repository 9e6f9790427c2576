// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryEvents

/// A delegate method's event on its way to a notification center.
struct Publication: Sendable {
  /// The name of the notification. A method of the app and one of its scenes can share an event.
  let name: String
  let begin: @Sendable (NotificationBridge, Set<PublishedKey>) -> EventSubscription

  private init<E: LifecycleEvent & NotificationRepresentable>(
    _ event: E.Type, _ secrets: [PublishedKey: @Sendable (E) -> (any Sendable)?] = [:]
  ) {
    name = event.notificationName
    begin = { bridge, reveals in
      let revealed = secrets.filter { reveals.contains($0.key) }
      return bridge.publish(event, as: Notification.Name(event.notificationName)) { event in
        let values = revealed.compactMap { key, read in read(event).map { (key.rawValue, $0) } }
        return event.notificationUserInfo.merging(values, uniquingKeysWith: { _, new in new })
      }
    }
  }

  /// The publication of an event that has types of the app's frameworks: it carries no values.
  init<E: LifecycleEvent>(named event: E.Type) {
    let name = "gantry.\(E.self)"
    self.name = name
    begin = { bridge, _ in bridge.publish(event, as: Notification.Name(name)) { _ in [:] } }
  }

  /// The event of a method; nil if the system posts a notification itself, or if modules hear no
  /// event.
  static func of(_ method: DelegateMethod) -> Self? {
    switch method {
    case .willFinishLaunching: Self(WillFinishLaunching.self, [.url: { $0.url }])
    case .didFinishLaunching: Self(DidFinishLaunching.self, [.url: { $0.url }])
    case .openURL, .sceneOpenURLs:
      Self(OpenURL.self, [.url: { $0.url }, .sourceApplication: { $0.sourceApplication }])
    case .performQuickAction, .scenePerformQuickAction:
      Self(PerformQuickAction.self, [.userInfo: { $0.userInfo }])
    case .didDiscardScenes: Self(DidDiscardScenes.self)
    case .supportedOrientations, .sceneSupportedOrientations: Self(SupportedOrientations.self)
    case .shouldAllowExtensionPoint: Self(ShouldAllowExtensionPoint.self)
    case .shouldRequestHealthAuthorization: Self(ShouldRequestHealthAuthorization.self)
    case .restoreSceneInteraction: Self(RestoreSceneInteraction.self)
    case .sceneRestorationActivity: Self(SceneRestorationActivity.self)
    case .sceneDidUpdateGeometry, .sceneDidUpdateCoordinateSpace:
      Self(SceneDidChangeGeometry.self)
    case .willPresentNotification: Self(WillPresentNotification.self)
    case .didRespondToNotification: Self(DidRespondToNotification.self)
    case .openNotificationSettings: Self(OpenNotificationSettings.self)
    case .shouldLocalizeKeyCommands: Self(ShouldLocalizeKeyCommands.self)
    default: ofActivities(method) ?? ofBackgroundWork(method) ?? ofDesktop(method)
    }
  }

  private static func ofActivities(_ method: DelegateMethod) -> Self? {
    switch method {
    case .willContinueActivity, .sceneWillContinueActivity: Self(WillContinueActivity.self)
    case .continueActivity, .sceneContinueActivity:
      Self(
        ContinueActivity.self,
        [.userInfo: { $0.activity.userInfo }, .url: { $0.activity.webpageURL }])
    case .didFailToContinueActivity, .sceneDidFailToContinueActivity:
      Self(DidFailToContinueActivity.self, [.error: { $0.error }])
    case .didUpdateActivity, .sceneDidUpdateActivity:
      Self(DidUpdateActivity.self, [.userInfo: { $0.activity.userInfo }])
    default: nil
    }
  }

  private static func ofBackgroundWork(_ method: DelegateMethod) -> Self? {
    switch method {
    case .didRegisterForPush:
      Self(DidRegisterForRemoteNotifications.self, [.deviceToken: { $0.deviceToken }])
    case .didFailToRegisterForPush:
      Self(DidFailToRegisterForRemoteNotifications.self, [.error: { $0.error }])
    case .didReceivePush: Self(DidReceiveRemoteNotification.self, [.payload: { $0.payload }])
    case .performFetch: Self(PerformBackgroundFetch.self)
    case .handleBackgroundURLSession: Self(HandleBackgroundURLSession.self)
    case .handleWatchRequest: Self(HandleWatchRequest.self, [.message: { $0.message }])
    default: nil
    }
  }

  private static func ofDesktop(_ method: DelegateMethod) -> Self? {
    switch method {
    case .shouldTerminate: Self(ShouldTerminate.self)
    case .shouldOpenUntitledFile: Self(ShouldOpenUntitledFile.self)
    case .openUntitledFile: Self(OpenUntitledFile.self)
    case .shouldTerminateAfterLastWindow: Self(ShouldTerminateAfterLastWindow.self)
    case .shouldReopen: Self(ShouldReopen.self)
    case .willPresentError: Self(WillPresentError.self, [.error: { $0.error }])
    default: nil
    }
  }

  /// Publishes the events of methods, each once.
  static func begin(
    _ options: AppHostOptions, _ events: EventBus, _ center: NotificationCenter,
    _ publication: (DelegateMethod) -> Self?
  ) -> [EventSubscription] {
    let bridge = NotificationBridge(events, to: center)
    var names: Set<String> = []
    return options.publishes.compactMap(publication).filter { names.insert($0.name).inserted }
      .map { $0.begin(bridge, options.reveals) }
  }
}
