// SPDX-License-Identifier: Apache-2.0

#include "CGantryTiming.h"

bool gantry_is_timing = false;
