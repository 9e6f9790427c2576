// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import GantryAppEvents
  internal import GantryCore
  internal import GantryEvents
  #if canImport(UIKit)
    public import UIKit
  #endif
  public import UserNotifications

  // The objects that the system has handed over. Each is there while modules handle the event, until the
  // last of them has answered. It is nil for an event that has been sent again, or that a module sends.
  // A test sets it before it sends the event.

  extension ContinueActivity {
    /// The system's activity, for example for its `interaction`; nil once the modules have answered.
    @MainActor public var systemActivity: NSUserActivity? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension DidUpdateActivity {
    /// The system's activity; nil once the modules have handled the event.
    @MainActor public var systemActivity: NSUserActivity? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension RestoreSceneInteraction {
    /// The system's activity; nil once the modules have handled the event.
    @MainActor public var systemActivity: NSUserActivity? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension RestorableObjects {
    /// The system's activity, whose objects are asked for; nil once the modules have answered.
    @MainActor public var systemActivity: NSUserActivity? {
      get { activity.system.value() }
      set { activity.system = SystemReference(newValue) }
    }
  }

  extension DidReceiveRemoteNotification {
    /// The system's dictionary, for code that takes no JSON; nil once the modules have answered.
    @MainActor public var systemPayload: [AnyHashable: Any]? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension DidRespondToNotification {
    /// The system's response, with its scene; nil once the modules have answered.
    @MainActor public var systemResponse: UNNotificationResponse? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension WillPresentNotification {
    /// The system's notification; nil once the modules have answered.
    @MainActor public var systemNotification: UNNotification? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  extension OpenNotificationSettings {
    /// The system's notification; nil once the modules have handled the event, and without one.
    @MainActor public var systemNotification: UNNotification? {
      get { system.value() }
      set { system = SystemReference(newValue) }
    }
  }

  #if canImport(UIKit)
    extension OpenURL {
      /// The system's context of the URL; nil once the modules have answered, for a URL from a view,
      /// and in an app without scenes.
      @MainActor public var systemContext: UIOpenURLContext? {
        get { system.value() }
        set { system = SystemReference(newValue) }
      }
    }

    extension PerformQuickAction {
      /// The system's item of the action; nil once the modules have answered.
      @MainActor public var systemItem: UIApplicationShortcutItem? {
        get { system.value() }
        set { system = SystemReference(newValue) }
      }
    }

    extension WillFinishLaunching {
      /// The launch options, for code that takes the system's dictionary; nil after the launch, and
      /// without options.
      @MainActor public var systemOptions: [UIApplication.LaunchOptionsKey: Any]? {
        get { system.value() }
        set { system = SystemReference(newValue) }
      }
    }

    extension DidFinishLaunching {
      /// The launch options, for code that takes the system's dictionary; nil after the launch, and
      /// without options.
      @MainActor public var systemOptions: [UIApplication.LaunchOptionsKey: Any]? {
        get { system.value() }
        set { system = SystemReference(newValue) }
      }
    }
  #endif
#endif
