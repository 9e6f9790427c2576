// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && canImport(ObjectiveC)
  public import CloudKit
  public import UIKit

  // Methods of scenes, for delegates that forward them. It inherits those of the app.
  extension GantryHost {
    /// Takes the call of a scene's delegate; modules hear `SceneWillConnect`.
    @objc(scene:willConnectToSession:options:)
    public func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) { scenes.scene(scene, willConnectTo: session, options: connectionOptions) }
    /// Takes the call of a scene's delegate; modules hear `OpenURL`.
    @objc(scene:openURLContexts:)
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
      scenes.scene(scene, openURLContexts: URLContexts)
    }
    /// Takes the call of a scene's delegate; modules hear `SceneRestorationActivity`.
    @objc(stateRestorationActivityForScene:)
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
      scenes.stateRestorationActivity(for: scene)
    }
    /// Takes the call of a scene's delegate; modules hear `RestoreSceneInteraction`.
    @objc(scene:restoreInteractionStateWithUserActivity:)
    public func scene(
      _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { scenes.scene(scene, restoreInteractionStateWith: stateRestorationActivity) }
    /// Takes the call of a scene's delegate; modules hear `WillContinueActivity`.
    @objc(scene:willContinueUserActivityWithType:)
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
      scenes.scene(scene, willContinueUserActivityWithType: userActivityType)
    }
    /// Takes the call of a scene's delegate; modules hear `ContinueActivity`.
    @objc(scene:continueUserActivity:)
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      scenes.scene(scene, continue: userActivity)
    }
    /// Takes the call of a scene's delegate; modules hear `DidFailToContinueActivity`.
    @objc(scene:didFailToContinueUserActivityWithType:error:)
    public func scene(
      _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) { scenes.scene(scene, didFailToContinueUserActivityWithType: userActivityType, error: error) }
    /// Takes the call of a scene's delegate; modules hear `DidUpdateActivity`.
    @objc(scene:didUpdateUserActivity:)
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      scenes.scene(scene, didUpdate: userActivity)
    }
    /// Takes the call of a scene's delegate; modules hear `SceneDidChangeGeometry`.
    @objc(windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:)
    public func windowScene(
      _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
      interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
      traitCollection previousTraitCollection: UITraitCollection
    ) {
      scenes.windowScene(
        windowScene, didUpdate: previousCoordinateSpace,
        interfaceOrientation: previousInterfaceOrientation, traitCollection: previousTraitCollection
      )
    }
    /// Takes the call of a scene's delegate; modules hear `SceneDidChangeGeometry`.
    @available(iOS 26.0, *)
    @objc(windowScene:didUpdateEffectiveGeometry:)
    public func windowScene(
      _ windowScene: UIWindowScene,
      didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
    ) { scenes.windowScene(windowScene, didUpdateEffectiveGeometry: previousEffectiveGeometry) }
    /// Takes the call of a scene's delegate; modules hear `PerformQuickAction`.
    @objc(windowScene:performActionForShortcutItem:completionHandler:)
    public func windowScene(
      _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
      completionHandler: @escaping (Bool) -> Void
    ) {
      scenes.windowScene(
        windowScene, performActionFor: shortcutItem, completionHandler: completionHandler)
    }
    /// Takes the call of a scene's delegate; modules hear `AcceptShare`.
    @objc(windowScene:userDidAcceptCloudKitShareWithMetadata:)
    public func windowScene(
      _ windowScene: UIWindowScene,
      userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) { scenes.windowScene(windowScene, userDidAcceptCloudKitShareWith: cloudKitShareMetadata) }
    /// Takes the call of a scene's delegate; modules hear `PreferredWindowingControlStyle`.
    @available(iOS 26.0, *)
    @objc(preferredWindowingControlStyleForScene:)
    public func preferredWindowingControlStyle(
      for windowScene: UIWindowScene
    ) -> UIWindowScene.WindowingControlStyle {
      scenes.preferredWindowingControlStyle(for: windowScene)
    }
    /// Takes the call of a scene's delegate; modules hear `SupportedOrientations`.
    @available(iOS 27.0, *)
    @objc(supportedInterfaceOrientationsForWindowScene:)
    public func supportedInterfaceOrientations(
      for windowScene: UIWindowScene
    ) -> UIInterfaceOrientationMask { scenes.supportedInterfaceOrientations(for: windowScene) }
  }
#endif
