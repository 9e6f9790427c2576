// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>
#import <UserNotifications/UserNotifications.h>

#pragma clang assume_nonnull begin

@class UIApplication, UIOpenURLContext, UIScene, UISceneSession, UITraitCollection, UIWindow;
@class UIWindowScene, INIntent, INIntentResponse, CKShareMetadata;

typedef ENUM(NSUInteger, UIBackgroundFetchResult){
    UIBackgroundFetchResultNewData, UIBackgroundFetchResultNoData, UIBackgroundFetchResultFailed};
typedef NSUInteger UIBackgroundTaskIdentifier __attribute__((swift_wrapper(struct)));
extern const UIBackgroundTaskIdentifier UIBackgroundTaskInvalid;
typedef ENUM(NSInteger, UIApplicationState){
    UIApplicationStateActive, UIApplicationStateInactive,
    UIApplicationStateBackground} SWIFT_NAME("UIApplication.State");
typedef ENUM(NSInteger, UIInterfaceOrientation){
    UIInterfaceOrientationUnknown, UIInterfaceOrientationPortrait,
    UIInterfaceOrientationPortraitUpsideDown, UIInterfaceOrientationLandscapeRight,
    UIInterfaceOrientationLandscapeLeft};
typedef OPTIONS(NSUInteger, UIInterfaceOrientationMask){
    UIInterfaceOrientationMaskPortrait = 2, UIInterfaceOrientationMaskLandscapeLeft = 16,
    UIInterfaceOrientationMaskLandscapeRight = 8, UIInterfaceOrientationMaskPortraitUpsideDown = 4,
    UIInterfaceOrientationMaskLandscape = 24, UIInterfaceOrientationMaskAll = 30};
typedef NSString *UIApplicationLaunchOptionsKey
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIApplication.LaunchOptionsKey");
typedef NSString *UIApplicationOpenURLOptionsKey
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIApplication.OpenURLOptionsKey");
typedef NSString *UIApplicationExtensionPointIdentifier
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIApplication.ExtensionPointIdentifier");
typedef NSString *UISceneSessionRole
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UISceneSession.Role");

extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsURLKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.url");
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsRemoteNotificationKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.remoteNotification");
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsShortcutItemKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.shortcutItem");
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsLocationKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.location");
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsBluetoothCentralsKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.bluetoothCentrals");
extern UIApplicationLaunchOptionsKey const UIApplicationLaunchOptionsBluetoothPeripheralsKey
    SWIFT_NAME("UIApplication.LaunchOptionsKey.bluetoothPeripherals");
extern UIApplicationOpenURLOptionsKey const UIApplicationOpenURLOptionsSourceApplicationKey
    SWIFT_NAME("UIApplication.OpenURLOptionsKey.sourceApplication");
extern UIApplicationOpenURLOptionsKey const UIApplicationOpenURLOptionsOpenInPlaceKey
    SWIFT_NAME("UIApplication.OpenURLOptionsKey.openInPlace");

extern UISceneSessionRole const UIWindowSceneSessionRoleApplication
    SWIFT_NAME("UISceneSession.Role.windowApplication");

extern NSNotificationName const UIApplicationDidFinishLaunchingNotification
    SWIFT_NAME("UIApplication.didFinishLaunchingNotification");
extern NSNotificationName const UIApplicationDidBecomeActiveNotification
    SWIFT_NAME("UIApplication.didBecomeActiveNotification");
extern NSNotificationName const UIApplicationWillResignActiveNotification
    SWIFT_NAME("UIApplication.willResignActiveNotification");
extern NSNotificationName const UIApplicationDidEnterBackgroundNotification
    SWIFT_NAME("UIApplication.didEnterBackgroundNotification");
extern NSNotificationName const UIApplicationWillEnterForegroundNotification
    SWIFT_NAME("UIApplication.willEnterForegroundNotification");
extern NSNotificationName const UIApplicationWillTerminateNotification
    SWIFT_NAME("UIApplication.willTerminateNotification");
extern NSNotificationName const UIApplicationDidReceiveMemoryWarningNotification
    SWIFT_NAME("UIApplication.didReceiveMemoryWarningNotification");
extern NSNotificationName const UIApplicationSignificantTimeChangeNotification
    SWIFT_NAME("UIApplication.significantTimeChangeNotification");
extern NSNotificationName const UIApplicationProtectedDataWillBecomeUnavailable
    SWIFT_NAME("UIApplication.protectedDataWillBecomeUnavailableNotification");
extern NSNotificationName const UIApplicationProtectedDataDidBecomeAvailable
    SWIFT_NAME("UIApplication.protectedDataDidBecomeAvailableNotification");
extern NSNotificationName const UISceneWillConnectNotification
    SWIFT_NAME("UIScene.willConnectNotification");
extern NSNotificationName const UISceneDidDisconnectNotification
    SWIFT_NAME("UIScene.didDisconnectNotification");
extern NSNotificationName const UISceneDidActivateNotification
    SWIFT_NAME("UIScene.didActivateNotification");
extern NSNotificationName const UISceneWillDeactivateNotification
    SWIFT_NAME("UIScene.willDeactivateNotification");
extern NSNotificationName const UISceneWillEnterForegroundNotification
    SWIFT_NAME("UIScene.willEnterForegroundNotification");
extern NSNotificationName const UISceneDidEnterBackgroundNotification
    SWIFT_NAME("UIScene.didEnterBackgroundNotification");

SENDABLE @interface UIImage : NSObject
+ (nullable UIImage *)imageNamed:(NSString *)name
                        inBundle:(nullable NSBundle *)bundle
   compatibleWithTraitCollection:(nullable UITraitCollection *)traitCollection
    SWIFT_NAME("init(named:in:compatibleWith:)");
@end

SENDABLE @interface UIColor : NSObject
@property(class, nonatomic, readonly) UIColor *systemBackgroundColor
    SWIFT_NAME("systemBackground");
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
- (instancetype)init;
@end

typedef ENUM(NSInteger, NSTextAlignment){
    NSTextAlignmentLeft, NSTextAlignmentCenter, NSTextAlignmentRight, NSTextAlignmentJustified,
    NSTextAlignmentNatural};

MAIN_ACTOR @interface UIView : UIResponder
@property(nullable, nonatomic, copy) UIColor *backgroundColor;
@property(nullable, nonatomic, readonly) UIWindow *window;
@property(nonatomic, getter=isUserInteractionEnabled) BOOL userInteractionEnabled;
@property(nonatomic, getter=isHidden) BOOL hidden;
@property(nonatomic) CGRect bounds;
- (void)didMoveToWindow;
@end

MAIN_ACTOR @interface UILabel : UIView
@property(nullable, nonatomic, copy) NSString *text;
@property(nonatomic) NSTextAlignment textAlignment;
@property(nonatomic) NSInteger numberOfLines;
@end

typedef ENUM(NSInteger, UILayoutConstraintAxis){
    UILayoutConstraintAxisHorizontal,
    UILayoutConstraintAxisVertical} SWIFT_NAME("NSLayoutConstraint.Axis");
typedef ENUM(NSInteger, UIStackViewDistribution){
    UIStackViewDistributionFill, UIStackViewDistributionFillEqually,
    UIStackViewDistributionFillProportionally, UIStackViewDistributionEqualSpacing,
    UIStackViewDistributionEqualCentering} SWIFT_NAME("UIStackView.Distribution");
typedef ENUM(NSInteger, UIButtonType){
    UIButtonTypeCustom, UIButtonTypeSystem} SWIFT_NAME("UIButton.ButtonType");

@interface NSLayoutConstraint : NSObject
@end

MAIN_ACTOR @interface UIStackView : UIView
- (instancetype)initWithArrangedSubviews:(NSArray<__kindof UIView *> *)views;
@property(nonatomic) UILayoutConstraintAxis axis;
@property(nonatomic) UIStackViewDistribution distribution;
@end

MAIN_ACTOR @interface UIMenuElement : NSObject
@end

@class UIAction;
typedef void (^UIActionHandler)(__kindof UIAction *action);

MAIN_ACTOR @interface UIAction : UIMenuElement
+ (instancetype)actionWithTitle:(NSString *)title
                          image:(nullable UIImage *)image
                     identifier:(nullable NSString *)identifier
                        handler:(UIActionHandler)handler __attribute__((swift_private));
@end

MAIN_ACTOR @interface UIControl : UIView
@end

MAIN_ACTOR @interface UIButton : UIControl
+ (instancetype)buttonWithType:(UIButtonType)buttonType
                 primaryAction:(nullable UIAction *)primaryAction
    SWIFT_NAME("init(type:primaryAction:)");
@end

#pragma clang assume_nonnull end
#import <UIKit/Controllers.h>
#pragma clang assume_nonnull begin

MAIN_ACTOR @interface UIScreen : NSObject
@property(class, nonatomic, readonly) UIScreen *mainScreen SWIFT_NAME("main");
@property(nonatomic, readonly) CGRect bounds;
@end

typedef CGFloat UIWindowLevel
    __attribute__((swift_newtype(struct))) SWIFT_NAME("UIWindow.Level");
extern UIWindowLevel const UIWindowLevelNormal SWIFT_NAME("UIWindow.Level.normal");

MAIN_ACTOR @interface UIWindow : UIView
@property(nonatomic) UIWindowLevel windowLevel;
@property(nullable, nonatomic, strong) UIViewController *rootViewController;
@property(nullable, nonatomic, weak) UIWindowScene *windowScene;
- (instancetype)initWithWindowScene:(UIWindowScene *)windowScene;
- (instancetype)initWithFrame:(CGRect)frame;
- (void)makeKeyAndVisible;
@end

@protocol UIUserActivityRestoring <NSObject>
@end

@interface UIResponder (ActivityContinuation) <UIUserActivityRestoring>
@end

@interface UILocalNotification : NSObject
@end

@interface UIUserNotificationSettings : NSObject
@end

@protocol UICoordinateSpace <NSObject>
@end

@interface UIApplicationShortcutIcon : NSObject
@end

SENDABLE @interface UIApplicationShortcutItem : NSObject
- (instancetype)initWithType:(NSString *)type
              localizedTitle:(NSString *)localizedTitle
           localizedSubtitle:(nullable NSString *)localizedSubtitle
                        icon:(nullable UIApplicationShortcutIcon *)icon
                    userInfo:(nullable NSDictionary<NSString *, id<NSSecureCoding>> *)userInfo;
@property(nonatomic, copy, readonly) NSString *type;
@property(nonatomic, copy, readonly) NSString *localizedTitle;
@property(nullable, nonatomic, copy, readonly) NSDictionary<NSString *, id> *userInfo;
@end

MAIN_ACTOR @interface UISceneConfiguration : NSObject
+ (instancetype)configurationWithName:(nullable NSString *)name
                          sessionRole:(UISceneSessionRole)sessionRole
    SWIFT_NAME("init(name:sessionRole:)");
@property(nullable, nonatomic) Class delegateClass;
@end

MAIN_ACTOR @interface UISceneSession : NSObject
@property(nonatomic, readonly) UISceneSessionRole role;
@property(nonatomic, readonly, copy) UISceneConfiguration *configuration;
@property(nonatomic, readonly) NSString *persistentIdentifier;
@property(nullable, nonatomic, strong) NSUserActivity *stateRestorationActivity;
@end

MAIN_ACTOR SWIFT_NAME("UIScene.OpenURLOptions") @interface UISceneOpenURLOptions : NSObject
@property(nonatomic, nullable, readonly) NSString *sourceApplication;
@property(nonatomic, readonly) BOOL openInPlace;
@end

MAIN_ACTOR @interface UIOpenURLContext : NSObject
@property(nonatomic, readonly, copy) NSURL *URL;
@property(nonatomic, readonly, strong) UISceneOpenURLOptions *options;
@end

MAIN_ACTOR SWIFT_NAME("UIScene.ConnectionOptions") @interface UISceneConnectionOptions : NSObject
@property(nonatomic, readonly, copy) NSSet<UIOpenURLContext *> *URLContexts;
@property(nonatomic, readonly, copy) NSSet<NSUserActivity *> *userActivities;
@property(nonatomic, nullable, readonly) UIApplicationShortcutItem *shortcutItem;
@property(nonatomic, nullable, readonly) CKShareMetadata *cloudKitShareMetadata;
@end

typedef ENUM(NSInteger, UISceneActivationState){
    UISceneActivationStateUnattached = -1, UISceneActivationStateForegroundActive,
    UISceneActivationStateForegroundInactive,
    UISceneActivationStateBackground} SWIFT_NAME("UIScene.ActivationState");

@protocol UISceneDelegate;
MAIN_ACTOR @interface UIScene : UIResponder
@property(nonatomic, readonly) UISceneSession *session;
@property(nonatomic, readonly) UISceneActivationState activationState;
@property(nullable, nonatomic, strong) id<UISceneDelegate> delegate;
@end

SWIFT_NAME("UIWindowScene.Geometry") MAIN_ACTOR @interface UIWindowSceneGeometry : NSObject
@end

SWIFT_NAME("UIWindowScene.WindowingControlStyle")
__attribute__((availability(ios, introduced = 26.0)))
MAIN_ACTOR @interface UISceneWindowingControlStyle : NSObject
@property(class, nonatomic, readonly) UISceneWindowingControlStyle *automaticStyle
    SWIFT_NAME("automatic");
@end

MAIN_ACTOR @interface UIWindowScene : UIScene
@property(nonatomic, readonly) NSArray<UIWindow *> *windows;
@property(nullable, nonatomic, readonly) UIWindow *keyWindow
    __attribute__((availability(ios, introduced = 15.0)));
@end

@interface UNNotificationResponse (UIKitAdditions)
@property(nullable, nonatomic, readonly) UIScene *targetScene;
@end

#pragma clang assume_nonnull end
#import <UIKit/Delegates.h>
#pragma clang assume_nonnull begin

MAIN_ACTOR @interface UIApplication : UIResponder
@property(class, nonatomic, readonly) UIApplication *sharedApplication SWIFT_NAME("shared")
    __attribute__((availability(ios_app_extension, unavailable)));
@property(nullable, nonatomic, weak) id<UIApplicationDelegate> delegate;
@property(nonatomic, readonly) UIApplicationState applicationState;
@property(nonatomic, readonly) NSSet<UIScene *> *connectedScenes;
@property(nonatomic, readonly, getter=isProtectedDataAvailable) BOOL protectedDataAvailable;
- (UIInterfaceOrientationMask)supportedInterfaceOrientationsForWindow:(nullable UIWindow *)window;
- (UIBackgroundTaskIdentifier)beginBackgroundTaskWithName:(nullable NSString *)taskName
                                        expirationHandler:(void (^MAIN_ACTOR SENDABLE _Nullable)(void))handler
    SWIFT_NAME("beginBackgroundTask(withName:expirationHandler:)") __attribute__((swift_attr("nonisolated")));
- (void)endBackgroundTask:(UIBackgroundTaskIdentifier)identifier __attribute__((swift_attr("nonisolated")));
@end

#pragma clang assume_nonnull end
