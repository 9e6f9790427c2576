// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  internal import Foundation
  public import GantryCore
  public import Intents
  public import UIKit

  /// The delegate of an app made of modules; subclass it, or use it as it is.
  ///
  /// ```swift
  /// @main final class AppDelegate: ModularAppDelegate {
  ///   override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
  /// }
  /// ```
  ///
  /// You can override every method; call `super`, so that the modules hear of it. The delegate
  /// responds to a method only if a module handles its event or your class overrides it. Modules
  /// hear changes of the app's state through notifications, whether or not you call `super`.
  open class ModularAppDelegate: UIResponder, UIApplicationDelegate {
    /// The host of the application.
    public let host: AppHost
    /// The window of an app without scenes.
    open var window: UIWindow?

    /// Creates the delegate and its application, without launching it.
    public override init() {
      host = AppHost(Self.makeApplication(), options: Self.makeHostOptions())
      super.init()
      host.showPage = { [weak self] in self?.show($0, for: $1, in: $2) ?? false }
      host.failedToShow = { [weak self] in self?.failedToShow($0, because: $1) }
      host.windowOfApp = HostWindow.Source(
        make: { [weak self] in self?.makeWindow() },
        makeLoading: { [weak self] in self?.makeLoadingWindow() },
        adopt: { [weak self] in self?.window = $0 })
    }

    /// Creates the application, by default with all linked modules; override it to configure yours.
    open class func makeApplication() -> Application { Application() }

    /// The options with which the host launches the application.
    open class func makeHostOptions() -> AppHostOptions { AppHostOptions() }

    /// Creates the window of an app without scenes once the modules have launched; nil keeps the
    /// storyboard's.
    open func makeWindow() -> UIWindow? { host.options.makeWindow?(nil) }

    /// Creates the window that an app without scenes shows while the modules launch; nil for none.
    ///
    /// It's called in the launch, when no call of the system waits for the modules or waits for them
    /// any longer. The window of ``makeWindow()``, or else of the storyboard, becomes key before this
    /// one goes.
    open func makeLoadingWindow() -> UIWindow? { host.options.makeLoadingWindow?(nil) }

    #if canImport(ObjectiveC)
      /// Whether the delegate responds to a method.
      open nonisolated override func responds(to aSelector: Selector?) -> Bool {
        guard let aSelector, super.responds(to: aSelector) else { return false }
        return host.responds(to: aSelector, self, below: ModularAppDelegate.self)
      }
    #endif

    // MARK: Pages

    /// Shows the page of a route in the app's own way.
    ///
    /// - Parameters:
    ///   - controller: The page; a view of SwiftUI is in a hosting controller.
    ///   - page: The route, and how the caller wants the page to be shown.
    ///   - scene: The scene that shows the page.
    /// - Returns: False to leave it to the navigator, as this method does.
    open func show(
      _ controller: UIViewController, for page: PageRequest, in scene: UIWindowScene
    ) -> Bool { false }

    /// Hears that a page couldn't be shown, if no caller waits for it: that of a URL of the system,
    /// or of a call without `await`.
    ///
    /// - Parameters:
    ///   - page: The route that was asked for its page.
    ///   - error: The reason.
    open func failedToShow(_ page: PageRequest, because error: NavigationError) {}

    // MARK: Launching

    /// Begins the launch of the modules, before the system restores the app's state. A blocking
    /// launch is waited for here.
    open func application(
      _ application: UIApplication,
      willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool { host.beginLaunch(launchOptions, in: application) }

    /// Ends the launch of the modules, which hear `DidFinishLaunching`.
    ///
    /// Without a call of `super`, the launch ends after this method, with a warning.
    open func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool { host.launch(launchOptions, in: application) }

    // MARK: Opening

    /// Opens a URL in an app without scenes.
    open func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool { host.openURL(url, options: options) }

    /// Performs a quick action in an app without scenes.
    open func application(
      _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
      completionHandler: @escaping (Bool) -> Void
    ) { host.performQuickAction(shortcutItem, completionHandler: completionHandler) }

    /// Tells modules that an activity is about to arrive, in an app without scenes.
    open func application(
      _ application: UIApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool { host.send(WillContinueActivity(activityType: userActivityType)) }

    /// Continues an activity in an app without scenes, or opens its link.
    open func application(
      _ application: UIApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { host.continueActivity(userActivity, restorationHandler: restorationHandler) }

    /// Tells modules that an activity failed to arrive.
    open func application(
      _ application: UIApplication, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      host.send(DidFailToContinueActivity(activityType: userActivityType, error: error))
    }

    /// Tells modules that the state of an activity was updated.
    open func application(_ application: UIApplication, didUpdate userActivity: NSUserActivity) {
      host.updateActivity(userActivity)
    }
  }

  // Shares, intents and questions about the interface. Methods in extensions can be overridden
  // because the Objective-C runtime dispatches them.
  extension ModularAppDelegate {
    /// Asks modules to accept a CloudKit share in an app without scenes.
    @objc open func application(
      _ application: UIApplication,
      userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) { host.acceptShare(cloudKitShareMetadata) }

    /// The object that handles an intent, from the first module that has one.
    @objc open func application(_ application: UIApplication, handlerFor intent: INIntent) -> Any? {
      host.send(HandlerForIntent(intent: intent))?.object
    }

    /// Asks modules to handle an intent; the handler is called once, with the first answer.
    @objc open func application(
      _ application: UIApplication, handle intent: INIntent,
      completionHandler: @escaping (INIntentResponse) -> Void
    ) {
      let answer = host.send(HandleIntent(intent: intent))
      completionHandler(answer?.response ?? INIntentResponse())
    }

    /// Asks modules whether the system localizes keyboard shortcuts for other keyboards.
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
      BorrowedCoder.with(coder) {
        controller = events.send(RestoreViewController(path: path, $0))
      }
      return controller
    }
  }

  extension ModularSceneDelegate {
    /// Asks modules to accept a CloudKit share.
    @objc open func windowScene(
      _ windowScene: UIWindowScene,
      userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) { host?.acceptShare(cloudKitShareMetadata, in: windowScene) }

    /// The style of the window's controls that a module prefers; the system's if none does.
    @available(iOS 26.0, *)
    @objc open func preferredWindowingControlStyle(
      for windowScene: UIWindowScene
    ) -> UIWindowScene.WindowingControlStyle {
      host?.send(PreferredWindowingControlStyle(scene: SceneID(windowScene.session))) ?? .automatic
    }
  }
#endif
