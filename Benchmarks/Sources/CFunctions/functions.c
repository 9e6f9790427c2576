// SPDX-License-Identifier: Apache-2.0

#include "CFunctions.h"

#include <GantryC/GantryC.h>

// Tasks run on several threads.
static _Atomic unsigned long calls;

#define TASK(number) \
  GANTRY_LAUNCH(cTask##number) { calls++; }
#define HANDLER(number) \
  GANTRY_ON(cHandler##number, "DidBecomeActive") { calls++; }
#define TEN(form) form(0) form(1) form(2) form(3) form(4) form(5) form(6) form(7) form(8) form(9)

TEN(TASK)
TEN(HANDLER)

GANTRY_ROUTE(cRoute, "c/till") { calls++; }

unsigned long gantry_bench_calls(void) { return calls; }
