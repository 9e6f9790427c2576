// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  internal import Foundation
  internal import Gantry
  public import Intents
  public import UIKit

  // Shares, intents and questions about the interface; methods in extensions can be overridden because
  // the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    /// Has modules accept a share in an app without scenes.
    @objc open func application(
      _ application: UIApplication,
      userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) { host.send(AcceptShare(metadata: cloudKitShareMetadata)) }

    /// The object of the first module that handles an intent.
    @objc open func application(_ application: UIApplication, handlerFor intent: INIntent) -> Any? {
      host.send(HandlerForIntent(intent: intent))?.object
    }

    /// Has the first module that answers handle an intent; the handler is called once.
    @objc open func application(
      _ application: UIApplication, handle intent: INIntent,
      completionHandler: @escaping (INIntentResponse) -> Void
    ) {
      let answer = host.send(HandleIntent(intent: intent))
      completionHandler(answer?.response ?? INIntentResponse())
    }

    /// Asks modules whether the keys of commands are translated for other keyboards.
    @objc open func applicationShouldAutomaticallyLocalizeKeyCommands(
      _ application: UIApplication
    ) -> Bool { host.send(ShouldLocalizeKeyCommands()) }

    /// The view controller that a module gives for saved state; nil leaves it to the storyboard.
    @objc open func application(
      _ application: UIApplication,
      viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { host.viewController(at: identifierComponents, coder) }
  }

  extension AppHost {
    /// The view controller that a module gives for saved state.
    func viewController(at path: [String], _ coder: NSCoder) -> UIViewController? {
      var controller: UIViewController?
      BorrowedCoder.lend(coder) {
        controller = events.send(RestoreViewController(path: path, $0))
      }
      return controller
    }
  }

  extension ModularSceneDelegate {
    /// Has modules accept a share.
    @objc open func windowScene(
      _ windowScene: UIWindowScene,
      userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) {
      host?.send(
        AcceptShare(metadata: cloudKitShareMetadata, scene: SceneID(windowScene.session)))
    }

    /// The place of the window's controls that a module prefers; the system's where none does.
    @available(iOS 26.0, *)
    @objc open func preferredWindowingControlStyle(
      for windowScene: UIWindowScene
    ) -> UIWindowScene.WindowingControlStyle {
      host?.send(
        PreferredWindowingControlStyle(scene: SceneID(windowScene.session))) ?? .automatic
    }
  }
#endif
