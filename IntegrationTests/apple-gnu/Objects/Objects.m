// SPDX-License-Identifier: Apache-2.0

#import "Objects.h"

#import <Foundation/Foundation.h>
#import <objc/runtime.h>

// From Swift's runtime.
extern void *swift_initStackObject(const void *type, void *object);
extern void swift_release(void *object);

static const void *countingType;
static char notes[1024];

void begin_objects(const void *type) { countingType = type; }

void note(const char *line) {
  if (notes[0] != 0) strncat(notes, " ", sizeof notes - strlen(notes) - 1);
  strncat(notes, line, sizeof notes - strlen(notes) - 1);
}

const char *take_notes(void) {
  static char taken[sizeof notes];
  strcpy(taken, notes);
  notes[0] = 0;
  return taken;
}

// An object that Swift can refer to, like an object of the system's runtime. Objective-C's references are
// counted in front of it, and Swift's in its second word. The last release by Objective-C ends it; from
// then on, Swift's weak references read nil.
@interface Counted : NSObject {
  uintptr_t counts;
}
@end

@implementation Counted

+ (id)allocWithZone:(NSZone *)zone {
  id object = NSAllocateObject(self, 0, zone);
  swift_initStackObject(countingType, (void *)object);
  object_setClass(object, self);
  return object;
}

- (oneway void)release {
  if ([self retainCount] == 1) {
    Class type = object_getClass(self);
    *(const void **)self = countingType;
    swift_release((void *)self);
    object_setClass(self, type);
  }
  [super release];
}

@end

// Its own method answers no.
@interface ShopDelegate : Counted {
  int badge;
}
@end

@implementation ShopDelegate

- (bool)application:(id)application openURL:(id)url options:(id)options {
  note("own");
  return false;
}

- (void)setBadge:(int)value { badge = value; }

- (int)badge { return badge; }

@end

@interface InheritingDelegate : ShopDelegate
@end

@implementation InheritingDelegate
@end

@interface CallingDelegate : ShopDelegate
@end

@implementation CallingDelegate

- (bool)application:(id)application openURL:(id)url options:(id)options {
  note("below");
  return [super application:application openURL:url options:options];
}

@end

@interface PlainDelegate : Counted {
  int badge;
}
@end

@implementation PlainDelegate

- (void)setBadge:(int)value { badge = value; }

- (int)badge { return badge; }

@end

// Stands for a GantryHost whose modules hear of activities.
@interface ContinuingHost : NSObject
- (bool)application:(id)application willContinueUserActivityWithType:(id)type;
@end

@implementation ContinuingHost

- (bool)application:(id)application willContinueUserActivityWithType:(id)type {
  note("host");
  return true;
}

@end

// Forwards as the guide for apps in Objective-C says.
@interface ForwardingDelegate : PlainDelegate {
  id gantry;
}
@end

@implementation ForwardingDelegate

- (id)init {
  if ((self = [super init])) gantry = [[ContinuingHost alloc] init];
  return self;
}

- (void)dealloc {
  [gantry release];
  [super dealloc];
}

- (BOOL)respondsToSelector:(SEL)selector {
  return [super respondsToSelector:selector] || [gantry respondsToSelector:selector];
}

- (id)forwardingTargetForSelector:(SEL)selector {
  if ([gantry respondsToSelector:selector]) return gantry;
  return [super forwardingTargetForSelector:selector];
}

@end

@interface LeavingDelegate : ShopDelegate
@end

@implementation LeavingDelegate

- (void)dealloc {
  [self application:nil openURL:nil options:nil];
  note("gone");
  [super dealloc];
}

@end

// Has the name of a system class.
@interface UIViewController : Counted {
  bool badge;
}
@end

@implementation UIViewController

- (id)initWithNibName:(id)name bundle:(id)bundle {
  note("nib");
  return [super init];
}

- (void)viewDidLoad { note("base"); }

- (void)viewWillAppear:(bool)animated { note(animated ? "animated" : "plain"); }

- (void)setBadge:(int)value { badge = value; }

- (int)badge { return badge; }

@end

@interface OrdersController : UIViewController
@end

@implementation OrdersController

- (void)viewDidLoad {
  note("orders");
  [super viewDidLoad];
}

@end

// Is observed before the system's initializer has run.
@interface WatchedController : UIViewController
@end

@implementation WatchedController

- (id)initWithNibName:(id)name bundle:(id)bundle {
  observe_badge((uintptr_t)self);
  return [super initWithNibName:name bundle:bundle];
}

- (void)viewDidLoad { note("watched"); }

@end

@interface Watcher : NSObject
@end

@implementation Watcher

- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
  note("observed");
}

@end

static Watcher *watcher(void) {
  static Watcher *only;
  if (only == nil) only = [Watcher new];
  return only;
}

void observe_badge(uintptr_t object) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [(id)object addObserver:watcher() forKeyPath:@"badge" options:NSKeyValueObservingOptionNew
                  context:NULL];
  [pool drain];
}

void change_badge(uintptr_t object, int badge) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [(id)object setBadge:badge];
  [pool drain];
}

void stop_observing_badge(uintptr_t object) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [(id)object removeObserver:watcher() forKeyPath:@"badge"];
  [pool drain];
}

uintptr_t make_object(const char *type) { return (uintptr_t)[[objc_getClass(type) alloc] init]; }

uintptr_t make_controller(const char *type) {
  return (uintptr_t)[[objc_getClass(type) alloc] initWithNibName:nil bundle:nil];
}

void release_object(uintptr_t object) { [(id)object release]; }

bool open_url(uintptr_t delegate) {
  return [(ShopDelegate *)delegate application:nil openURL:nil options:nil];
}

bool continue_activity(uintptr_t delegate) {
  return [(ContinuingHost *)delegate application:nil willContinueUserActivityWithType:nil];
}

bool responds(uintptr_t object, const char *name) {
  return [(id)object respondsToSelector:sel_registerName(name)];
}

void show(uintptr_t controller) {
  [(UIViewController *)controller viewDidLoad];
  [(UIViewController *)controller viewWillAppear:true];
}

typedef bool (*Open)(id, SEL, id, id, id);
static Open wrapped;

static bool wrapping(id self, SEL name, id application, id url, id options) {
  note("library");
  return wrapped(self, name, application, url, options);
}

static bool exchanged(id self, SEL name, id application, id url, id options) {
  note("library");
  SEL other = sel_registerName("library_application:openURL:options:");
  Open next = (Open)class_getMethodImplementation(object_getClass(self), other);
  return next(self, other, application, url, options);
}

static Method method_of_open(Class type) {
  return class_getInstanceMethod(type, @selector(application:openURL:options:));
}

void wrap_open(const char *type) {
  wrapped = (Open)method_setImplementation(
      method_of_open(objc_getClass(type)), (IMP)wrapping);
}

void exchange_open(const char *type) {
  Class known = objc_getClass(type);
  SEL other = sel_registerName("library_application:openURL:options:");
  class_addMethod(known, other, (IMP)exchanged, "B40@0:8@16@24@32");
  method_exchangeImplementations(method_of_open(known), class_getInstanceMethod(known, other));
}

static Class stated(id self, SEL name) { return class_getSuperclass(object_getClass(self)); }

void give_class(uintptr_t object, const char *name) {
  Class above = object_getClass((id)object);
  Class made = objc_allocateClassPair(above, name, 0);
  class_addMethod(made, @selector(class), (IMP)stated, "#16@0:8");
  objc_registerClassPair(made);
  object_setClass((id)object, made);
}
