// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#include "hooks.h"

int hooks_ran = 0;

__attribute__((constructor)) static void set_up(void) { hooks_ran = 1; }
