// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  public import UIKit

  /// The delegate of a scene in an app made of modules; subclass it, or use it as it is.
  ///
  /// ```swift
  /// final class SceneDelegate: ModularSceneDelegate {
  ///   override func makeWindow(in scene: UIWindowScene) -> UIWindow? { … }
  /// }
  /// ```
  ///
  /// It uses ``AppHost/current``, since the system makes it by the name of its class. You can
  /// override every method; call `super`, so that the modules hear of it.
  open class ModularSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The host of the application; nil if the process has made none.
    public let host: AppHost?
    /// The window of the scene.
    open var window: UIWindow?
    /// Whether it takes the calls of all scenes, whose windows the host then retains.
    var isShared = false

    /// Creates the delegate of a scene that is about to connect.
    public override init() {
      host = AppHost.current
      super.init()
    }

    /// Creates the window of a scene once the modules have launched; nil keeps the storyboard's.
    ///
    /// URLs, activities, actions and responses to notifications that the scene is for reach the
    /// modules afterwards.
    open func makeWindow(in scene: UIWindowScene) -> UIWindow? {
      host?.options.makeWindow?(scene)
    }

    /// Creates the window that the scene shows while the modules launch; nil for none.
    ///
    /// It's called before the scene has connected in a concurrent launch, and when a blocking launch
    /// passes its limit. The window of ``makeWindow(in:)``, or else of the storyboard, becomes key
    /// before this one goes.
    open func makeLoadingWindow(in scene: UIWindowScene) -> UIWindow? {
      host?.options.makeLoadingWindow?(scene)
    }

    #if canImport(ObjectiveC)
      /// Whether the delegate responds to a method.
      open nonisolated override func responds(to aSelector: Selector?) -> Bool {
        guard let aSelector, super.responds(to: aSelector) else { return false }
        return host?.responds(to: aSelector, self, below: ModularSceneDelegate.self) ?? true
      }
    #endif

    /// Tells modules of the scene, makes its window, and opens the items that came with it.
    open func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      let source = (scene as? UIWindowScene).flatMap(windowSource)
      host?.connect(
        SceneFacts(scene), ConnectionFacts(connectionOptions, session, host), window: source)
    }

    private func windowSource(of scene: UIWindowScene) -> WindowSource? {
      var source = HostWindow.Source(
        make: { [weak self, weak scene] in scene.flatMap { self?.makeWindow(in: $0) } },
        makeLoading: { [weak self, weak scene] in
          scene.flatMap { self?.makeLoadingWindow(in: $0) }
        })
      if !isShared { source.adopt = { [weak self] in self?.window = $0 } }
      return host.map { .made(by: $0.windowMaker(for: scene, source)) }
    }

    // MARK: Opening

    /// Opens URLs.
    open func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
      host?.openURLs(URLContexts, in: scene)
    }

    /// Performs a quick action.
    open func windowScene(
      _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
      completionHandler: @escaping (Bool) -> Void
    ) {
      guard let host else { return completionHandler(false) }
      host.performQuickAction(
        shortcutItem, in: windowScene, completionHandler: completionHandler)
    }

    /// Tells modules that an activity is about to arrive.
    open func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
      host?.send(
        WillContinueActivity(activityType: userActivityType, scene: SceneID(scene.session)))
    }

    /// Continues an activity, or opens its link.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      host?.continueActivity(userActivity, in: scene)
    }

    /// Tells modules that an activity failed to arrive.
    open func scene(
      _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      host?.send(
        DidFailToContinueActivity(
          activityType: userActivityType, error: error, scene: SceneID(scene.session)))
    }

    /// Tells modules that the state of an activity was updated.
    open func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
      host?.updateActivity(userActivity, in: scene)
    }

    // MARK: Content and shape of the scene

    /// The activity that restores the scene: the first that a module gives.
    open func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
      host?.restorationActivity(for: scene)
    }

    /// Asks modules to restore the state of the scene's controls.
    open func scene(
      _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {
      host?.restoreInteraction(of: scene, from: stateRestorationActivity)
    }

    /// Tells modules that the scene's size or orientation has changed, before iOS 26.
    open func windowScene(
      _ windowScene: UIWindowScene,
      didUpdate previousCoordinateSpace: any UICoordinateSpace,
      interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
      traitCollection previousTraitCollection: UITraitCollection
    ) {
      host?.send(SceneDidChangeGeometry(scene: SceneID(windowScene.session)))
    }

    /// Tells modules that the scene's size, position or orientation has changed, from iOS 26 on.
    @objc(windowScene:didUpdateEffectiveGeometry:)
    open func windowScene(
      _ windowScene: UIWindowScene,
      didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
    ) {
      host?.send(SceneDidChangeGeometry(scene: SceneID(windowScene.session)))
    }

    /// The orientations that all modules allow, from iOS 27 on; those of Info.plist if they have
    /// none in common.
    @objc(supportedInterfaceOrientationsForWindowScene:)
    open func supportedInterfaceOrientations(
      for windowScene: UIWindowScene
    ) -> UIInterfaceOrientationMask {
      host?.mask(in: SceneID(windowScene.session)) ?? .all
    }
  }
#endif
