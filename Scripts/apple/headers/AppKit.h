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

#pragma clang assume_nonnull end
