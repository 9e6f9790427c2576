// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import UIKit

  extension StateNotifications {
    /// The notifications that UIKit posts in every kind of app.
    static var ofUIKit: Self {
      Self(
        app: [
          UIApplication.didBecomeActiveNotification: .didBecomeActive,
          UIApplication.willResignActiveNotification: .willResignActive,
          UIApplication.didEnterBackgroundNotification: .didEnterBackground,
          UIApplication.willEnterForegroundNotification: .willEnterForeground,
          UIApplication.willTerminateNotification: .willTerminate,
          UIApplication.didReceiveMemoryWarningNotification: .didReceiveMemoryPressure,
          UIApplication.significantTimeChangeNotification: .significantTimeChange,
          UIApplication.protectedDataWillBecomeUnavailableNotification:
            .protectedDataWillBecomeUnavailable,
          UIApplication.protectedDataDidBecomeAvailableNotification:
            .protectedDataDidBecomeAvailable,
        ],
        scene: [
          UIScene.willConnectNotification: .willConnect,
          UIScene.didDisconnectNotification: .didDisconnect,
          UIScene.didActivateNotification: .didBecomeActive,
          UIScene.willDeactivateNotification: .willResignActive,
          UIScene.willEnterForegroundNotification: .willEnterForeground,
          UIScene.didEnterBackgroundNotification: .didEnterBackground,
        ],
        sceneOf: { notification in
          guard let scene = notification.object as? UIScene else { return nil }
          return { SceneFacts(scene) }
        })
    }
  }

  extension MethodAnswers {
    /// Says which events of UIKit's types modules hear.
    func addEventsOfUIKit() {
      add(HandlerForIntent.self, for: .handlerForIntent)
      add(HandleIntent.self, for: .handleIntent)
      add(AcceptShare.self, for: .didAcceptShare)
      add(RestoreViewController.self, for: .viewControllerForRestoration)
      add(ConfigureScene.self, for: .configureScene)
      add(AcceptShare.self, for: .sceneDidAcceptShare)
      if #available(iOS 26.0, *) {
        add(PreferredWindowingControlStyle.self, for: .preferredWindowingControlStyle)
      }
    }
  }
#endif
