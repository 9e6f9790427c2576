// SPDX-License-Identifier: Apache-2.0

// Modules that take the system's own objects.

import Gantry
import GantryApple
import Intents
import UIKit
import UserNotifications

enum Calls {
  @MainActor static func begin(_ intent: INIntent) -> Bool { true }
}

/// Code of an SDK that takes what the system gives.
@MainActor
final class Tracker {
  static let shared = Tracker()
  func note(_ payload: [AnyHashable: Any]) {}
  func launch(_ options: [UIApplication.LaunchOptionsKey: Any]?) {}
}

// region: module
@Module
@MainActor
final class CallsModule {
  @On func call(_ event: ContinueActivity) -> Bool {
    guard let intent = event.systemActivity?.interaction?.intent else { return false }
    return Calls.begin(intent)
  }

  @On func track(_ event: DidReceiveRemoteNotification) {
    Tracker.shared.note(event.systemPayload ?? [:])
  }
}
// endregion

@Module
@MainActor
final class ObjectsModule {
  private var saved: NSUserActivity?

  @On func launch(_ event: DidFinishLaunching) { Tracker.shared.launch(event.systemOptions) }
  @On func open(_ event: OpenURL) -> Bool { event.systemContext?.url == event.url }
  @On func act(_ event: PerformQuickAction) -> Bool { event.systemItem?.type == event.type }
  @On func respond(_ event: DidRespondToNotification) {
    _ = event.systemResponse?.targetScene
  }
  @On func show(_ event: WillPresentNotification) -> NotificationPresentation {
    event.systemNotification == nil ? [] : .banner
  }
  @On func set(_ event: OpenNotificationSettings) { _ = event.systemNotification }
  @On func update(_ event: DidUpdateActivity) { saved = event.systemActivity }
  @On func restore(_ event: RestoreSceneInteraction) { saved = event.systemActivity }
  @On func save(_ event: SceneRestorationActivity) -> UserActivity? {
    saved.map { UserActivity($0) }
  }
}

/// What a test of such a module sends.
@MainActor
func event(_ activity: NSUserActivity) -> ContinueActivity {
  var event = ContinueActivity(activity: UserActivity(activity))
  event.systemActivity = activity
  return event
}
