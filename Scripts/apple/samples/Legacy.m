// SPDX-License-Identifier: Apache-2.0

// Functions of an existing library in Objective-C, which take part in the launch.

#import <Foundation/Foundation.h>
#import <GantryC/GantryC.h>

@interface Legacy : NSObject
+ (BOOL)open;
@end

@implementation Legacy
+ (BOOL)open {
  return YES;
}
@end

// region: launch
GANTRY_LAUNCH(openLegacy, .lane = GantryMain, .priority = 10, .require = "Storage") {
  if (![Legacy open]) gantry_fail(call, "the library did not open");
}

GANTRY_ON(saveLegacy, "DidEnterBackground") {
  gantry_send(call, "legacy.saved", "{\"items\": 3}");
}
// endregion

@interface Target_Orders : NSObject
- (NSNumber *)Action_total:(NSDictionary *)parameters;
@end

@implementation Target_Orders
- (NSNumber *)Action_total:(NSDictionary *)parameters {
  return parameters[@"total"];
}
@end

// region: target
GANTRY_ROUTE(ordersTotal, "orders/total/:customer") {
  NSDictionary *parameters = @{@"customer" : @(gantry_parameter(call, "customer"))};
  NSNumber *total = [[Target_Orders new] Action_total:parameters];
  gantry_answer(call, total.stringValue.UTF8String);
}
// endregion
