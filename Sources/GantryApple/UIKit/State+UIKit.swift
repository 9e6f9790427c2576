// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  public import UIKit

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
    /// Adds the events with types of UIKit and related frameworks.
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

  // Changes of state. Modules hear them through notifications, so these methods are only for
  // subclasses. Methods in extensions can be overridden because the Objective-C runtime dispatches
  // them.
  extension ModularAppDelegate {
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationSignificantTimeChange(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    /// Does nothing; override it in a subclass.
    @objc open func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
  }

  // Changes of state. Modules hear them through notifications, so these methods are only for
  // subclasses. Methods in extensions can be overridden because the Objective-C runtime dispatches
  // them.
  extension ModularSceneDelegate {
    /// Does nothing; override it in a subclass.
    @objc open func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing; override it in a subclass.
    @objc open func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing; override it in a subclass.
    @objc open func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing; override it in a subclass.
    @objc open func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing; override it in a subclass.
    @objc open func sceneDidEnterBackground(_ scene: UIScene) {}
  }
#endif
