// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_BENCH_FUNCTIONS_H
#define GANTRY_BENCH_FUNCTIONS_H

/// How often a task, a handler or a route in this target has run.
unsigned long gantry_bench_calls(void);

#endif
