// SPDX-License-Identifier: Apache-2.0

#import <UIKit/UIKit.h>

/// A screen that was there before the modules.
__attribute__((swift_attr("@MainActor"))) @interface HelpController : UIViewController
@end
