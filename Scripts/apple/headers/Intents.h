// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@interface INIntent : NSObject
@end

@interface INIntentResponse : NSObject
- (instancetype)init;
@end

@interface INInteraction : NSObject
@property(readonly, copy) INIntent *intent;
@end

@interface NSUserActivity (IntentsAdditions)
@property(nullable, readonly) INInteraction *interaction;
@end

#pragma clang assume_nonnull end
