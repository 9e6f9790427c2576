// SPDX-License-Identifier: Apache-2.0

// A module that is a class: it takes part in the launch, and handles methods of delegates.

#import <GantryC/GantryC.h>
#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>

// region: interface
@interface OrdersModule : NSObject <GantryModule, UIApplicationDelegate>
@end

GANTRY_MODULE(OrdersModule, .priority = 10, .require = "Log")
// endregion

// region: implementation
@implementation OrdersModule {
  gantry_call *_context;
}

- (id)initWithContext:(gantry_call *)context {
  if ((self = [super init])) _context = context;
  return self;
}

- (BOOL)launch:(NSError **)error {
  gantry_log(_context, GantryInfo, "orders are open");
  return YES;
}

- (BOOL)application:(UIApplication *)app
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
  return gantry_open(_context, "orders");
}

- (void)applicationDidEnterBackground:(UIApplication *)application {
  gantry_send(_context, "orders.saved", NULL);
}

@end
// endregion

@interface OrdersModule (Others) <UIWindowSceneDelegate, UNUserNotificationCenterDelegate>
@end

@implementation OrdersModule (Others)

- (void)launchWithCompletionHandler:(void (^)(NSError *_Nullable))completion {
  completion(nil);
}

- (void)shutDown {
}

- (void)sceneDidBecomeActive:(UIScene *)scene {
  gantry_log(_context, GantryDebug, "a scene is active");
}

- (void)application:(UIApplication *)application
    performFetchWithCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
  completionHandler(UIBackgroundFetchResultNewData);
}

- (void)userNotificationCenter:(UNUserNotificationCenter *)center
       willPresentNotification:(UNNotification *)notification
         withCompletionHandler:(void (^)(UNNotificationPresentationOptions))completionHandler {
  completionHandler(UNNotificationPresentationOptionSound);
}

@end
