// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Declared by hand after the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@class UIApplication, UIScene, UITraitCollection, UIWindow, UIWindowScene;

typedef ENUM(NSUInteger, UIBackgroundFetchResult){
    UIBackgroundFetchResultNewData, UIBackgroundFetchResultNoData, UIBackgroundFetchResultFailed};
typedef OPTIONS(NSUInteger, UIInterfaceOrientationMask){
    UIInterfaceOrientationMaskPortrait = 2, UIInterfaceOrientationMaskAll = 30};
typedef NSString *UIApplicationLaunchOptionsKey
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIApplication.LaunchOptionsKey");
typedef NSString *UIApplicationOpenURLOptionsKey
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIApplication.OpenURLOptionsKey");

SENDABLE @interface UIImage : NSObject
+ (nullable UIImage *)imageNamed:(NSString *)name
                        inBundle:(nullable NSBundle *)bundle
   compatibleWithTraitCollection:(nullable UITraitCollection *)traitCollection
    SWIFT_NAME("init(named:in:compatibleWith:)");
@end

SENDABLE @interface UIColor : NSObject
+ (nullable UIColor *)colorNamed:(NSString *)name
                        inBundle:(nullable NSBundle *)bundle
   compatibleWithTraitCollection:(nullable UITraitCollection *)traitCollection
    SWIFT_NAME("init(named:in:compatibleWith:)");
@end

MAIN_ACTOR @interface UITraitCollection : NSObject
@end

MAIN_ACTOR @interface UINib : NSObject
+ (UINib *)nibWithNibName:(NSString *)name
                   bundle:(nullable NSBundle *)bundleOrNil SWIFT_NAME("init(nibName:bundle:)");
@end

MAIN_ACTOR @interface UIStoryboard : NSObject
+ (UIStoryboard *)storyboardWithName:(NSString *)name
                              bundle:(nullable NSBundle *)storyboardBundleOrNil
    SWIFT_NAME("init(name:bundle:)");
@end

MAIN_ACTOR @interface UIResponder : NSObject
@end

MAIN_ACTOR @interface UIViewController : UIResponder
- (void)viewDidLoad;
@end

MAIN_ACTOR @interface UIWindow : UIResponder
@property(nullable, nonatomic, strong) UIViewController *rootViewController;
@end

MAIN_ACTOR @protocol UIApplicationDelegate <NSObject>
@optional
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:
        (nullable NSDictionary<UIApplicationLaunchOptionsKey, id> *)launchOptions;
- (void)applicationDidBecomeActive:(UIApplication *)application;
- (BOOL)application:(UIApplication *)app
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options;
- (void)application:(UIApplication *)application
    didReceiveRemoteNotification:(NSDictionary *)userInfo
          fetchCompletionHandler:(void (^)(UIBackgroundFetchResult result))completionHandler;
- (UIInterfaceOrientationMask)application:(UIApplication *)application
    supportedInterfaceOrientationsForWindow:(nullable UIWindow *)window;
@property(nullable, nonatomic, strong) UIWindow *window;
@end

MAIN_ACTOR @interface UIApplication : UIResponder
@property(nullable, nonatomic, weak) id<UIApplicationDelegate> delegate;
@end

MAIN_ACTOR @protocol UISceneDelegate <NSObject>
@end

MAIN_ACTOR @interface UIScene : UIResponder
@end

MAIN_ACTOR @interface UIWindowScene : UIScene
@end

MAIN_ACTOR @protocol UIWindowSceneDelegate <UISceneDelegate>
@optional
- (UIInterfaceOrientationMask)supportedInterfaceOrientationsForWindowScene:
    (UIWindowScene *)windowScene __attribute__((availability(ios, introduced = 27.0)));
@end

#pragma clang assume_nonnull end
