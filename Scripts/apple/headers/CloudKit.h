// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Declared by hand after the public documentation, as far as the project uses it.

#import <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@interface CKShare : NSObject
@end

SWIFT_NAME("CKShare.Metadata") @interface CKShareMetadata : NSObject
@end

#pragma clang assume_nonnull end
