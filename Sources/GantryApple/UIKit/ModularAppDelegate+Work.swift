// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import Gantry
  public import UIKit

  // Work in the background, and questions about the app; methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    // MARK: Work in the background

    /// Has modules fetch data.
    @objc open func application(
      _ application: UIApplication,
      performFetchWithCompletionHandler completionHandler:
        @escaping (UIBackgroundFetchResult) -> Void
    ) {
      host.ask({ PerformBackgroundFetch(reply: $0) }) {
        completionHandler(UIBackgroundFetchResult($0))
      }
    }

    /// Has modules handle the end of transfers.
    @objc open func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) { host.handleBackgroundURLSession(identifier) { completionHandler() } }

    /// Has modules answer an app on a watch.
    @objc open func application(
      _ application: UIApplication, handleWatchKitExtensionRequest userInfo: [AnyHashable: Any]?,
      reply: @escaping ([AnyHashable: Any]?) -> Void
    ) {
      let message = userInfo.flatMap {
        UserActivity.propertyList(of: $0, from: "the request of a watch", host)
      }
      host.ask({ HandleWatchRequest(message: message, reply: $0) }) { answer in
        reply(answer.flatMap { UserActivity.dictionary(of: $0) })
      }
    }

    /// Tells that an app on a watch wants health data.
    @objc open func applicationShouldRequestHealthAuthorization(_ application: UIApplication) {
      host.send(ShouldRequestHealthAuthorization())
    }

    // MARK: Questions about the app

    /// The orientations that all modules allow; those of Info.plist where they allow none in common.
    @objc open func application(
      _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
      let scene = window?.windowScene.map { SceneID($0.session) }
      return host.orientations(in: scene)?.mask
        ?? application.supportedInterfaceOrientations(for: window)
    }

    /// Whether extensions of a kind may be used.
    @objc open func application(
      _ application: UIApplication,
      shouldAllowExtensionPointIdentifier extensionPointIdentifier:
        UIApplication.ExtensionPointIdentifier
    ) -> Bool {
      host.send(
        ShouldAllowExtensionPoint(identifier: extensionPointIdentifier.rawValue))
    }

    /// The configuration that a module gives to a scene; that of its session where none does.
    @objc open func application(
      _ application: UIApplication,
      configurationForConnecting connectingSceneSession: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      host.send(
        ConfigureScene(session: connectingSceneSession, options: options))
        ?? connectingSceneSession.configuration
    }

    /// Tells of scenes that were closed for good.
    @objc open func application(
      _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
      let scenes = sceneSessions.map { SceneID($0) }
      host.send(
        DidDiscardScenes(scenes: scenes.sorted { $0.rawValue < $1.rawValue }))
    }

    // MARK: State that is kept

    /// True: the system is told of this method when a module saves state.
    @objc open func application(
      _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// True: the system is told of this method when a module restores state.
    @objc open func application(
      _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// Keeps the saved state of modules.
    @objc open func application(
      _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
      host.encodeState(coder)
    }

    /// Gives modules their saved state.
    @objc open func application(
      _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
      host.decodeState(coder)
    }
  }
#endif
