// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_PROCESS_H
#define GANTRY_PROCESS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Opens a timer that is never due, and that wakes its reader when the time of day is set.
///
/// Reading it fails with `ECANCELED` after each such change. It is closed in programs that this one
/// starts.
///
/// Returns its descriptor; -1 with `errno` set where the system has no such timer.
int gantry_open_clock_watch(void);

#ifdef __cplusplus
}
#endif

#endif
