// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>
#import <dispatch/dispatch.h>

#pragma clang assume_nonnull begin

@interface BGTask : NSObject
@property(nonatomic, strong, readonly) NSString *identifier;
@property(nonatomic, strong, nullable) void (^expirationHandler)(void);
- (void)setTaskCompletedWithSuccess:(BOOL)success SWIFT_NAME("setTaskCompleted(success:)");
@end

@interface BGTaskScheduler : NSObject
@property(class, readonly, strong) BGTaskScheduler *sharedScheduler SWIFT_NAME("shared");
- (BOOL)registerForTaskWithIdentifier:(NSString *)identifier
                           usingQueue:(nullable dispatch_queue_t)queue
                        launchHandler:(void (^)(__kindof BGTask *task))launchHandler
    SWIFT_NAME("register(forTaskWithIdentifier:using:launchHandler:)");
@end

#pragma clang assume_nonnull end
