// SPDX-License-Identifier: Apache-2.0

#include "hooks.h"

#include <time.h>

int hooks_ran = 0;

__attribute__((constructor)) static void set_up(void) {
  // Long enough to stand out from other functions.
  clock_t begin = clock();
  while (clock() - begin < CLOCKS_PER_SEC / 50) hooks_ran = 1;
}
