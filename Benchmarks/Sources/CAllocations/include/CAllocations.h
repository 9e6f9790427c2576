// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_ALLOCATIONS_H
#define GANTRY_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// How many blocks of memory this process has asked for since it began.
uint64_t gantry_allocations(void);

/// Whether they are counted on this platform.
bool gantry_allocations_are_counted(void);

/// Asks for a block of memory and gives it back, out of the optimizer's sight.
void gantry_allocate_once(void);

#endif
