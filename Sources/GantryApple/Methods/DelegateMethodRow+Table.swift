// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Written by Scripts/apple/methods.py from methods.txt: change it there.

internal import Gantry

extension DelegateMethodRow {
  /// The methods of a kit's delegates, in the order of the cases.
  package static func all(of kit: DelegateKit) -> [Self] {
    kit == .uiKit ? apps + scenes + centres : macApps + centres
  }

  private static let apps: [Self] = [
    row(
      .didFinishLaunchingWithoutOptions, .app, "applicationDidFinishLaunching:",
      "v24@0:8@16", .overridden),
    row(
      .willFinishLaunching, .app, "application:willFinishLaunchingWithOptions:",
      "B32@0:8@16@24", .always, WillFinishLaunching.self),
    row(
      .didFinishLaunching, .app, "application:didFinishLaunchingWithOptions:",
      "B32@0:8@16@24", .always, DidFinishLaunching.self),
    row(
      .didBecomeActive, .app, "applicationDidBecomeActive:",
      "v24@0:8@16", .notified, DidBecomeActive.self),
    row(
      .willResignActive, .app, "applicationWillResignActive:",
      "v24@0:8@16", .notified, WillResignActive.self),
    row(
      .didEnterBackground, .app, "applicationDidEnterBackground:",
      "v24@0:8@16", .notified, DidEnterBackground.self),
    row(
      .willEnterForeground, .app, "applicationWillEnterForeground:",
      "v24@0:8@16", .notified, WillEnterForeground.self),
    row(
      .willTerminate, .app, "applicationWillTerminate:",
      "v24@0:8@16", .notified, WillTerminate.self),
    row(
      .didReceiveMemoryWarning, .app, "applicationDidReceiveMemoryWarning:",
      "v24@0:8@16", .notified, DidReceiveMemoryPressure.self),
    row(
      .significantTimeChange, .app, "applicationSignificantTimeChange:",
      "v24@0:8@16", .notified, SignificantTimeChange.self),
    row(
      .protectedDataWillBecomeUnavailable, .app, "applicationProtectedDataWillBecomeUnavailable:",
      "v24@0:8@16", .notified, ProtectedDataWillBecomeUnavailable.self),
    row(
      .protectedDataDidBecomeAvailable, .app, "applicationProtectedDataDidBecomeAvailable:",
      "v24@0:8@16", .notified, ProtectedDataDidBecomeAvailable.self),
    row(
      .handleOpenURL, .app, "application:handleOpenURL:",
      "B32@0:8@16@24", .overridden),
    row(
      .openURLWithAnnotation, .app, "application:openURL:sourceApplication:annotation:",
      "B48@0:8@16@24@32@40", .overridden),
    row(
      .openURL, .app, "application:openURL:options:",
      "B40@0:8@16@24@32", .handled, OpenURL.self),
    row(
      .didRegisterForPush, .app,
      joined("application", "didRegisterForRemoteNotificationsWithDeviceToken", ""),
      "v32@0:8@16@24", .handled, DidRegisterForRemoteNotifications.self),
    row(
      .didFailToRegisterForPush, .app,
      joined("application", "didFailToRegisterForRemoteNotificationsWithError", ""),
      "v32@0:8@16@24", .handled, DidFailToRegisterForRemoteNotifications.self),
    row(
      .didReceivePushWithoutHandler, .app,
      joined("application", "didReceiveRemoteNotification", ""),
      "v32@0:8@16@24", .overridden),
    row(
      .didReceivePush, .app,
      joined("application", "didReceiveRemoteNotification", "fetchCompletionHandler", ""),
      "v40@0:8@16@24@?32", .handled, DidReceiveRemoteNotification.self),
    row(
      .performFetch, .app, "application:performFetchWithCompletionHandler:",
      "v32@0:8@16@?24", .handled, PerformBackgroundFetch.self),
    row(
      .didReceiveLocalNotification, .app, "application:didReceiveLocalNotification:",
      "v32@0:8@16@24", .overridden),
    row(
      .didRegisterNotificationSettings, .app, "application:didRegisterUserNotificationSettings:",
      "v32@0:8@16@24", .overridden),
    row(
      .handleLocalAction, .app,
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
      "v48@0:8@16@24@32@?40", .overridden),
    row(
      .handleLocalActionWithResponse, .app,
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
      "v56@0:8@16@24@32@40@?48", .overridden),
    row(
      .handlePushAction, .app,
      joined(
        "application", "handleActionWithIdentifier", "forRemoteNotification", "completionHandler",
        ""),
      "v48@0:8@16@24@32@?40", .overridden),
    row(
      .handlePushActionWithResponse, .app,
      joined(
        "application", "handleActionWithIdentifier", "forRemoteNotification", "withResponseInfo",
        "completionHandler", ""),
      "v56@0:8@16@24@32@40@?48", .overridden),
    row(
      .handleBackgroundURLSession, .app,
      "application:handleEventsForBackgroundURLSession:completionHandler:",
      "v40@0:8@16@24@?32", .handled, HandleBackgroundURLSession.self),
    row(
      .performQuickAction, .app, "application:performActionForShortcutItem:completionHandler:",
      "v40@0:8@16@24@?32", .handled, PerformQuickAction.self),
    row(
      .handleWatchRequest, .app, "application:handleWatchKitExtensionRequest:reply:",
      "v40@0:8@16@24@?32", .handled, HandleWatchRequest.self),
    row(
      .shouldRequestHealthAuthorization, .app, "applicationShouldRequestHealthAuthorization:",
      "v24@0:8@16", .handled, ShouldRequestHealthAuthorization.self),
    row(
      .handlerForIntent, .app, "application:handlerForIntent:",
      "@32@0:8@16@24", .overridden),
    row(
      .handleIntent, .app, "application:handleIntent:completionHandler:",
      "v40@0:8@16@24@?32", .overridden),
    row(
      .willContinueActivity, .app, "application:willContinueUserActivityWithType:",
      "B32@0:8@16@24", .handled, WillContinueActivity.self),
    row(
      .continueActivity, .app, "application:continueUserActivity:restorationHandler:",
      "B40@0:8@16@24@?32", .handled, ContinueActivity.self),
    row(
      .didFailToContinueActivity, .app, "application:didFailToContinueUserActivityWithType:error:",
      "v40@0:8@16@24@32", .handled, DidFailToContinueActivity.self),
    row(
      .didUpdateActivity, .app, "application:didUpdateUserActivity:",
      "v32@0:8@16@24", .handled, DidUpdateActivity.self),
    row(
      .didAcceptShare, .app, "application:userDidAcceptCloudKitShareWithMetadata:",
      "v32@0:8@16@24", .overridden),
    row(
      .supportedOrientations, .app, "application:supportedInterfaceOrientationsForWindow:",
      "Q32@0:8@16@24", .handled, SupportedOrientations.self),
    row(
      .shouldAllowExtensionPoint, .app, "application:shouldAllowExtensionPointIdentifier:",
      "B32@0:8@16@24", .handled, ShouldAllowExtensionPoint.self),
    row(
      .shouldLocalizeKeyCommands, .app, "applicationShouldAutomaticallyLocalizeKeyCommands:",
      "B24@0:8@16", .overridden),
    row(
      .viewControllerForRestoration, .app,
      "application:viewControllerWithRestorationIdentifierPath:coder:",
      "@40@0:8@16@24@32", .overridden),
    row(
      .shouldSaveStateUnsecured, .app, "application:shouldSaveApplicationState:",
      "B32@0:8@16@24", .overridden),
    row(
      .shouldRestoreStateUnsecured, .app, "application:shouldRestoreApplicationState:",
      "B32@0:8@16@24", .overridden),
    row(
      .shouldSaveState, .app, "application:shouldSaveSecureApplicationState:",
      "B32@0:8@16@24", .handled, SaveState.self),
    row(
      .shouldRestoreState, .app, "application:shouldRestoreSecureApplicationState:",
      "B32@0:8@16@24", .handled, RestoreState.self),
    row(
      .willEncodeState, .app, "application:willEncodeRestorableStateWithCoder:",
      "v32@0:8@16@24", .handled, SaveState.self),
    row(
      .didDecodeState, .app, "application:didDecodeRestorableStateWithCoder:",
      "v32@0:8@16@24", .handled, RestoreState.self),
    row(
      .willChangeStatusBarOrientation, .app, "application:willChangeStatusBarOrientation:duration:",
      "v40@0:8@16q24d32", .overridden),
    row(
      .didChangeStatusBarOrientation, .app, "application:didChangeStatusBarOrientation:",
      "v32@0:8@16q24", .overridden),
    row(
      .willChangeStatusBarFrame, .app, "application:willChangeStatusBarFrame:",
      "v56@0:8@16{CGRect={CGPoint=dd}{CGSize=dd}}24", .overridden),
    row(
      .didChangeStatusBarFrame, .app, "application:didChangeStatusBarFrame:",
      "v56@0:8@16{CGRect={CGPoint=dd}{CGSize=dd}}24", .overridden),
    row(
      .configureScene, .app, "application:configurationForConnectingSceneSession:options:",
      "@40@0:8@16@24@32", .handled),
    row(
      .didDiscardScenes, .app, "application:didDiscardSceneSessions:",
      "v32@0:8@16@24", .handled, DidDiscardScenes.self),
  ]

  private static let scenes: [Self] = [
    row(
      .sceneWillConnect, .scene, "scene:willConnectToSession:options:",
      "v40@0:8@16@24@32", .always, SceneWillConnect.self),
    row(
      .sceneDidDisconnect, .scene, "sceneDidDisconnect:",
      "v24@0:8@16", .notified, SceneDidDisconnect.self),
    row(
      .sceneDidBecomeActive, .scene, "sceneDidBecomeActive:",
      "v24@0:8@16", .notified, SceneDidBecomeActive.self),
    row(
      .sceneWillResignActive, .scene, "sceneWillResignActive:",
      "v24@0:8@16", .notified, SceneWillResignActive.self),
    row(
      .sceneWillEnterForeground, .scene, "sceneWillEnterForeground:",
      "v24@0:8@16", .notified, SceneWillEnterForeground.self),
    row(
      .sceneDidEnterBackground, .scene, "sceneDidEnterBackground:",
      "v24@0:8@16", .notified, SceneDidEnterBackground.self),
    row(
      .sceneOpenURLs, .scene, "scene:openURLContexts:",
      "v32@0:8@16@24", .handled, OpenURL.self),
    row(
      .sceneRestorationActivity, .scene, "stateRestorationActivityForScene:",
      "@24@0:8@16", .handled, SceneRestorationActivity.self),
    row(
      .restoreSceneInteraction, .scene, "scene:restoreInteractionStateWithUserActivity:",
      "v32@0:8@16@24", .handled, RestoreSceneInteraction.self),
    row(
      .sceneWillContinueActivity, .scene, "scene:willContinueUserActivityWithType:",
      "v32@0:8@16@24", .handled, WillContinueActivity.self),
    row(
      .sceneContinueActivity, .scene, "scene:continueUserActivity:",
      "v32@0:8@16@24", .handled, ContinueActivity.self),
    row(
      .sceneDidFailToContinueActivity, .scene, "scene:didFailToContinueUserActivityWithType:error:",
      "v40@0:8@16@24@32", .handled, DidFailToContinueActivity.self),
    row(
      .sceneDidUpdateActivity, .scene, "scene:didUpdateUserActivity:",
      "v32@0:8@16@24", .handled, DidUpdateActivity.self),
    row(
      .sceneDidUpdateCoordinateSpace, .windowScene,
      "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:",
      "v48@0:8@16@24q32@40", .handledBefore(26), SceneDidChangeGeometry.self),
    row(
      .sceneDidUpdateGeometry, .windowScene, "windowScene:didUpdateEffectiveGeometry:",
      "v32@0:8@16@24", .handled, SceneDidChangeGeometry.self),
    row(
      .scenePerformQuickAction, .windowScene,
      "windowScene:performActionForShortcutItem:completionHandler:",
      "v40@0:8@16@24@?32", .handled, PerformQuickAction.self),
    row(
      .sceneDidAcceptShare, .windowScene, "windowScene:userDidAcceptCloudKitShareWithMetadata:",
      "v32@0:8@16@24", .overridden),
    row(
      .preferredWindowingControlStyle, .windowScene, "preferredWindowingControlStyleForScene:",
      "@24@0:8@16", .overridden),
    row(
      .sceneSupportedOrientations, .windowScene, "supportedInterfaceOrientationsForWindowScene:",
      "Q24@0:8@16", .handled, SupportedOrientations.self),
  ]

  private static let centres: [Self] = [
    row(
      .willPresentNotification, .notifications,
      "userNotificationCenter:willPresentNotification:withCompletionHandler:",
      "v40@0:8@16@24@?32", .handled, WillPresentNotification.self),
    row(
      .didRespondToNotification, .notifications,
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:",
      "v40@0:8@16@24@?32", .handled, DidRespondToNotification.self),
    row(
      .openNotificationSettings, .notifications,
      "userNotificationCenter:openSettingsForNotification:",
      "v32@0:8@16@24", .handled, OpenNotificationSettings.self),
  ]
}
