// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  public import UIKit

  // Background work and questions about the app. Methods in extensions can be overridden because
  // the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    // MARK: Background work

    /// Asks modules to fetch data.
    @objc open func application(
      _ application: UIApplication,
      performFetchWithCompletionHandler completionHandler:
        @escaping (UIBackgroundFetchResult) -> Void
    ) { host.performFetch(completionHandler: completionHandler) }

    /// Tells modules that background transfers have ended.
    @objc open func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) { host.handleBackgroundURLSession(identifier, completionHandler: completionHandler) }

    /// Asks modules to answer a request of the watch app.
    @objc open func application(
      _ application: UIApplication, handleWatchKitExtensionRequest userInfo: [AnyHashable: Any]?,
      reply: @escaping ([AnyHashable: Any]?) -> Void
    ) { host.handleWatchRequest(userInfo, reply: reply) }

    /// Tells modules that the watch app asks for access to health data.
    @objc open func applicationShouldRequestHealthAuthorization(_ application: UIApplication) {
      host.send(ShouldRequestHealthAuthorization())
    }

    // MARK: Questions about the app

    /// The orientations that all modules allow; those of Info.plist if they have none in common.
    @objc open func application(
      _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
      let scene = window?.windowScene.map { SceneID($0.session) }
      return host.orientations(in: scene).map { UIInterfaceOrientationMask($0) }
        ?? application.supportedInterfaceOrientations(for: window)
    }

    /// Asks modules whether the app may use extensions of a kind.
    @objc open func application(
      _ application: UIApplication,
      shouldAllowExtensionPointIdentifier extensionPointIdentifier:
        UIApplication.ExtensionPointIdentifier
    ) -> Bool {
      host.send(ShouldAllowExtensionPoint(identifier: extensionPointIdentifier.rawValue))
    }

    /// The configuration that a module gives a scene; if none does, that of the scene's session.
    @objc open func application(
      _ application: UIApplication,
      configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      host.configuration(of: connectingSceneSession, options)
        ?? connectingSceneSession.configuration
    }

    /// Tells modules which scenes were closed for good.
    @objc open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      let scenes = sceneSessions.map { SceneID($0) }
      host.send(DidDiscardScenes(scenes: scenes.sorted { $0.rawValue < $1.rawValue }))
    }

    // MARK: Saved state

    /// Always true; the delegate responds to this method only if a module saves state.
    @objc open func application(
      _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// Always true; the delegate responds to this method only if a module restores state.
    @objc open func application(
      _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// Saves the state of the modules.
    @objc open func application(
      _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
      host.encodeState(coder)
    }

    /// Restores the state of the modules.
    @objc open func application(
      _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
      host.decodeState(coder)
    }
  }
#endif
