// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_TIMING_H
#define GANTRY_TIMING_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Read by each marked function. It is C, since Swift accesses a global of another module through a
/// call, which would cost more than everything else an untimed function does.
extern bool gantry_is_timing;

/// Whether marked functions are timed.
static inline bool gantry_get_is_timing(void) {
  return __atomic_load_n(&gantry_is_timing, __ATOMIC_RELAXED);
}

/// Switches the timing of marked functions on or off.
static inline void gantry_set_is_timing(bool is_timing) {
  __atomic_store_n(&gantry_is_timing, is_timing, __ATOMIC_RELAXED);
}

#ifdef __cplusplus
}
#endif

#endif
