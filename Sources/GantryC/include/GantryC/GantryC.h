// SPDX-License-Identifier: Apache-2.0

// Launch tasks, event handlers and routes written in C, C++ and Objective-C.
//
//   GANTRY_LAUNCH(setUpCrashes, .priority = 100, .require = "Log") { crash_install(); }
//   GANTRY_ON(flush, "DidEnterBackground") { cache_flush(); }
//   GANTRY_ROUTE(openHelp, "help/:topic") { gantry_answer(call, gantry_parameter(call, "topic")); }
//   GANTRY_MODULE(OrdersModule, .require = "Log")  // a class in Objective-C
//
// Each of the first three macros defines a static function with a parameter `call`. Link the product GantryC, and
// nothing else is left to do. C accepts the options in any order, C++ only in the order of
// `gantry_description`. Compilers: C99 and C++11 and later, clang and GCC.

#ifndef GANTRY_C_H
#define GANTRY_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __OBJC__
// Without Foundation, Objective-C has functions only.
#if __has_include(<Foundation/Foundation.h>)
#import <Foundation/Foundation.h>
#define GANTRY_HAS_CLASSES
#endif
#endif

#ifndef __has_attribute
#define __has_attribute(NAME) 0
#endif

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define GANTRY_NULLABLE _Nullable
#define GANTRY_SENDABLE __attribute__((swift_attr("@Sendable")))
#else
// Hides GCC's warnings about the code of the macros below; the code of their users isn't affected.
#pragma GCC system_header
#define GANTRY_NULLABLE
#define GANTRY_SENDABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// When a launch task runs.
typedef enum {
  GantryBeforeReady,
  GantryAfterReady,
  GantryIdle,
  GantryOnDemand,
  GantryFirst
} gantry_stage;

/// Where a function runs.
///
/// The default is the background for launch tasks and for events by name, the main thread for
/// life-cycle events, and the thread of the caller for routes.
typedef enum { GantryDefaultLane, GantryBackground, GantryMain } gantry_lane;

/// The severity of a log line.
typedef enum { GantryDebug, GantryInfo, GantryNotice, GantryWarning, GantryError } gantry_level;

/// The call of a function: valid on the function's thread, until the function returns.
typedef struct gantry_call gantry_call;

/// The role of a function in the app. An option that you leave out is zero, which means none.
///
/// C++ requires this order of the options.
typedef struct {
  uint32_t size;  // the size of this structure, which may grow at its end
  uint32_t form;  // 1: a launch task, 2: an event handler, 3: a route, 4: a class
  const char *name;
  const char *GANTRY_NULLABLE target;  // the event's name or the route's pattern
  const char *location;                // as in `Legacy/crash.c`
  uint32_t line;
  uint32_t reserved;
  void (*GANTRY_NULLABLE body)(gantry_call *call) GANTRY_SENDABLE;
  // The options begin here.
  gantry_stage stage;
  gantry_lane lane;
  int32_t priority;       // the highest goes first
  uint32_t milliseconds;  // the longest time that a launch task may take
  bool essential;         // the app cannot run when the launch task fails
  bool once;              // an event handler hears only the first event
  bool external;          // URLs from outside the app may open the route
  // Names of modules and tasks, separated by commas. (C++20 reserves the word `requires`.)
  const char *GANTRY_NULLABLE require;     // these must succeed first
  const char *GANTRY_NULLABLE want;        // these end first if they are present
  const char *GANTRY_NULLABLE after;       // these end first if they run
  const char *GANTRY_NULLABLE before;      // these start later if they run
  const char *GANTRY_NULLABLE requiredBy;  // these require the function
  const char *GANTRY_NULLABLE wantedBy;    // these want the function
  const char *GANTRY_NULLABLE enabled;     // configuration keys that must all be true
  // Identifiers, separated by commas: a handler of "PerformBackgroundTask" hears these tasks only.
  const char *GANTRY_NULLABLE backgroundTask;
} gantry_description;

/// A link-time record; Documentation/Reference/RecordLayout.md describes the layout.
typedef struct {
  uint32_t name_size, descriptor_size, kind, name, version, reserved;
  bool (*accessor)(void *place, const void *type);
  const void *GANTRY_NULLABLE context;
} gantry_record;

/// Stores the manifest of a function; only the macros call it.
bool gantry_store(void *place, const void *type, const gantry_description *description);

/// Stores the manifest of a class; only the macro calls it.
bool gantry_store_module(void *place, const void *type, const gantry_description *description);

/// Returns a capture or query item of a route, or a value of an event, as text.
///
/// The text is valid until the function returns. NULL if there is no such value.
const char *GANTRY_NULLABLE gantry_parameter(gantry_call *call, const char *name);

/// Returns the URL of a route, or the values of an event as a JSON object; empty for launch tasks.
///
/// The text is valid until the function returns.
const char *gantry_text(gantry_call *call);

/// Returns a text of the module's configuration: `Legacy.path` is the key `path` of the function
/// `Legacy`. NULL if it isn't set.
const char *GANTRY_NULLABLE gantry_setting(gantry_call *call, const char *key);

/// Makes the function fail when it returns: a task fails, a handler's failure is logged, and the
/// caller of a route gets an error.
void gantry_fail(gantry_call *call, const char *reason);

/// Sets the result of a route, or the answer to a life-cycle event, such as `true`.
void gantry_answer(gantry_call *call, const char *text);

/// Sends an event by name. Its values are a JSON object of texts, numbers and Booleans, or NULL.
///
/// Returns false if the JSON is anything else; the log then says why.
bool gantry_send(gantry_call *call, const char *event, const char *GANTRY_NULLABLE json);

/// Calls the route of a path or URL, shows its page if it returns one, and doesn't wait for it; the
/// log reports a failure.
///
/// Returns false if no route answers.
bool gantry_open(gantry_call *call, const char *url);

/// Writes a line with the module's logger.
void gantry_log(gantry_call *call, gantry_level level, const char *text);

/// Returns a call that is valid on all threads until `gantry_release`, for callbacks.
///
/// It sends events, opens routes, logs and reads settings; it has no parameters, text or answer.
gantry_call *gantry_retain(gantry_call *call);

/// Releases what `gantry_retain` returned.
void gantry_release(gantry_call *call);

#ifdef __cplusplus
}
#endif

#ifdef GANTRY_HAS_CLASSES
/// A module that is a class; GANTRY_MODULE declares it. Needs the library GantryApple.
///
/// Methods of the delegates of the app, its scenes and its notification center become handlers of
/// life-cycle events if the class implements them.
@protocol GantryModule <NSObject>
@optional
/// Creates the module on the main thread; without this method, `init` does.
///
/// The context sends events, opens routes, logs and reads settings on all threads, as long as the
/// module exists.
- (id)initWithContext:(gantry_call *)context;
/// Launches the module on the main thread, or on a worker thread with `.lane = GantryBackground`.
- (BOOL)launch:(NSError *GANTRY_NULLABLE *GANTRY_NULLABLE)error;
#ifdef __BLOCKS__
/// Launches the module on the main thread, and calls the block at the end of the work.
- (void)launchWithCompletionHandler:(void (^)(NSError *GANTRY_NULLABLE error))completion;
#endif
/// Ends the module's work on the main thread, after the modules that depend on it.
- (void)shutDown;
@end
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

// The Swift target or library that contains the functions, as lists of modules show it. SwiftPM sets
// it with .define("GANTRY_TARGET", to: "\"Legacy\"").
#ifndef GANTRY_TARGET
#define GANTRY_TARGET "C"
#endif

#ifdef __FILE_NAME__
#define GANTRY_FILE GANTRY_TARGET "/" __FILE_NAME__
#else
#define GANTRY_FILE GANTRY_TARGET "/" __FILE__
#endif

#if defined(__MACH__)
#define GANTRY_SECTION __attribute__((used, section("__DATA_CONST,__gantry")))
#elif defined(__ELF__) && __has_attribute(retain)
#define GANTRY_SECTION __attribute__((used, retain, section(".note.gantry")))
#elif defined(__ELF__)
#define GANTRY_SECTION __attribute__((used, section(".note.gantry")))
#else
#define GANTRY_SECTION __attribute__((unused))
#endif

// A symbol for the linker, which takes a file out of a static archive only if something refers to one of its
// symbols: `-u gantry_link_NAME`. Weak, because functions in several files may have the same name.
#if defined(__cplusplus) && (defined(__MACH__) || defined(__ELF__))
#define GANTRY_SYMBOL(NAME) extern "C" { __attribute__((weak, used, visibility("hidden"))) char NAME; }
#elif defined(__MACH__) || defined(__ELF__)
#define GANTRY_SYMBOL(NAME) __attribute__((weak, used, visibility("hidden"))) char NAME;
#else
#define GANTRY_SYMBOL(NAME)
#endif

#define GANTRY_JOIN_(A, B) A##B
#define GANTRY_JOIN(A, B) GANTRY_JOIN_(A, B)

// C++ before C++20 has no designated initializers; both compilers accept them.
#if defined(__clang__)
#define GANTRY_QUIET                                                   \
  _Pragma("clang diagnostic push")                                     \
  _Pragma("clang diagnostic ignored \"-Wmissing-field-initializers\"") \
  _Pragma("clang diagnostic ignored \"-Wunknown-warning-option\"")     \
  _Pragma("clang diagnostic ignored \"-Wc++20-designator\"")
#define GANTRY_LOUD _Pragma("clang diagnostic pop")
#else
#define GANTRY_QUIET
#define GANTRY_LOUD
#endif

#define GANTRY_DESCRIBE(NAME, FORM, TARGET, BODY, STORE, ...)                                   \
  GANTRY_SYMBOL(GANTRY_JOIN(gantry_link_, NAME))                                                \
  GANTRY_QUIET                                                                                  \
  static const gantry_description GANTRY_JOIN(gantry_d_, NAME) = {.size = sizeof(gantry_description), \
      .form = FORM, .name = #NAME, .target = TARGET, .location = GANTRY_FILE, .line = __LINE__, \
      .reserved = 0, .body = BODY, __VA_ARGS__};                                                \
  GANTRY_LOUD                                                                                   \
  static bool GANTRY_JOIN(gantry_a_, NAME)(void *place, const void *type) {                     \
    return STORE(place, type, &GANTRY_JOIN(gantry_d_, NAME));                                   \
  }                                                                                             \
  GANTRY_SECTION static const gantry_record GANTRY_JOIN(gantry_r_, NAME) = {                    \
      4, 24, 1, 0x00525447, 1, 0, GANTRY_JOIN(gantry_a_, NAME), NULL};

#define GANTRY_FUNCTION(NAME, FORM, TARGET, ...)                       \
  static void NAME(gantry_call *call);                                 \
  GANTRY_DESCRIBE(NAME, FORM, TARGET, NAME, gantry_store, __VA_ARGS__) \
  static void NAME(__attribute__((unused)) gantry_call *call)

/// A launch task: GANTRY_LAUNCH(name, options…) { … }
#define GANTRY_LAUNCH(NAME, ...) GANTRY_FUNCTION(NAME, 1, NULL, __VA_ARGS__)

/// A handler of an event, by its name: GANTRY_ON(name, "DidEnterBackground", options…) { … }
#define GANTRY_ON(NAME, EVENT, ...) GANTRY_FUNCTION(NAME, 2, EVENT, __VA_ARGS__)

/// The handler of a route: GANTRY_ROUTE(name, "help/:topic", options…) { … }
#define GANTRY_ROUTE(NAME, PATTERN, ...) GANTRY_FUNCTION(NAME, 3, PATTERN, __VA_ARGS__)

#ifdef GANTRY_HAS_CLASSES
/// A class that adopts GantryModule, after its interface: GANTRY_MODULE(OrdersModule, options…)
///
/// The function lets the compiler refuse a class that doesn't exist or doesn't adopt the protocol.
#define GANTRY_MODULE(NAME, ...)                                                                    \
  __attribute__((unused)) static id<GantryModule> GANTRY_JOIN(gantry_c_, NAME)(NAME * module) { \
    return module;                                                                              \
  }                                                                                             \
  GANTRY_DESCRIBE(NAME, 4, NULL, NULL, gantry_store_module, __VA_ARGS__)
#endif

#endif
