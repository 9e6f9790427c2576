// SPDX-License-Identifier: Apache-2.0

// Delegates and controllers of Objective-C, for tests in Swift: objects and classes are words.

#include <stdbool.h>
#include <stdint.h>

/// Takes a class of Swift, by whose rules references of Swift to the objects are counted.
void begin_objects(const void *type);

/// Makes an object: `[[type alloc] init]`.
uintptr_t make_object(const char *type);
/// Makes a controller from a file: `[[type alloc] initWithNibName:nil bundle:nil]`.
uintptr_t make_controller(const char *type);
/// Gives up the one reference of Objective-C, which ends the object.
void release_object(uintptr_t object);

/// What was called since the last question, with blanks between.
const char *take_notes(void);
/// Notes a call.
void note(const char *line);

/// Sends `application:openURL:options:`.
bool open_url(uintptr_t delegate);
/// Sends `respondsToSelector:`.
bool responds(uintptr_t object, const char *name);
/// Sends `viewDidLoad` and `viewWillAppear:`.
void show(uintptr_t controller);

/// Observes the key `badge` of an object, changes it, and ends that.
void observe_badge(uintptr_t object);
void change_badge(uintptr_t object, int badge);
void stop_observing_badge(uintptr_t object);

/// What a library does to a method of a class: it puts another one over it, or exchanges their names.
void wrap_open(const char *type);
void exchange_open(const char *type);
/// What a library does to an object: it gets a class below its own, and says that it has its own.
void give_class(uintptr_t object, const char *name);
