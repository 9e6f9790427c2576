// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

internal import GantryCore

extension DelegateMethodRow {
  /// The methods of a kit's delegates, in the order of the cases.
  package static func all(of kit: DelegateKit) -> [DelegateMethodRow] {
    kit == .uiKit ? apps + scenes + centers : macApps + centers
  }

  private static let apps: [DelegateMethodRow] = [
    row(
      .didFinishLaunchingWithoutOptions, .app, "applicationDidFinishLaunching:",
      "v24@0:8@16", .overridden, .none),
    row(
      .willFinishLaunching, .app, "application:willFinishLaunchingWithOptions:",
      "B32@0:8@16@24", .always, .all, WillFinishLaunching.self),
    row(
      .didFinishLaunching, .app, "application:didFinishLaunchingWithOptions:",
      "B32@0:8@16@24", .always, .all, DidFinishLaunching.self),
    row(
      .didBecomeActive, .app, "applicationDidBecomeActive:",
      "v24@0:8@16", .notified, .none, DidBecomeActive.self),
    row(
      .willResignActive, .app, "applicationWillResignActive:",
      "v24@0:8@16", .notified, .none, WillResignActive.self),
    row(
      .didEnterBackground, .app, "applicationDidEnterBackground:",
      "v24@0:8@16", .notified, .none, DidEnterBackground.self),
    row(
      .willEnterForeground, .app, "applicationWillEnterForeground:",
      "v24@0:8@16", .notified, .none, WillEnterForeground.self),
    row(
      .willTerminate, .app, "applicationWillTerminate:",
      "v24@0:8@16", .notified, .none, WillTerminate.self),
    row(
      .didReceiveMemoryWarning, .app, "applicationDidReceiveMemoryWarning:",
      "v24@0:8@16", .notified, .none, DidReceiveMemoryPressure.self),
    row(
      .significantTimeChange, .app, "applicationSignificantTimeChange:",
      "v24@0:8@16", .notified, .none, SignificantTimeChange.self),
    row(
      .protectedDataWillBecomeUnavailable, .app, "applicationProtectedDataWillBecomeUnavailable:",
      "v24@0:8@16", .notified, .none, ProtectedDataWillBecomeUnavailable.self),
    row(
      .protectedDataDidBecomeAvailable, .app, "applicationProtectedDataDidBecomeAvailable:",
      "v24@0:8@16", .notified, .none, ProtectedDataDidBecomeAvailable.self),
    row(
      .handleOpenURL, .app, "application:handleOpenURL:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .openURLWithAnnotation, .app, "application:openURL:sourceApplication:annotation:",
      "B48@0:8@16@24@32@40", .overridden, .none),
    row(
      .openURL, .app, "application:openURL:options:",
      "B40@0:8@16@24@32", .handled, .any, OpenURL.self),
    row(
      .didRegisterForPush, .app,
      joined("application", "didRegisterForRemoteNotificationsWithDeviceToken", ""),
      "v32@0:8@16@24", .handled, .none, DidRegisterForRemoteNotifications.self),
    row(
      .didFailToRegisterForPush, .app,
      joined("application", "didFailToRegisterForRemoteNotificationsWithError", ""),
      "v32@0:8@16@24", .handled, .none, DidFailToRegisterForRemoteNotifications.self),
    row(
      .didReceivePushWithoutHandler, .app,
      joined("application", "didReceiveRemoteNotification", ""),
      "v32@0:8@16@24", .overridden, .none),
    row(
      .didReceivePush, .app,
      joined("application", "didReceiveRemoteNotification", "fetchCompletionHandler", ""),
      "v40@0:8@16@24@?32", .handled, .fetch, DidReceiveRemoteNotification.self),
    row(
      .performFetch, .app, "application:performFetchWithCompletionHandler:",
      "v32@0:8@16@?24", .handled, .fetch, PerformBackgroundFetch.self),
    row(
      .didReceiveLocalNotification, .app, "application:didReceiveLocalNotification:",
      "v32@0:8@16@24", .overridden, .none),
    row(
      .didRegisterNotificationSettings, .app, "application:didRegisterUserNotificationSettings:",
      "v32@0:8@16@24", .overridden, .none),
    row(
      .handleLocalAction, .app,
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
      "v48@0:8@16@24@32@?40", .overridden, .none),
    row(
      .handleLocalActionWithResponse, .app,
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
      "v56@0:8@16@24@32@40@?48", .overridden, .none),
    row(
      .handlePushAction, .app,
      joined(
        "application", "handleActionWithIdentifier", "forRemoteNotification", "completionHandler",
        ""),
      "v48@0:8@16@24@32@?40", .overridden, .none),
    row(
      .handlePushActionWithResponse, .app,
      joined(
        "application", "handleActionWithIdentifier", "forRemoteNotification", "withResponseInfo",
        "completionHandler", ""),
      "v56@0:8@16@24@32@40@?48", .overridden, .none),
    row(
      .handleBackgroundURLSession, .app,
      "application:handleEventsForBackgroundURLSession:completionHandler:",
      "v40@0:8@16@24@?32", .handled, .none, HandleBackgroundURLSession.self),
    row(
      .performQuickAction, .app, "application:performActionForShortcutItem:completionHandler:",
      "v40@0:8@16@24@?32", .handled, .any, PerformQuickAction.self),
    row(
      .handleWatchRequest, .app, "application:handleWatchKitExtensionRequest:reply:",
      "v40@0:8@16@24@?32", .handled, .first, HandleWatchRequest.self),
    row(
      .shouldRequestHealthAuthorization, .app, "applicationShouldRequestHealthAuthorization:",
      "v24@0:8@16", .handled, .none, ShouldRequestHealthAuthorization.self),
    row(
      .handlerForIntent, .app, "application:handlerForIntent:",
      "@32@0:8@16@24", .handled, .first),
    row(
      .handleIntent, .app, "application:handleIntent:completionHandler:",
      "v40@0:8@16@24@?32", .handled, .first),
    row(
      .willContinueActivity, .app, "application:willContinueUserActivityWithType:",
      "B32@0:8@16@24", .handled, .any, WillContinueActivity.self),
    row(
      .continueActivity, .app, "application:continueUserActivity:restorationHandler:",
      "B40@0:8@16@24@?32", .handled, .any, ContinueActivity.self),
    row(
      .didFailToContinueActivity, .app, "application:didFailToContinueUserActivityWithType:error:",
      "v40@0:8@16@24@32", .handled, .none, DidFailToContinueActivity.self),
    row(
      .didUpdateActivity, .app, "application:didUpdateUserActivity:",
      "v32@0:8@16@24", .handled, .none, DidUpdateActivity.self),
    row(
      .didAcceptShare, .app, "application:userDidAcceptCloudKitShareWithMetadata:",
      "v32@0:8@16@24", .handled, .none),
    row(
      .supportedOrientations, .app, "application:supportedInterfaceOrientationsForWindow:",
      "Q32@0:8@16@24", .handled, .intersection, SupportedOrientations.self),
    row(
      .shouldAllowExtensionPoint, .app, "application:shouldAllowExtensionPointIdentifier:",
      "B32@0:8@16@24", .handled, .all, ShouldAllowExtensionPoint.self),
    row(
      .shouldLocalizeKeyCommands, .app, "applicationShouldAutomaticallyLocalizeKeyCommands:",
      "B24@0:8@16", .handled, .all, ShouldLocalizeKeyCommands.self),
    row(
      .viewControllerForRestoration, .app,
      "application:viewControllerWithRestorationIdentifierPath:coder:",
      "@40@0:8@16@24@32", .handled, .first),
    row(
      .shouldSaveStateUnsecured, .app, "application:shouldSaveApplicationState:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .shouldRestoreStateUnsecured, .app, "application:shouldRestoreApplicationState:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .shouldSaveState, .app, "application:shouldSaveSecureApplicationState:",
      "B32@0:8@16@24", .handled, .any, SaveState.self, EncodeState.self),
    row(
      .shouldRestoreState, .app, "application:shouldRestoreSecureApplicationState:",
      "B32@0:8@16@24", .handled, .any, RestoreState.self, DecodeState.self),
    row(
      .willEncodeState, .app, "application:willEncodeRestorableStateWithCoder:",
      "v32@0:8@16@24", .handled, .none, SaveState.self, EncodeState.self),
    row(
      .didDecodeState, .app, "application:didDecodeRestorableStateWithCoder:",
      "v32@0:8@16@24", .handled, .none, RestoreState.self, DecodeState.self),
    row(
      .willChangeStatusBarOrientation, .app, "application:willChangeStatusBarOrientation:duration:",
      "v40@0:8@16q24d32", .overridden, .none),
    row(
      .didChangeStatusBarOrientation, .app, "application:didChangeStatusBarOrientation:",
      "v32@0:8@16q24", .overridden, .none),
    row(
      .willChangeStatusBarFrame, .app, "application:willChangeStatusBarFrame:",
      "v56@0:8@16{CGRect={CGPoint=dd}{CGSize=dd}}24", .overridden, .none),
    row(
      .didChangeStatusBarFrame, .app, "application:didChangeStatusBarFrame:",
      "v56@0:8@16{CGRect={CGPoint=dd}{CGSize=dd}}24", .overridden, .none),
    row(
      .configureScene, .app, "application:configurationForConnectingSceneSession:options:",
      "@40@0:8@16@24@32", .handled, .first),
    row(
      .didDiscardScenes, .app, "application:didDiscardSceneSessions:",
      "v32@0:8@16@24", .handled, .none, DidDiscardScenes.self),
  ]

  private static let scenes: [DelegateMethodRow] = [
    row(
      .sceneWillConnect, .scene, "scene:willConnectToSession:options:",
      "v40@0:8@16@24@32", .always, .none, SceneWillConnect.self),
    row(
      .sceneDidDisconnect, .scene, "sceneDidDisconnect:",
      "v24@0:8@16", .notified, .none, SceneDidDisconnect.self),
    row(
      .sceneDidBecomeActive, .scene, "sceneDidBecomeActive:",
      "v24@0:8@16", .notified, .none, SceneDidBecomeActive.self),
    row(
      .sceneWillResignActive, .scene, "sceneWillResignActive:",
      "v24@0:8@16", .notified, .none, SceneWillResignActive.self),
    row(
      .sceneWillEnterForeground, .scene, "sceneWillEnterForeground:",
      "v24@0:8@16", .notified, .none, SceneWillEnterForeground.self),
    row(
      .sceneDidEnterBackground, .scene, "sceneDidEnterBackground:",
      "v24@0:8@16", .notified, .none, SceneDidEnterBackground.self),
    row(
      .sceneOpenURLs, .scene, "scene:openURLContexts:",
      "v32@0:8@16@24", .handled, .any, OpenURL.self),
    row(
      .sceneRestorationActivity, .scene, "stateRestorationActivityForScene:",
      "@24@0:8@16", .handled, .first, SceneRestorationActivity.self),
    row(
      .restoreSceneInteraction, .scene, "scene:restoreInteractionStateWithUserActivity:",
      "v32@0:8@16@24", .handled, .none, RestoreSceneInteraction.self),
    row(
      .sceneWillContinueActivity, .scene, "scene:willContinueUserActivityWithType:",
      "v32@0:8@16@24", .handled, .any, WillContinueActivity.self),
    row(
      .sceneContinueActivity, .scene, "scene:continueUserActivity:",
      "v32@0:8@16@24", .handled, .any, ContinueActivity.self),
    row(
      .sceneDidFailToContinueActivity, .scene, "scene:didFailToContinueUserActivityWithType:error:",
      "v40@0:8@16@24@32", .handled, .none, DidFailToContinueActivity.self),
    row(
      .sceneDidUpdateActivity, .scene, "scene:didUpdateUserActivity:",
      "v32@0:8@16@24", .handled, .none, DidUpdateActivity.self),
    row(
      .sceneDidUpdateCoordinateSpace, .windowScene,
      "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:",
      "v48@0:8@16@24q32@40", .handledBefore(26), .none, SceneDidChangeGeometry.self),
    row(
      .sceneDidUpdateGeometry, .windowScene, "windowScene:didUpdateEffectiveGeometry:",
      "v32@0:8@16@24", .handled, .none, SceneDidChangeGeometry.self),
    row(
      .scenePerformQuickAction, .windowScene,
      "windowScene:performActionForShortcutItem:completionHandler:",
      "v40@0:8@16@24@?32", .handled, .any, PerformQuickAction.self),
    row(
      .sceneDidAcceptShare, .windowScene, "windowScene:userDidAcceptCloudKitShareWithMetadata:",
      "v32@0:8@16@24", .handled, .none),
    row(
      .preferredWindowingControlStyle, .windowScene, "preferredWindowingControlStyleForScene:",
      "@24@0:8@16", .handled, .first),
    row(
      .sceneSupportedOrientations, .windowScene, "supportedInterfaceOrientationsForWindowScene:",
      "Q24@0:8@16", .handled, .intersection, SupportedOrientations.self),
  ]

  private static let centers: [DelegateMethodRow] = [
    row(
      .willPresentNotification, .notifications,
      "userNotificationCenter:willPresentNotification:withCompletionHandler:",
      "v40@0:8@16@24@?32", .handled, .union, WillPresentNotification.self),
    row(
      .didRespondToNotification, .notifications,
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:",
      "v40@0:8@16@24@?32", .handled, .none, DidRespondToNotification.self),
    row(
      .openNotificationSettings, .notifications,
      "userNotificationCenter:openSettingsForNotification:",
      "v32@0:8@16@24", .handled, .none, OpenNotificationSettings.self),
  ]
}
