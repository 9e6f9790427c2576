// SPDX-License-Identifier: Apache-2.0

#include <GantryC/GantryC.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Runs a function on another thread with a retained call, and waits for its end.
void legacy_on_thread(gantry_call *call, void (*body)(gantry_call *call));

/// Returns descriptions that the linker doesn't know, with faults; NULL after the last one.
const gantry_description *legacy_faulty(int index);

#ifdef __cplusplus
}
#endif
