// SPDX-License-Identifier: Apache-2.0

// Delegates in Objective-C, and code that uses modules. The headers are those that the compiler writes.

#import <BackgroundTasks/BackgroundTasks.h>
#import <CloudKit/CloudKit.h>
#import <Intents/Intents.h>
#import <UIKit/UIKit.h>
#import <UserNotifications/UserNotifications.h>

#import "GantryApple-Swift.h"
#import "Shop-Swift.h"

@interface VendorDelegate : UIResponder <UIApplicationDelegate>
@end

// region: delegate
@interface AppDelegate : VendorDelegate
@property(nonatomic, strong) ShopHost *gantry;
@end

@implementation AppDelegate

- (instancetype)init {
  if ((self = [super init])) _gantry = [[ShopHost alloc] init];
  return self;
}

- (BOOL)application:(UIApplication *)application
    willFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> *)options {
  return [self.gantry application:application willFinishLaunchingWithOptions:options];
}

- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary<UIApplicationLaunchOptionsKey, id> *)options {
  BOOL isFine = [super application:application didFinishLaunchingWithOptions:options];
  return [self.gantry application:application didFinishLaunchingWithOptions:options] && isFine;
}

- (BOOL)respondsToSelector:(SEL)selector {
  return [super respondsToSelector:selector] || [self.gantry respondsToSelector:selector];
}

- (id)forwardingTargetForSelector:(SEL)selector {
  if ([self.gantry respondsToSelector:selector]) return self.gantry;
  return [super forwardingTargetForSelector:selector];
}

@end
// endregion

@interface OtherDelegate : VendorDelegate
@property(nonatomic, strong) ShopHost *gantry;
@end

static BOOL isOfModule(NSString *type) {
  return type != nil;
}

@implementation OtherDelegate

// region: method
- (BOOL)application:(UIApplication *)application
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
  if ([self.gantry application:application openURL:url options:options]) return YES;
  return [super application:application openURL:url options:options];
}

- (void)application:(UIApplication *)application
    performActionForShortcutItem:(UIApplicationShortcutItem *)item
               completionHandler:(void (^)(BOOL))completionHandler {
  if (isOfModule(item.type)) {
    [self.gantry application:application
        performActionForShortcutItem:item
                   completionHandler:completionHandler];
  } else {
    [super application:application
        performActionForShortcutItem:item
                   completionHandler:completionHandler];
  }
}
// endregion

@end

// region: scene
@interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
@property(nonatomic, strong) UIWindow *window;
@end

@implementation SceneDelegate

- (void)scene:(UIScene *)scene
    willConnectToSession:(UISceneSession *)session
                 options:(UISceneConnectionOptions *)options {
  self.window = [[UIWindow alloc] initWithWindowScene:(UIWindowScene *)scene];
  self.window.rootViewController = [[UINavigationController alloc] init];
  [self.window makeKeyAndVisible];
  [GantryHost.sharedHost scene:scene willConnectToSession:session options:options];
}

- (BOOL)respondsToSelector:(SEL)selector {
  return [super respondsToSelector:selector]
         || [GantryHost.sharedHost respondsToSelector:selector];
}

- (id)forwardingTargetForSelector:(SEL)selector {
  if ([GantryHost.sharedHost respondsToSelector:selector]) return GantryHost.sharedHost;
  return [super forwardingTargetForSelector:selector];
}

@end
// endregion

@interface OrdersController : UIViewController
@property(nonatomic, strong) UINavigationController *stack;
@property(nonatomic, strong) id token;
@end

@implementation OrdersController

- (void)showText:(NSString *)text {
  self.title = text;
}

+ (void)orderWasPlaced:(NSNumber *)number {
}

// region: pages
- (void)showOrder {
  [GantryHost.sharedHost showPage:@"orders/7"];
}

- (void)showOrderInSheet {
  [GantryHost.sharedHost showPage:@"orders/7" as:GantryPresentationSheet];
}

- (void)showOrderHere {
  [GantryHost.sharedHost showPage:@"orders/7"
                             from:self
                       completion:^(NSError *error) {
                         if (error) [self showText:error.localizedDescription];
                       }];
}

- (void)pushOrder {
  NSError *error = nil;
  UIViewController *page = [GantryHost.sharedHost pageForPath:@"orders/7" error:&error];
  if (page) [self.stack pushViewController:page animated:YES];
}
// endregion

// region: event
- (void)orderPlaced {
  [GantryHost.sharedHost sendEvent:@"orders.placed" values:@{@"id" : @"7"}];
}
// endregion

// region: hear
- (void)hearOrders {
  self.token = [NSNotificationCenter.defaultCenter
      addObserverForName:@"OrderPlaced"
                  object:nil
                   queue:NSOperationQueue.mainQueue
              usingBlock:^(NSNotification *notification) {
                [OrdersController orderWasPlaced:notification.userInfo[@"id"]];
              }];
}
// endregion

// region: service
- (void)addTea {
  id<Basket> basket = [GantryHost.sharedHost serviceForProtocol:@protocol(Basket)];
  [basket add:@"tea"];
}
// endregion

// region: more
- (void)openOrExplain:(NSURL *)url {
  ShopHost *host = (ShopHost *)GantryHost.sharedHost;
  if ([host canOpenURL:url]) {
    [host openURL:url];
  } else {
    [self showText:host.launchError.localizedDescription ?: [host explain:@"Orders"]];
  }
}
// endregion

- (BOOL)openLink:(NSURL *)link {
  return [GantryHost.sharedHost openURL:link];
}

@end

// region: tests
BOOL seesTheStub(void) {
  TestHost *host = [[TestHost alloc] init];  // is GantryHost.sharedHost, as long as it's retained
  id<Basket> basket = [GantryHost.sharedHost serviceForProtocol:@protocol(Basket)];
  return host != nil && basket.count == 3;
}
// endregion
