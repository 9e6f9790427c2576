// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Written by Scripts/apple/methods.py from methods.txt: change it there.

/// The methods that delegates are asked for, by their names in Objective-C.
public enum DelegateNames {
  /// All of them.
  public static let all = [
    "applicationWillFinishLaunching:",
    "applicationDidFinishLaunching:",
    "applicationWillHide:",
    "applicationDidHide:",
    "applicationWillUnhide:",
    "applicationDidUnhide:",
    "applicationWillBecomeActive:",
    "applicationDidBecomeActive:",
    "applicationWillResignActive:",
    "applicationDidResignActive:",
    "applicationWillUpdate:",
    "applicationDidUpdate:",
    "applicationWillTerminate:",
    "applicationDidChangeScreenParameters:",
    "applicationDidChangeOcclusionState:",
    "applicationProtectedDataWillBecomeUnavailable:",
    "applicationProtectedDataDidBecomeAvailable:",
    "applicationShouldTerminate:",
    "application:openURLs:",
    "application:openFile:",
    "application:openFiles:",
    "application:openTempFile:",
    "application:openFileWithoutUI:",
    "applicationShouldOpenUntitledFile:",
    "applicationOpenUntitledFile:",
    "application:printFile:",
    "application:printFiles:withSettings:showPrintPanels:",
    "applicationShouldTerminateAfterLastWindowClosed:",
    "applicationShouldHandleReopen:hasVisibleWindows:",
    "applicationDockMenu:",
    "application:willPresentError:",
    "application:didRegisterForRemoteNotificationsWithDeviceToken:",
    "application:didFailToRegisterForRemoteNotificationsWithError:",
    "application:didReceiveRemoteNotification:",
    "applicationSupportsSecureRestorableState:",
    "application:handlerForIntent:",
    "application:willEncodeRestorableState:",
    "application:didDecodeRestorableState:",
    "application:willContinueUserActivityWithType:",
    "application:continueUserActivity:restorationHandler:",
    "application:didFailToContinueUserActivityWithType:error:",
    "application:didUpdateUserActivity:",
    "application:userDidAcceptCloudKitShareWithMetadata:",
    "applicationShouldAutomaticallyLocalizeKeyEquivalents:",
    "application:delegateHandlesKey:",
  ]
}
