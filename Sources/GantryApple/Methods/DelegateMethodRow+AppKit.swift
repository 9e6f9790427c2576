// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Written by Scripts/apple/methods.py from methods.txt: change it there.

internal import Gantry

extension DelegateMethodRow {
  /// The methods of AppKit's delegate, in the order of the table.
  static let macApps: [Self] = [
    row(
      .willFinishLaunching, .app, "applicationWillFinishLaunching:",
      "v24@0:8@16", .always, WillFinishLaunching.self),
    row(
      .didFinishLaunching, .app, "applicationDidFinishLaunching:",
      "v24@0:8@16", .always, DidFinishLaunching.self),
    row(
      .willHide, .app, "applicationWillHide:",
      "v24@0:8@16", .notified, WillHide.self),
    row(
      .didHide, .app, "applicationDidHide:",
      "v24@0:8@16", .notified, DidHide.self),
    row(
      .willUnhide, .app, "applicationWillUnhide:",
      "v24@0:8@16", .notified, WillUnhide.self),
    row(
      .didUnhide, .app, "applicationDidUnhide:",
      "v24@0:8@16", .notified, DidUnhide.self),
    row(
      .willBecomeActive, .app, "applicationWillBecomeActive:",
      "v24@0:8@16", .notified, WillBecomeActive.self),
    row(
      .didBecomeActive, .app, "applicationDidBecomeActive:",
      "v24@0:8@16", .notified, DidBecomeActive.self),
    row(
      .willResignActive, .app, "applicationWillResignActive:",
      "v24@0:8@16", .notified, WillResignActive.self),
    row(
      .didResignActive, .app, "applicationDidResignActive:",
      "v24@0:8@16", .notified, DidResignActive.self),
    row(
      .willUpdate, .app, "applicationWillUpdate:",
      "v24@0:8@16", .overridden),
    row(
      .didUpdate, .app, "applicationDidUpdate:",
      "v24@0:8@16", .overridden),
    row(
      .willTerminate, .app, "applicationWillTerminate:",
      "v24@0:8@16", .notified, WillTerminate.self),
    row(
      .didChangeScreenParameters, .app, "applicationDidChangeScreenParameters:",
      "v24@0:8@16", .notified, DidChangeScreens.self),
    row(
      .didChangeOcclusionState, .app, "applicationDidChangeOcclusionState:",
      "v24@0:8@16", .notified, DidChangeOcclusion.self),
    row(
      .protectedDataWillBecomeUnavailable, .app, "applicationProtectedDataWillBecomeUnavailable:",
      "v24@0:8@16", .notified, ProtectedDataWillBecomeUnavailable.self),
    row(
      .protectedDataDidBecomeAvailable, .app, "applicationProtectedDataDidBecomeAvailable:",
      "v24@0:8@16", .notified, ProtectedDataDidBecomeAvailable.self),
    row(
      .shouldTerminate, .app, "applicationShouldTerminate:",
      "Q24@0:8@16", .handled, ShouldTerminate.self),
    row(
      .openURL, .app, "application:openURLs:",
      "v32@0:8@16@24", .handled, OpenURL.self),
    row(
      .openFile, .app, "application:openFile:",
      "B32@0:8@16@24", .overridden),
    row(
      .openFiles, .app, "application:openFiles:",
      "v32@0:8@16@24", .overridden),
    row(
      .openTemporaryFile, .app, "application:openTempFile:",
      "B32@0:8@16@24", .overridden),
    row(
      .openFileWithoutInterface, .app, "application:openFileWithoutUI:",
      "B32@0:8@16@24", .overridden),
    row(
      .shouldOpenUntitledFile, .app, "applicationShouldOpenUntitledFile:",
      "B24@0:8@16", .handled, ShouldOpenUntitledFile.self),
    row(
      .openUntitledFile, .app, "applicationOpenUntitledFile:",
      "B24@0:8@16", .handled, OpenUntitledFile.self),
    row(
      .printFile, .app, "application:printFile:",
      "B32@0:8@16@24", .overridden),
    row(
      .printFiles, .app, "application:printFiles:withSettings:showPrintPanels:",
      "Q44@0:8@16@24@32B40", .overridden),
    row(
      .shouldTerminateAfterLastWindow, .app, "applicationShouldTerminateAfterLastWindowClosed:",
      "B24@0:8@16", .handled, ShouldTerminateAfterLastWindow.self),
    row(
      .shouldReopen, .app, "applicationShouldHandleReopen:hasVisibleWindows:",
      "B28@0:8@16B24", .handled, ShouldReopen.self),
    row(
      .dockMenu, .app, "applicationDockMenu:",
      "@24@0:8@16", .handled),
    row(
      .willPresentError, .app, "application:willPresentError:",
      "@32@0:8@16@24", .handled, WillPresentError.self),
    row(
      .didRegisterForPush, .app,
      joined("application", "didRegisterForRemoteNotificationsWithDeviceToken", ""),
      "v32@0:8@16@24", .handled, DidRegisterForRemoteNotifications.self),
    row(
      .didFailToRegisterForPush, .app,
      joined("application", "didFailToRegisterForRemoteNotificationsWithError", ""),
      "v32@0:8@16@24", .handled, DidFailToRegisterForRemoteNotifications.self),
    row(
      .didReceivePush, .app, joined("application", "didReceiveRemoteNotification", ""),
      "v32@0:8@16@24", .handled, DidReceiveRemoteNotification.self),
    row(
      .supportsSecureState, .app, "applicationSupportsSecureRestorableState:",
      "B24@0:8@16", .handled, SaveState.self),
    row(
      .handlerForIntent, .app, "application:handlerForIntent:",
      "@32@0:8@16@24", .overridden),
    row(
      .willEncodeState, .app, "application:willEncodeRestorableState:",
      "v32@0:8@16@24", .handled, SaveState.self),
    row(
      .didDecodeState, .app, "application:didDecodeRestorableState:",
      "v32@0:8@16@24", .handled, RestoreState.self),
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
      .shouldLocalizeKeyCommands, .app, "applicationShouldAutomaticallyLocalizeKeyEquivalents:",
      "B24@0:8@16", .overridden),
  ]
}
