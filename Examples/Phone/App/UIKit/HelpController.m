// SPDX-License-Identifier: Apache-2.0

#import "HelpController.h"

#import <BackgroundTasks/BackgroundTasks.h>
#import <CloudKit/CloudKit.h>
#import <Intents/Intents.h>
#import <UserNotifications/UserNotifications.h>

#if __has_feature(modules)
@import GantryApple;
#else
#import "GantryApple-Swift.h"
#endif

// region: help
@implementation HelpController

- (void)loadView {
  self.title = @"Help";
  __weak HelpController *page = self;
  UIAction *action = [UIAction actionWithTitle:@"Where is my order?"
                                         image:nil
                                    identifier:nil
                                       handler:^(__unused UIAction *tap) { [page showOrder]; }];
  self.view = [UIButton buttonWithType:UIButtonTypeSystem primaryAction:action];
}

- (void)showOrder {
  [GantryHost.sharedHost showPage:@"orders/1"
                             from:self
                       completion:^(NSError *error) {
                         if (error) self.title = error.localizedDescription;
                       }];
}

@end
// endregion
