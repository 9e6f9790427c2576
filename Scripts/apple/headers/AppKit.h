// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Declared by hand after the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@interface NSImage : NSObject
@end

@interface NSBundle (Images)
- (nullable NSImage *)imageForResource:(NSString *)name SWIFT_NAME("image(forResource:)");
@end

SENDABLE @interface NSColor : NSObject
+ (nullable NSColor *)colorNamed:(NSString *)name
                          bundle:(nullable NSBundle *)bundle SWIFT_NAME("init(named:bundle:)");
@end

MAIN_ACTOR @interface NSNib : NSObject
- (nullable instancetype)initWithNibNamed:(NSString *)nibName
                                   bundle:(nullable NSBundle *)bundle SWIFT_NAME("init(nibNamed:bundle:)");
@end

MAIN_ACTOR @interface NSStoryboard : NSObject
+ (instancetype)storyboardWithName:(NSString *)name
                            bundle:(nullable NSBundle *)storyboardBundleOrNil
    SWIFT_NAME("init(name:bundle:)");
@end

@class NSApplication;

typedef ENUM(NSUInteger, NSApplicationTerminateReply){
    NSTerminateCancel = 0, NSTerminateNow = 1,
    NSTerminateLater = 2} SWIFT_NAME("NSApplication.TerminateReply");

extern NSNotificationName const NSApplicationDidBecomeActiveNotification
    SWIFT_NAME("NSApplication.didBecomeActiveNotification");
extern NSNotificationName const NSApplicationWillResignActiveNotification
    SWIFT_NAME("NSApplication.willResignActiveNotification");
extern NSNotificationName const NSApplicationWillTerminateNotification
    SWIFT_NAME("NSApplication.willTerminateNotification");

@protocol NSUserActivityRestoring <NSObject>
@end

MAIN_ACTOR @protocol NSApplicationDelegate <NSObject>
@optional
- (void)applicationDidFinishLaunching:(NSNotification *)notification;
- (NSApplicationTerminateReply)applicationShouldTerminate:(NSApplication *)sender;
- (void)application:(NSApplication *)application openURLs:(NSArray<NSURL *> *)urls;
- (BOOL)application:(NSApplication *)application
    willContinueUserActivityWithType:(NSString *)userActivityType;
- (BOOL)application:(NSApplication *)application
    continueUserActivity:(NSUserActivity *)userActivity
      restorationHandler:
          (void (^)(NSArray<id<NSUserActivityRestoring>> *restorableObjects))restorationHandler;
- (void)application:(NSApplication *)application
    didFailToContinueUserActivityWithType:(NSString *)userActivityType
                                    error:(NSError *)error;
- (void)application:(NSApplication *)application
    didUpdateUserActivity:(NSUserActivity *)userActivity;
@end

MAIN_ACTOR @interface NSResponder : NSObject
@end

MAIN_ACTOR @interface NSViewController : NSResponder
@end

MAIN_ACTOR @interface NSApplication : NSResponder
@property(nullable, weak) id<NSApplicationDelegate> delegate;
- (void)replyToApplicationShouldTerminate:(BOOL)shouldTerminate
    SWIFT_NAME("reply(toApplicationShouldTerminate:)");
@end

#pragma clang assume_nonnull end
