// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

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

@class NSApplication, NSPrintInfo;

typedef ENUM(NSUInteger, NSApplicationTerminateReply){
    NSTerminateCancel = 0, NSTerminateNow = 1,
    NSTerminateLater = 2} SWIFT_NAME("NSApplication.TerminateReply");
typedef ENUM(NSUInteger, NSApplicationPrintReply){
    NSPrintingCancelled = 0, NSPrintingSuccess = 1, NSPrintingFailure = 3,
    NSPrintingReplyLater = 2} SWIFT_NAME("NSApplication.PrintReply");
typedef ENUM(NSUInteger, NSApplicationDelegateReply){
    NSApplicationDelegateReplySuccess = 0, NSApplicationDelegateReplyCancel = 1,
    NSApplicationDelegateReplyFailure = 2} SWIFT_NAME("NSApplication.DelegateReply");
typedef NSString *NSPrintInfoAttributeKey
    __attribute__((swift_newtype(struct))) SWIFT_NAME("NSPrintInfo.AttributeKey");

extern NSNotificationName const NSApplicationWillHideNotification
    SWIFT_NAME("NSApplication.willHideNotification");
extern NSNotificationName const NSApplicationDidHideNotification
    SWIFT_NAME("NSApplication.didHideNotification");
extern NSNotificationName const NSApplicationWillUnhideNotification
    SWIFT_NAME("NSApplication.willUnhideNotification");
extern NSNotificationName const NSApplicationDidUnhideNotification
    SWIFT_NAME("NSApplication.didUnhideNotification");
extern NSNotificationName const NSApplicationWillBecomeActiveNotification
    SWIFT_NAME("NSApplication.willBecomeActiveNotification");
extern NSNotificationName const NSApplicationDidBecomeActiveNotification
    SWIFT_NAME("NSApplication.didBecomeActiveNotification");
extern NSNotificationName const NSApplicationWillResignActiveNotification
    SWIFT_NAME("NSApplication.willResignActiveNotification");
extern NSNotificationName const NSApplicationDidResignActiveNotification
    SWIFT_NAME("NSApplication.didResignActiveNotification");
extern NSNotificationName const NSApplicationWillTerminateNotification
    SWIFT_NAME("NSApplication.willTerminateNotification");
extern NSNotificationName const NSApplicationDidChangeScreenParametersNotification
    SWIFT_NAME("NSApplication.didChangeScreenParametersNotification");
extern NSNotificationName const NSApplicationDidChangeOcclusionStateNotification
    SWIFT_NAME("NSApplication.didChangeOcclusionStateNotification");
extern NSNotificationName const NSApplicationProtectedDataWillBecomeUnavailableNotification
    SWIFT_NAME("NSApplication.protectedDataWillBecomeUnavailableNotification")
    __attribute__((availability(macos, introduced = 12.0)));
extern NSNotificationName const NSApplicationProtectedDataDidBecomeAvailableNotification
    SWIFT_NAME("NSApplication.protectedDataDidBecomeAvailableNotification")
    __attribute__((availability(macos, introduced = 12.0)));

@protocol NSUserActivityRestoring <NSObject>
@end

MAIN_ACTOR @interface NSResponder : NSObject<NSUserActivityRestoring>
@end

MAIN_ACTOR @interface NSMenuItem : NSObject
@end

MAIN_ACTOR @interface NSMenu : NSObject<NSCopying>
@property(copy) NSArray<NSMenuItem *> *itemArray SWIFT_NAME("items");
- (void)removeAllItems;
- (instancetype)initWithTitle:(NSString *)title;
- (void)addItem:(NSMenuItem *)newItem SWIFT_NAME("addItem(_:)");
@end

@class INIntent, CKShareMetadata;
@class NSApplication;

#pragma clang assume_nonnull end

#import <AppKit/Delegates.h>

#pragma clang assume_nonnull begin

MAIN_ACTOR @interface NSViewController : NSResponder
@end

MAIN_ACTOR @interface NSApplication : NSResponder
@property(nullable, weak) id<NSApplicationDelegate> delegate;
- (void)replyToApplicationShouldTerminate:(BOOL)shouldTerminate
    SWIFT_NAME("reply(toApplicationShouldTerminate:)");
- (void)replyToOpenOrPrint:(NSApplicationDelegateReply)reply SWIFT_NAME("reply(toOpenOrPrint:)");
@end

MAIN_ACTOR @interface NSPrintInfo : NSObject
@end

#pragma clang assume_nonnull end
