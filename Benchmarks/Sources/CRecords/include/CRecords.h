// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#ifndef GANTRY_BENCH_RECORDS_H
#define GANTRY_BENCH_RECORDS_H

#include <stdbool.h>

/// How many link-time records this target puts into the executable, as other languages may: the
/// layout is a written contract.
int gantry_bench_records(void);

#endif
