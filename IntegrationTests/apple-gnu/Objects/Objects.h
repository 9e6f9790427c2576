// SPDX-License-Identifier: Apache-2.0

// Delegates and controllers in Objective-C for Swift tests, which see objects and classes as plain words.

#include <stdbool.h>
#include <stdint.h>

/// Sets the Swift class whose rules count Swift's references to the objects.
void begin_objects(const void *type);

/// Creates an object: `[[type alloc] init]`.
uintptr_t make_object(const char *type);
/// Creates a controller from a file: `[[type alloc] initWithNibName:nil bundle:nil]`.
uintptr_t make_controller(const char *type);
/// Releases Objective-C's only reference, which ends the object.
void release_object(uintptr_t object);

/// Returns the calls noted since the last question, separated by blanks.
const char *take_notes(void);
/// Notes a call.
void note(const char *line);

/// Sends `application:openURL:options:`.
bool open_url(uintptr_t delegate);
/// Sends `application:willContinueUserActivityWithType:`.
bool continue_activity(uintptr_t delegate);
/// Sends `respondsToSelector:`.
bool responds(uintptr_t object, const char *name);
/// Sends `viewDidLoad` and `viewWillAppear:`.
void show(uintptr_t controller);

/// Observes the key `badge` of an object, changes it, and stops observing it.
void observe_badge(uintptr_t object);
void change_badge(uintptr_t object, int badge);
void stop_observing_badge(uintptr_t object);

/// Changes a class's method as a library might: replaces the method, or exchanges it with another.
void wrap_open(const char *type);
void exchange_open(const char *type);
/// Changes an object as a library might: gives it a subclass of its class, which reports the original class.
void give_class(uintptr_t object, const char *name);

/// Returns the description of a module whose class is faulty; null after the last.
const void *faulty_class(int index);
/// Creates an `NSURL`.
uintptr_t make_url(const char *text);
