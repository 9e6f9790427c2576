// SPDX-License-Identifier: Apache-2.0

// Written by Scripts/apple/methods.py from methods.txt: change it there.

#pragma clang assume_nonnull begin

MAIN_ACTOR @protocol UIApplicationDelegate <NSObject>
@optional
- (void)applicationDidFinishLaunching:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0)));
- (BOOL)application:(UIApplication *)application
    willFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> * _Nullable)launchOptions
    __attribute__((availability(ios, introduced = 6.0)));
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> * _Nullable)launchOptions
    __attribute__((availability(ios, introduced = 3.0)));
- (void)applicationDidBecomeActive:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0, deprecated = 26.0)));
- (void)applicationWillResignActive:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0, deprecated = 26.0)));
- (void)applicationDidEnterBackground:(UIApplication *)application
    __attribute__((availability(ios, introduced = 4.0, deprecated = 26.0)));
- (void)applicationWillEnterForeground:(UIApplication *)application
    __attribute__((availability(ios, introduced = 4.0, deprecated = 26.0)));
- (void)applicationWillTerminate:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0)));
- (void)applicationDidReceiveMemoryWarning:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0)));
- (void)applicationSignificantTimeChange:(UIApplication *)application
    __attribute__((availability(ios, introduced = 2.0)));
- (void)applicationProtectedDataWillBecomeUnavailable:(UIApplication *)application
    __attribute__((availability(ios, introduced = 4.0)));
- (void)applicationProtectedDataDidBecomeAvailable:(UIApplication *)application
    __attribute__((availability(ios, introduced = 4.0)));
- (BOOL)application:(UIApplication *)application
    handleOpenURL:(NSURL *)url
    __attribute__((availability(ios, introduced = 2.0, deprecated = 9.0)));
- (BOOL)application:(UIApplication *)application
    openURL:(NSURL *)url
    sourceApplication:(NSString * _Nullable)sourceApplication
    annotation:(id)annotation
    __attribute__((availability(ios, introduced = 4.2, deprecated = 9.0)));
- (BOOL)application:(UIApplication *)app
    openURL:(NSURL *)url
    options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options
    __attribute__((availability(ios, introduced = 9.0, deprecated = 26.0)));
- (void)application:(UIApplication *)application
    didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)deviceToken
    __attribute__((availability(ios, introduced = 3.0)));
- (void)application:(UIApplication *)application
    didFailToRegisterForRemoteNotificationsWithError:(NSError *)error
    __attribute__((availability(ios, introduced = 3.0)));
- (void)application:(UIApplication *)application
    didReceiveRemoteNotification:(NSDictionary *)userInfo
    __attribute__((availability(ios, introduced = 3.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    didReceiveRemoteNotification:(NSDictionary *)userInfo
    fetchCompletionHandler:(void (^)(UIBackgroundFetchResult result))completionHandler
    __attribute__((availability(ios, introduced = 7.0)));
- (void)application:(UIApplication *)application
    performFetchWithCompletionHandler:(void (^)(UIBackgroundFetchResult result))completionHandler
    __attribute__((availability(ios, introduced = 7.0, deprecated = 13.0)));
- (void)application:(UIApplication *)application
    didReceiveLocalNotification:(UILocalNotification *)notification
    __attribute__((availability(ios, introduced = 4.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    didRegisterUserNotificationSettings:(UIUserNotificationSettings *)notificationSettings
    __attribute__((availability(ios, introduced = 8.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    handleActionWithIdentifier:(NSString * _Nullable)identifier
    forLocalNotification:(UILocalNotification *)notification
    completionHandler:(void (^)(void))completionHandler
    __attribute__((availability(ios, introduced = 8.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    handleActionWithIdentifier:(NSString * _Nullable)identifier
    forLocalNotification:(UILocalNotification *)notification
    withResponseInfo:(NSDictionary *)responseInfo
    completionHandler:(void (^)(void))completionHandler
    __attribute__((availability(ios, introduced = 9.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    handleActionWithIdentifier:(NSString * _Nullable)identifier
    forRemoteNotification:(NSDictionary *)userInfo
    completionHandler:(void (^)(void))completionHandler
    __attribute__((availability(ios, introduced = 8.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    handleActionWithIdentifier:(NSString * _Nullable)identifier
    forRemoteNotification:(NSDictionary *)userInfo
    withResponseInfo:(NSDictionary *)responseInfo
    completionHandler:(void (^)(void))completionHandler
    __attribute__((availability(ios, introduced = 9.0, deprecated = 10.0)));
- (void)application:(UIApplication *)application
    handleEventsForBackgroundURLSession:(NSString *)identifier
    completionHandler:(void (^)(void))completionHandler
    __attribute__((availability(ios, introduced = 7.0)));
- (void)application:(UIApplication *)application
    performActionForShortcutItem:(UIApplicationShortcutItem *)shortcutItem
    completionHandler:(void (^)(BOOL succeeded))completionHandler
    __attribute__((availability(ios, introduced = 9.0, deprecated = 26.0)));
- (void)application:(UIApplication *)application
    handleWatchKitExtensionRequest:(NSDictionary * _Nullable)userInfo
    reply:(void (^)(NSDictionary * _Nullable replyInfo))reply
    __attribute__((availability(ios, introduced = 8.2)));
- (void)applicationShouldRequestHealthAuthorization:(UIApplication *)application
    __attribute__((availability(ios, introduced = 9.0)));
- (id _Nullable)application:(UIApplication *)application
    handlerForIntent:(INIntent *)intent
    __attribute__((availability(ios, introduced = 14.0)));
- (void)application:(UIApplication *)application
    handleIntent:(INIntent *)intent
    completionHandler:(void (^)(INIntentResponse *intentResponse))completionHandler
    __attribute__((availability(ios, introduced = 11.0, deprecated = 14.0)));
- (BOOL)application:(UIApplication *)application
    willContinueUserActivityWithType:(NSString *)userActivityType
    __attribute__((availability(ios, introduced = 8.0, deprecated = 26.0)));
- (BOOL)application:(UIApplication *)application
    continueUserActivity:(NSUserActivity *)userActivity
    restorationHandler:(void (^)(NSArray<id<UIUserActivityRestoring>> * _Nullable restorableObjects))restorationHandler
    __attribute__((availability(ios, introduced = 8.0, deprecated = 26.0)));
- (void)application:(UIApplication *)application
    didFailToContinueUserActivityWithType:(NSString *)userActivityType
    error:(NSError *)error
    __attribute__((availability(ios, introduced = 8.0, deprecated = 26.0)));
- (void)application:(UIApplication *)application
    didUpdateUserActivity:(NSUserActivity *)userActivity
    __attribute__((availability(ios, introduced = 8.0, deprecated = 26.0)));
- (void)application:(UIApplication *)application
    userDidAcceptCloudKitShareWithMetadata:(CKShareMetadata *)cloudKitShareMetadata
    __attribute__((availability(ios, introduced = 10.0, deprecated = 26.0)));
- (UIInterfaceOrientationMask)application:(UIApplication *)application
    supportedInterfaceOrientationsForWindow:(UIWindow * _Nullable)window
    __attribute__((availability(ios, introduced = 6.0, deprecated = 27.0)));
- (BOOL)application:(UIApplication *)application
    shouldAllowExtensionPointIdentifier:(UIApplicationExtensionPointIdentifier)extensionPointIdentifier
    __attribute__((availability(ios, introduced = 8.0)));
- (BOOL)applicationShouldAutomaticallyLocalizeKeyCommands:(UIApplication *)application
    __attribute__((availability(ios, introduced = 15.0)));
- (UIViewController * _Nullable)application:(UIApplication *)application
    viewControllerWithRestorationIdentifierPath:(NSArray<NSString *> *)identifierComponents
    coder:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 6.0)));
- (BOOL)application:(UIApplication *)application
    shouldSaveApplicationState:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 6.0, deprecated = 13.2)));
- (BOOL)application:(UIApplication *)application
    shouldRestoreApplicationState:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 6.0, deprecated = 13.2)));
- (BOOL)application:(UIApplication *)application
    shouldSaveSecureApplicationState:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 13.2)));
- (BOOL)application:(UIApplication *)application
    shouldRestoreSecureApplicationState:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 13.2)));
- (void)application:(UIApplication *)application
    willEncodeRestorableStateWithCoder:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 6.0)));
- (void)application:(UIApplication *)application
    didDecodeRestorableStateWithCoder:(NSCoder *)coder
    __attribute__((availability(ios, introduced = 6.0)));
- (void)application:(UIApplication *)application
    willChangeStatusBarOrientation:(UIInterfaceOrientation)newStatusBarOrientation
    duration:(NSTimeInterval)duration
    __attribute__((availability(ios, introduced = 2.0, deprecated = 13.0)));
- (void)application:(UIApplication *)application
    didChangeStatusBarOrientation:(UIInterfaceOrientation)oldStatusBarOrientation
    __attribute__((availability(ios, introduced = 2.0, deprecated = 13.0)));
- (void)application:(UIApplication *)application
    willChangeStatusBarFrame:(CGRect)newStatusBarFrame
    __attribute__((availability(ios, introduced = 2.0, deprecated = 13.0)));
- (void)application:(UIApplication *)application
    didChangeStatusBarFrame:(CGRect)oldStatusBarFrame
    __attribute__((availability(ios, introduced = 2.0, deprecated = 13.0)));
- (UISceneConfiguration *)application:(UIApplication *)application
    configurationForConnectingSceneSession:(UISceneSession *)connectingSceneSession
    options:(UISceneConnectionOptions *)options
    __attribute__((availability(ios, introduced = 13.0)));
- (void)application:(UIApplication *)application
    didDiscardSceneSessions:(NSSet<UISceneSession *> *)sceneSessions
    __attribute__((availability(ios, introduced = 13.0)));
@property(nullable, nonatomic, strong) UIWindow *window;
@end

MAIN_ACTOR @protocol UISceneDelegate <NSObject>
@optional
- (void)scene:(UIScene *)scene
    willConnectToSession:(UISceneSession *)session
    options:(UISceneConnectionOptions *)connectionOptions
    __attribute__((availability(ios, introduced = 13.0)));
- (void)sceneDidDisconnect:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)sceneDidBecomeActive:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)sceneWillResignActive:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)sceneWillEnterForeground:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)sceneDidEnterBackground:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)scene:(UIScene *)scene
    openURLContexts:(NSSet<UIOpenURLContext *> *)URLContexts
    __attribute__((availability(ios, introduced = 13.0)));
- (NSUserActivity * _Nullable)stateRestorationActivityForScene:(UIScene *)scene
    __attribute__((availability(ios, introduced = 13.0)));
- (void)scene:(UIScene *)scene
    restoreInteractionStateWithUserActivity:(NSUserActivity *)stateRestorationActivity
    __attribute__((availability(ios, introduced = 15.0)));
- (void)scene:(UIScene *)scene
    willContinueUserActivityWithType:(NSString *)userActivityType
    __attribute__((availability(ios, introduced = 13.0)));
- (void)scene:(UIScene *)scene
    continueUserActivity:(NSUserActivity *)userActivity
    __attribute__((availability(ios, introduced = 13.0)));
- (void)scene:(UIScene *)scene
    didFailToContinueUserActivityWithType:(NSString *)userActivityType
    error:(NSError *)error
    __attribute__((availability(ios, introduced = 13.0)));
- (void)scene:(UIScene *)scene
    didUpdateUserActivity:(NSUserActivity *)userActivity
    __attribute__((availability(ios, introduced = 13.0)));
@end

MAIN_ACTOR @protocol UIWindowSceneDelegate <UISceneDelegate>
@optional
- (void)windowScene:(UIWindowScene *)windowScene
    didUpdateCoordinateSpace:(id<UICoordinateSpace>)previousCoordinateSpace
    interfaceOrientation:(UIInterfaceOrientation)previousInterfaceOrientation
    traitCollection:(UITraitCollection *)previousTraitCollection
    __attribute__((availability(ios, introduced = 13.0, deprecated = 26.0)));
- (void)windowScene:(UIWindowScene *)windowScene
    didUpdateEffectiveGeometry:(UIWindowSceneGeometry *)previousEffectiveGeometry
    __attribute__((availability(ios, introduced = 26.0)));
- (void)windowScene:(UIWindowScene *)windowScene
    performActionForShortcutItem:(UIApplicationShortcutItem *)shortcutItem
    completionHandler:(void (^)(BOOL succeeded))completionHandler
    __attribute__((availability(ios, introduced = 13.0)));
- (void)windowScene:(UIWindowScene *)windowScene
    userDidAcceptCloudKitShareWithMetadata:(CKShareMetadata *)cloudKitShareMetadata
    __attribute__((availability(ios, introduced = 13.0)));
- (UISceneWindowingControlStyle *)preferredWindowingControlStyleForScene:(UIWindowScene *)windowScene
    __attribute__((availability(ios, introduced = 26.0)));
- (UIInterfaceOrientationMask)supportedInterfaceOrientationsForWindowScene:(UIWindowScene *)windowScene
    __attribute__((availability(ios, introduced = 27.0)));
@property(nullable, nonatomic, strong) UIWindow *window;
@end

#pragma clang assume_nonnull end
