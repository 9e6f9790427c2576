// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_PROCESS_H
#define GANTRY_PROCESS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Opens a timer that never fires, but wakes its reader when the time of day is set.
///
/// After each such change, reading the timer fails with `ECANCELED`. Child programs don't inherit
/// it.
///
/// Returns its descriptor, or -1 with `errno` set if the system has no such timer.
int gantry_open_clock_watch(void);

#ifdef __cplusplus
}
#endif

#endif
