// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

internal import GantryCore

extension DelegateMethodRow {
  /// The methods of AppKit's delegate, in the order of the table.
  static let macApps: [DelegateMethodRow] = [
    row(
      .willFinishLaunching, .app, "applicationWillFinishLaunching:",
      "v24@0:8@16", .always, .all, WillFinishLaunching.self),
    row(
      .didFinishLaunching, .app, "applicationDidFinishLaunching:",
      "v24@0:8@16", .always, .all, DidFinishLaunching.self),
    row(
      .willHide, .app, "applicationWillHide:",
      "v24@0:8@16", .notified, .none, WillHide.self),
    row(
      .didHide, .app, "applicationDidHide:",
      "v24@0:8@16", .notified, .none, DidHide.self),
    row(
      .willUnhide, .app, "applicationWillUnhide:",
      "v24@0:8@16", .notified, .none, WillUnhide.self),
    row(
      .didUnhide, .app, "applicationDidUnhide:",
      "v24@0:8@16", .notified, .none, DidUnhide.self),
    row(
      .willBecomeActive, .app, "applicationWillBecomeActive:",
      "v24@0:8@16", .notified, .none, WillBecomeActive.self),
    row(
      .didBecomeActive, .app, "applicationDidBecomeActive:",
      "v24@0:8@16", .notified, .none, DidBecomeActive.self),
    row(
      .willResignActive, .app, "applicationWillResignActive:",
      "v24@0:8@16", .notified, .none, WillResignActive.self),
    row(
      .didResignActive, .app, "applicationDidResignActive:",
      "v24@0:8@16", .notified, .none, DidResignActive.self),
    row(
      .willUpdate, .app, "applicationWillUpdate:",
      "v24@0:8@16", .overridden, .none),
    row(
      .didUpdate, .app, "applicationDidUpdate:",
      "v24@0:8@16", .overridden, .none),
    row(
      .willTerminate, .app, "applicationWillTerminate:",
      "v24@0:8@16", .notified, .none, WillTerminate.self),
    row(
      .didChangeScreenParameters, .app, "applicationDidChangeScreenParameters:",
      "v24@0:8@16", .notified, .none, DidChangeScreens.self),
    row(
      .didChangeOcclusionState, .app, "applicationDidChangeOcclusionState:",
      "v24@0:8@16", .notified, .none, DidChangeOcclusion.self),
    row(
      .protectedDataWillBecomeUnavailable, .app, "applicationProtectedDataWillBecomeUnavailable:",
      "v24@0:8@16", .notified, .none, ProtectedDataWillBecomeUnavailable.self),
    row(
      .protectedDataDidBecomeAvailable, .app, "applicationProtectedDataDidBecomeAvailable:",
      "v24@0:8@16", .notified, .none, ProtectedDataDidBecomeAvailable.self),
    row(
      .shouldTerminate, .app, "applicationShouldTerminate:",
      "Q24@0:8@16", .handled, .all, ShouldTerminate.self),
    row(
      .openURL, .app, "application:openURLs:",
      "v32@0:8@16@24", .handled, .any, OpenURL.self),
    row(
      .openFile, .app, "application:openFile:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .openFiles, .app, "application:openFiles:",
      "v32@0:8@16@24", .overridden, .none),
    row(
      .openTemporaryFile, .app, "application:openTempFile:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .openFileWithoutInterface, .app, "application:openFileWithoutUI:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .shouldOpenUntitledFile, .app, "applicationShouldOpenUntitledFile:",
      "B24@0:8@16", .handled, .all, ShouldOpenUntitledFile.self),
    row(
      .openUntitledFile, .app, "applicationOpenUntitledFile:",
      "B24@0:8@16", .handled, .any, OpenUntitledFile.self),
    row(
      .printFile, .app, "application:printFile:",
      "B32@0:8@16@24", .overridden, .none),
    row(
      .printFiles, .app, "application:printFiles:withSettings:showPrintPanels:",
      "Q44@0:8@16@24@32B40", .handled, .first),
    row(
      .shouldTerminateAfterLastWindow, .app, "applicationShouldTerminateAfterLastWindowClosed:",
      "B24@0:8@16", .handled, .all, ShouldTerminateAfterLastWindow.self),
    row(
      .shouldReopen, .app, "applicationShouldHandleReopen:hasVisibleWindows:",
      "B28@0:8@16B24", .handled, .all, ShouldReopen.self),
    row(
      .dockMenu, .app, "applicationDockMenu:",
      "@24@0:8@16", .handled, .concatenation),
    row(
      .willPresentError, .app, "application:willPresentError:",
      "@32@0:8@16@24", .handled, .first, WillPresentError.self),
    row(
      .didRegisterForPush, .app,
      joined("application", "didRegisterForRemoteNotificationsWithDeviceToken", ""),
      "v32@0:8@16@24", .handled, .none, DidRegisterForRemoteNotifications.self),
    row(
      .didFailToRegisterForPush, .app,
      joined("application", "didFailToRegisterForRemoteNotificationsWithError", ""),
      "v32@0:8@16@24", .handled, .none, DidFailToRegisterForRemoteNotifications.self),
    row(
      .didReceivePush, .app, joined("application", "didReceiveRemoteNotification", ""),
      "v32@0:8@16@24", .handled, .fetch, DidReceiveRemoteNotification.self),
    row(
      .supportsSecureState, .app, "applicationSupportsSecureRestorableState:",
      "B24@0:8@16", .handled, .any, SaveState.self, EncodeState.self),
    row(
      .handlerForIntent, .app, "application:handlerForIntent:",
      "@32@0:8@16@24", .handled, .first),
    row(
      .willEncodeState, .app, "application:willEncodeRestorableState:",
      "v32@0:8@16@24", .handled, .none, SaveState.self, EncodeState.self),
    row(
      .didDecodeState, .app, "application:didDecodeRestorableState:",
      "v32@0:8@16@24", .handled, .none, RestoreState.self, DecodeState.self),
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
      .shouldLocalizeKeyCommands, .app, "applicationShouldAutomaticallyLocalizeKeyEquivalents:",
      "B24@0:8@16", .handled, .all, ShouldLocalizeKeyCommands.self),
    row(
      .delegateHandlesKey, .app, "application:delegateHandlesKey:",
      "B32@0:8@16@24", .overridden, .none),
  ]
}
