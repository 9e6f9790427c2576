// SPDX-License-Identifier: Apache-2.0

// Modules that are classes. Their macros write records, which the program finds as in an app.

#import "Objects.h"

#import <Foundation/Foundation.h>
#import <GantryC/GantryC.h>

@interface OrdersModule : NSObject <GantryModule> {
  gantry_call *context;
}
@end

GANTRY_MODULE(OrdersModule, .priority = 10, .require = "openLog, Storage")

@implementation OrdersModule

- (id)initWithContext:(gantry_call *)given {
  note("init");
  context = given;
  return [super init];
}

- (BOOL)launch:(NSError **)error {
  note("launch");
  gantry_send(context, "orders.open", "{\"count\": 3}");
  return YES;
}

- (bool)application:(id)application openURL:(id)url options:(id)options {
  note([[url scheme] isEqualToString:@"shop"] ? "shop" : "other");
  return [[url scheme] isEqualToString:@"shop"];
}

- (void)applicationDidEnterBackground:(id)application { note("background"); }

- (void)shutDown { note("shutDown"); }

- (void)dealloc {
  note("dealloc");
  [super dealloc];
}

@end

// Inherits the protocol and the methods, and has `init` only.
@interface StorageBase : NSObject <GantryModule>
@end

@implementation StorageBase

- (BOOL)launch:(NSError **)error {
  note("storage");
  return YES;
}

@end

@interface StorageModule : StorageBase
@end

GANTRY_MODULE(StorageModule, .lane = GantryBackground)

@implementation StorageModule
@end

@interface FailingModule : NSObject <GantryModule>
@end

GANTRY_MODULE(FailingModule)

@implementation FailingModule

- (BOOL)launch:(NSError **)error {
  NSDictionary *info = [NSDictionary dictionaryWithObject:@"the disk is full"
                                                   forKey:NSLocalizedDescriptionKey];
  *error = [NSError errorWithDomain:@"Shop" code:1 userInfo:info];
  return NO;
}

@end

@interface NilModule : NSObject <GantryModule>
@end

GANTRY_MODULE(NilModule)

@implementation NilModule

- (id)init {
  [self release];
  return nil;
}

- (BOOL)launch:(NSError **)error { return YES; }

@end

// Faulty classes. The compiler would refuse the first two, so they have descriptions without a macro.
@interface PlainClass : NSObject
@end

@implementation PlainClass
@end

@interface DeafModule : NSObject <GantryModule>
@end

@implementation DeafModule

- (id)application:(id)application handlerForIntent:(id)intent { return nil; }

- (int)application:(id)application openURL:(id)url options:(id)options { return 0; }

- (void)launchWithCompletionHandler:(id)completion {}

@end

GANTRY_LAUNCH(openLog, .require = "Storage") { note("log"); }

#define FAULTY(NAME, ...)                                                                        \
  {.size = sizeof(gantry_description), .form = 4, .name = NAME, .location = GANTRY_FILE,         \
   .line = 7, __VA_ARGS__}

const void *faulty_class(int index) {
  static const gantry_description faulty[] = {
      FAULTY("MissingModule", ), FAULTY("PlainClass", ), FAULTY("DeafModule", ),
      FAULTY("StorageModule", .once = true, .external = true)};
  return index < (int)(sizeof faulty / sizeof *faulty) ? &faulty[index] : NULL;
}

uintptr_t make_url(const char *text) {
  return (uintptr_t)[[NSURL alloc] initWithString:[NSString stringWithUTF8String:text]];
}
