// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_BENCH_RECORDS_H
#define GANTRY_BENCH_RECORDS_H

#include <stdbool.h>

/// How many link-time records this target puts into the executable, as other languages may: the
/// layout is a written contract.
int gantry_bench_records(void);

#endif
