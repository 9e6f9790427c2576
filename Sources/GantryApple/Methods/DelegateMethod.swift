// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

/// A method of the delegates of an app, its scenes and its notification center.
///
/// Each case has its name in Objective-C; `host.explain(_:)` says which modules handle it.
public enum DelegateMethod: String, Sendable, Codable, CaseIterable {
  /// `applicationDidFinishLaunching:`.
  case didFinishLaunchingWithoutOptions
  /// `application:willFinishLaunchingWithOptions:`; modules hear `WillFinishLaunching`.
  case willFinishLaunching
  /// `application:didFinishLaunchingWithOptions:`; modules hear `DidFinishLaunching`.
  case didFinishLaunching
  /// `applicationDidBecomeActive:`; modules hear `DidBecomeActive`.
  case didBecomeActive
  /// `applicationWillResignActive:`; modules hear `WillResignActive`.
  case willResignActive
  /// `applicationDidEnterBackground:`; modules hear `DidEnterBackground`.
  case didEnterBackground
  /// `applicationWillEnterForeground:`; modules hear `WillEnterForeground`.
  case willEnterForeground
  /// `applicationWillTerminate:`; modules hear `WillTerminate`.
  case willTerminate
  /// `applicationDidReceiveMemoryWarning:`; modules hear `DidReceiveMemoryPressure`.
  case didReceiveMemoryWarning
  /// `applicationSignificantTimeChange:`; modules hear `SignificantTimeChange`.
  case significantTimeChange
  /// `applicationProtectedDataWillBecomeUnavailable:`.
  case protectedDataWillBecomeUnavailable
  /// `applicationProtectedDataDidBecomeAvailable:`.
  case protectedDataDidBecomeAvailable
  /// `application:handleOpenURL:`.
  case handleOpenURL
  /// `application:openURL:sourceApplication:annotation:`.
  case openURLWithAnnotation
  /// `application:openURL:options:`; modules hear `OpenURL`.
  case openURL
  /// `application:didRegisterForRemoteNotificationsWithDeviceToken:`.
  case didRegisterForPush
  /// `application:didFailToRegisterForRemoteNotificationsWithError:`.
  case didFailToRegisterForPush
  /// `application:didReceiveRemoteNotification:`.
  case didReceivePushWithoutHandler
  /// `application:didReceiveRemoteNotification:fetchCompletionHandler:`.
  case didReceivePush
  /// `application:performFetchWithCompletionHandler:`; modules hear `PerformBackgroundFetch`.
  case performFetch
  /// `application:didReceiveLocalNotification:`.
  case didReceiveLocalNotification
  /// `application:didRegisterUserNotificationSettings:`.
  case didRegisterNotificationSettings
  /// `application:handleActionWithIdentifier:forLocalNotification:completionHandler:`.
  case handleLocalAction
  /// `application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:`.
  case handleLocalActionWithResponse
  /// `application:handleActionWithIdentifier:forRemoteNotification:completionHandler:`.
  case handlePushAction
  /// `application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:`.
  case handlePushActionWithResponse
  /// `application:handleEventsForBackgroundURLSession:completionHandler:`.
  case handleBackgroundURLSession
  /// `application:performActionForShortcutItem:completionHandler:`.
  case performQuickAction
  /// `application:handleWatchKitExtensionRequest:reply:`; modules hear `HandleWatchRequest`.
  case handleWatchRequest
  /// `applicationShouldRequestHealthAuthorization:`.
  case shouldRequestHealthAuthorization
  /// `application:handlerForIntent:`; modules hear `HandlerForIntent`.
  case handlerForIntent
  /// `application:handleIntent:completionHandler:`; modules hear `HandleIntent`.
  case handleIntent
  /// `application:willContinueUserActivityWithType:`; modules hear `WillContinueActivity`.
  case willContinueActivity
  /// `application:continueUserActivity:restorationHandler:`; modules hear `ContinueActivity`.
  case continueActivity
  /// `application:didFailToContinueUserActivityWithType:error:`.
  case didFailToContinueActivity
  /// `application:didUpdateUserActivity:`; modules hear `DidUpdateActivity`.
  case didUpdateActivity
  /// `application:userDidAcceptCloudKitShareWithMetadata:`; modules hear `AcceptShare`.
  case didAcceptShare
  /// `application:supportedInterfaceOrientationsForWindow:`.
  case supportedOrientations
  /// `application:shouldAllowExtensionPointIdentifier:`.
  case shouldAllowExtensionPoint
  /// `applicationShouldAutomaticallyLocalizeKeyCommands:`.
  case shouldLocalizeKeyCommands
  /// `application:viewControllerWithRestorationIdentifierPath:coder:`.
  case viewControllerForRestoration
  /// `application:shouldSaveApplicationState:`.
  case shouldSaveStateUnsecured
  /// `application:shouldRestoreApplicationState:`.
  case shouldRestoreStateUnsecured
  /// `application:shouldSaveSecureApplicationState:`; modules hear `SaveState` and `EncodeState`.
  case shouldSaveState
  /// `application:shouldRestoreSecureApplicationState:`.
  case shouldRestoreState
  /// `application:willEncodeRestorableStateWithCoder:`.
  case willEncodeState
  /// `application:didDecodeRestorableStateWithCoder:`.
  case didDecodeState
  /// `application:willChangeStatusBarOrientation:duration:`.
  case willChangeStatusBarOrientation
  /// `application:didChangeStatusBarOrientation:`.
  case didChangeStatusBarOrientation
  /// `application:willChangeStatusBarFrame:`.
  case willChangeStatusBarFrame
  /// `application:didChangeStatusBarFrame:`.
  case didChangeStatusBarFrame
  /// `application:configurationForConnectingSceneSession:options:`.
  case configureScene
  /// `application:didDiscardSceneSessions:`; modules hear `DidDiscardScenes`.
  case didDiscardScenes
  /// `scene:willConnectToSession:options:`; modules hear `SceneWillConnect`.
  case sceneWillConnect
  /// `sceneDidDisconnect:`; modules hear `SceneDidDisconnect`.
  case sceneDidDisconnect
  /// `sceneDidBecomeActive:`; modules hear `SceneDidBecomeActive`.
  case sceneDidBecomeActive
  /// `sceneWillResignActive:`; modules hear `SceneWillResignActive`.
  case sceneWillResignActive
  /// `sceneWillEnterForeground:`; modules hear `SceneWillEnterForeground`.
  case sceneWillEnterForeground
  /// `sceneDidEnterBackground:`; modules hear `SceneDidEnterBackground`.
  case sceneDidEnterBackground
  /// `scene:openURLContexts:`; modules hear `OpenURL`.
  case sceneOpenURLs
  /// `stateRestorationActivityForScene:`; modules hear `SceneRestorationActivity`.
  case sceneRestorationActivity
  /// `scene:restoreInteractionStateWithUserActivity:`; modules hear `RestoreSceneInteraction`.
  case restoreSceneInteraction
  /// `scene:willContinueUserActivityWithType:`; modules hear `WillContinueActivity`.
  case sceneWillContinueActivity
  /// `scene:continueUserActivity:`; modules hear `ContinueActivity`.
  case sceneContinueActivity
  /// `scene:didFailToContinueUserActivityWithType:error:`.
  case sceneDidFailToContinueActivity
  /// `scene:didUpdateUserActivity:`; modules hear `DidUpdateActivity`.
  case sceneDidUpdateActivity
  /// `windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:`.
  case sceneDidUpdateCoordinateSpace
  /// `windowScene:didUpdateEffectiveGeometry:`; modules hear `SceneDidChangeGeometry`.
  case sceneDidUpdateGeometry
  /// `windowScene:performActionForShortcutItem:completionHandler:`.
  case scenePerformQuickAction
  /// `windowScene:userDidAcceptCloudKitShareWithMetadata:`; modules hear `AcceptShare`.
  case sceneDidAcceptShare
  /// `preferredWindowingControlStyleForScene:`; modules hear `PreferredWindowingControlStyle`.
  case preferredWindowingControlStyle
  /// `supportedInterfaceOrientationsForWindowScene:`; modules hear `SupportedOrientations`.
  case sceneSupportedOrientations
  /// `userNotificationCenter:willPresentNotification:withCompletionHandler:`.
  case willPresentNotification
  /// `userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:`.
  case didRespondToNotification
  /// `userNotificationCenter:openSettingsForNotification:`.
  case openNotificationSettings
  /// `applicationWillHide:`; modules hear `WillHide`.
  case willHide
  /// `applicationDidHide:`; modules hear `DidHide`.
  case didHide
  /// `applicationWillUnhide:`; modules hear `WillUnhide`.
  case willUnhide
  /// `applicationDidUnhide:`; modules hear `DidUnhide`.
  case didUnhide
  /// `applicationWillBecomeActive:`; modules hear `WillBecomeActive`.
  case willBecomeActive
  /// `applicationDidResignActive:`; modules hear `DidResignActive`.
  case didResignActive
  /// `applicationWillUpdate:`.
  case willUpdate
  /// `applicationDidUpdate:`.
  case didUpdate
  /// `applicationDidChangeScreenParameters:`; modules hear `DidChangeScreens`.
  case didChangeScreenParameters
  /// `applicationDidChangeOcclusionState:`; modules hear `DidChangeOcclusion`.
  case didChangeOcclusionState
  /// `applicationShouldTerminate:`; modules hear `ShouldTerminate`.
  case shouldTerminate
  /// `application:openFile:`.
  case openFile
  /// `application:openFiles:`.
  case openFiles
  /// `application:openTempFile:`.
  case openTemporaryFile
  /// `application:openFileWithoutUI:`.
  case openFileWithoutInterface
  /// `applicationShouldOpenUntitledFile:`; modules hear `ShouldOpenUntitledFile`.
  case shouldOpenUntitledFile
  /// `applicationOpenUntitledFile:`; modules hear `OpenUntitledFile`.
  case openUntitledFile
  /// `application:printFile:`.
  case printFile
  /// `application:printFiles:withSettings:showPrintPanels:`; modules hear `PrintFiles`.
  case printFiles
  /// `applicationShouldTerminateAfterLastWindowClosed:`.
  case shouldTerminateAfterLastWindow
  /// `applicationShouldHandleReopen:hasVisibleWindows:`; modules hear `ShouldReopen`.
  case shouldReopen
  /// `applicationDockMenu:`; modules hear `DockMenuItems`.
  case dockMenu
  /// `application:willPresentError:`; modules hear `WillPresentError`.
  case willPresentError
  /// `applicationSupportsSecureRestorableState:`; modules hear `SaveState` and `EncodeState`.
  case supportsSecureState
  /// `application:delegateHandlesKey:`.
  case delegateHandlesKey
}
