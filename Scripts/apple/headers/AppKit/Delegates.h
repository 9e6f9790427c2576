// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#pragma clang assume_nonnull begin

MAIN_ACTOR @protocol NSApplicationDelegate <NSObject>
@optional
- (void)applicationWillFinishLaunching:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidFinishLaunching:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillHide:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidHide:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillUnhide:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidUnhide:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillBecomeActive:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidBecomeActive:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillResignActive:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidResignActive:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillUpdate:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidUpdate:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationWillTerminate:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidChangeScreenParameters:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.0)));
- (void)applicationDidChangeOcclusionState:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 10.9)));
- (void)applicationProtectedDataWillBecomeUnavailable:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 12.0)));
- (void)applicationProtectedDataDidBecomeAvailable:(NSNotification *)notification
    __attribute__((availability(macos, introduced = 12.0)));
- (NSApplicationTerminateReply)applicationShouldTerminate:(NSApplication *)sender
    __attribute__((availability(macos, introduced = 10.0)));
- (void)application:(NSApplication *)application
    openURLs:(NSArray<NSURL *> *)urls
    __attribute__((availability(macos, introduced = 10.13)));
- (BOOL)application:(NSApplication *)sender
    openFile:(NSString *)filename
    __attribute__((availability(macos, introduced = 10.0)));
- (void)application:(NSApplication *)sender
    openFiles:(NSArray<NSString *> *)filenames
    __attribute__((availability(macos, introduced = 10.4)));
- (BOOL)application:(NSApplication *)sender
    openTempFile:(NSString *)filename
    __attribute__((availability(macos, introduced = 10.0)));
- (BOOL)application:(id)sender
    openFileWithoutUI:(NSString *)filename
    __attribute__((availability(macos, introduced = 10.0)));
- (BOOL)applicationShouldOpenUntitledFile:(NSApplication *)sender
    __attribute__((availability(macos, introduced = 10.0)));
- (BOOL)applicationOpenUntitledFile:(NSApplication *)sender
    __attribute__((availability(macos, introduced = 10.0)));
- (BOOL)application:(NSApplication *)sender
    printFile:(NSString *)filename
    __attribute__((availability(macos, introduced = 10.0)));
- (NSApplicationPrintReply)application:(NSApplication *)application
    printFiles:(NSArray<NSString *> *)fileNames
    withSettings:(NSDictionary<NSPrintInfoAttributeKey, id> *)printSettings
    showPrintPanels:(BOOL)showPrintPanels
    __attribute__((availability(macos, introduced = 10.4)));
- (BOOL)applicationShouldTerminateAfterLastWindowClosed:(NSApplication *)sender
    __attribute__((availability(macos, introduced = 10.0)));
- (BOOL)applicationShouldHandleReopen:(NSApplication *)sender
    hasVisibleWindows:(BOOL)hasVisibleWindows
    __attribute__((availability(macos, introduced = 10.0)));
- (NSMenu * _Nullable)applicationDockMenu:(NSApplication *)sender
    __attribute__((availability(macos, introduced = 10.0)));
- (NSError *)application:(NSApplication *)application
    willPresentError:(NSError *)error
    __attribute__((availability(macos, introduced = 10.4)));
- (void)application:(NSApplication *)application
    didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)deviceToken
    __attribute__((availability(macos, introduced = 10.7)));
- (void)application:(NSApplication *)application
    didFailToRegisterForRemoteNotificationsWithError:(NSError *)error
    __attribute__((availability(macos, introduced = 10.7)));
- (void)application:(NSApplication *)application
    didReceiveRemoteNotification:(NSDictionary<NSString *, id> *)userInfo
    __attribute__((availability(macos, introduced = 10.7)));
- (BOOL)applicationSupportsSecureRestorableState:(NSApplication *)app
    __attribute__((availability(macos, introduced = 12.0)));
- (id _Nullable)application:(NSApplication *)application
    handlerForIntent:(INIntent *)intent
    __attribute__((availability(macos, introduced = 12.0)));
- (void)application:(NSApplication *)app
    willEncodeRestorableState:(NSCoder *)coder
    __attribute__((availability(macos, introduced = 10.7)));
- (void)application:(NSApplication *)app
    didDecodeRestorableState:(NSCoder *)coder
    __attribute__((availability(macos, introduced = 10.7)));
- (BOOL)application:(NSApplication *)application
    willContinueUserActivityWithType:(NSString *)userActivityType
    __attribute__((availability(macos, introduced = 10.10)));
- (BOOL)application:(NSApplication *)application
    continueUserActivity:(NSUserActivity *)userActivity
    restorationHandler:(void (^)(NSArray<id<NSUserActivityRestoring>> *restorableObjects))restorationHandler
    __attribute__((availability(macos, introduced = 10.10)));
- (void)application:(NSApplication *)application
    didFailToContinueUserActivityWithType:(NSString *)userActivityType
    error:(NSError *)error
    __attribute__((availability(macos, introduced = 10.10)));
- (void)application:(NSApplication *)application
    didUpdateUserActivity:(NSUserActivity *)userActivity
    __attribute__((availability(macos, introduced = 10.10)));
- (void)application:(NSApplication *)application
    userDidAcceptCloudKitShareWithMetadata:(CKShareMetadata *)metadata
    __attribute__((availability(macos, introduced = 10.12)));
- (BOOL)applicationShouldAutomaticallyLocalizeKeyEquivalents:(NSApplication *)application
    __attribute__((availability(macos, introduced = 12.0)));
- (BOOL)application:(NSApplication *)sender
    delegateHandlesKey:(NSString *)key
    __attribute__((availability(macos, introduced = 10.0)));
@end

#pragma clang assume_nonnull end
