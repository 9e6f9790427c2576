// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@class UNUserNotificationCenter;

typedef OPTIONS(NSUInteger, UNNotificationPresentationOptions){
    UNNotificationPresentationOptionBadge = 1, UNNotificationPresentationOptionSound = 2,
    UNNotificationPresentationOptionList = 8, UNNotificationPresentationOptionBanner = 16};

@interface UNNotificationContent : NSObject
@property(nonatomic, readonly, copy) NSString *title;
@property(nonatomic, readonly, copy) NSString *body;
@property(nonatomic, readonly, copy) NSString *categoryIdentifier;
@property(nonatomic, readonly, copy) NSDictionary *userInfo;
@end

@interface UNNotificationRequest : NSObject
@property(nonatomic, readonly, copy) NSString *identifier;
@property(nonatomic, readonly, copy) UNNotificationContent *content;
@end

@interface UNNotification : NSObject
@property(nonatomic, readonly, copy) UNNotificationRequest *request;
@end

@interface UNNotificationResponse : NSObject
@property(nonatomic, readonly, copy) UNNotification *notification;
@property(nonatomic, readonly, copy) NSString *actionIdentifier;
@end

@interface UNTextInputNotificationResponse : UNNotificationResponse
@property(nonatomic, readonly, copy) NSString *userText;
@end

@protocol UNUserNotificationCenterDelegate <NSObject>
@optional
- (void)userNotificationCenter:(UNUserNotificationCenter *)center
       willPresentNotification:(UNNotification *)notification
         withCompletionHandler:
             (void (^)(UNNotificationPresentationOptions options))completionHandler;
- (void)userNotificationCenter:(UNUserNotificationCenter *)center
    didReceiveNotificationResponse:(UNNotificationResponse *)response
             withCompletionHandler:(void (^)(void))completionHandler;
- (void)userNotificationCenter:(UNUserNotificationCenter *)center
    openSettingsForNotification:(nullable UNNotification *)notification
    SWIFT_NAME("userNotificationCenter(_:openSettingsFor:)");
@end

@interface UNUserNotificationCenter : NSObject
@property(nonatomic, nullable, weak) id<UNUserNotificationCenterDelegate> delegate;
+ (UNUserNotificationCenter *)currentNotificationCenter SWIFT_NAME("current()");
@end

#pragma clang assume_nonnull end
